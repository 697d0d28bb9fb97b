import { CI, deployed, failed, killedWhileCreating, LAPTOP, quietStacks } from '../scenes.ts'
import { ref, tell } from '../story.ts'

/** An update was cut off an hour ago and its lease expired: two creates and an update are unknown. Another stack failed. */
export const pendingCreates = () =>
  tell('2026-01-05T06:00:00Z', async (telling) => {
    await quietStacks(telling)
    const { cli, wait } = telling
    const shop = ref('organization/shop/prod')
    const billing = ref('organization/billing/prod')
    const ci = await cli('ci-runner', CI)
    const laptop = await cli('ada-laptop', LAPTOP)
    await deployed(ci, shop, { resources: 40, wait })
    await deployed(ci, billing, { resources: 15, seed: 3, wait })
    await wait('3h')
    await failed(laptop, billing, 'Exports to a second region', wait)
    await wait('20m')
    const run = await killedWhileCreating(laptop, shop, 'Move the ledger to its own database')
    await wait('400s')
    await run.says('still creating').catch(() => undefined)
    await wait('1h')
  })
