import { deployed } from '../scenes.ts'
import { failedSaying } from '../incidents.ts'
import { runQuietStory } from '../quietStory.ts'
import { ref } from '../story.ts'

/** A newer CLI wrote one state, which can only be read; another stack's secrets cannot be decrypted. */
export const newerState = () =>
  runQuietStory(async ({ ci, laptop, wait }) => {
    const shop = ref('organization/shop/prod')
    await deployed(ci, shop, { resources: 30, wait })
    await wait('1d')
    const { deployment } = await laptop.exportState(shop)
    await laptop.importState(shop, { version: 4, features: ['refreshBeforeUpdate', 'timeTravel'], deployment })
    await wait('30m')
    const billing = ref('organization/billing/prod')
    await deployed(ci, billing, { resources: 15, seed: 3, wait })
    await wait('2h')
    await failedSaying(laptop, billing, {
      wait,
      message: 'Rotate the key',
      says: 'constructing secrets manager of type "passphrase": incorrect passphrase',
    })
    await wait('20m')
  })
