import { deployed } from '../scenes.ts'
import { importedFrom } from '../incidents.ts'
import { runQuietStory } from '../quietStory.ts'
import { ref } from '../story.ts'

/** Names that do not match: the state of another project, as after a rename of the project, and a stack with the state of another one. */
export const renamed = () =>
  runQuietStory(async ({ ci, laptop, wait }) => {
    const shop = ref('organization/shop/prod')
    const staging = ref('organization/shop/staging')
    const storefront = ref('organization/storefront/prod')
    await deployed(ci, shop, { resources: 30, wait })
    await wait('1h')
    await laptop.initStack(storefront)
    await importedFrom(laptop, shop, storefront)
    await wait('10m')
    await deployed(ci, staging, { resources: 20, seed: 4, wait })
    await wait('2h')
    await importedFrom(laptop, shop, staging)
    await wait('20m')
  })
