import { CI, deployed, killedWhileCreating, LAPTOP, quietStacks } from '../scenes.ts'
import { ref, runScenario } from '../story.ts'

/**
 * The CI runner died four minutes ago: its lease blocks everyone, a colleague was refused, and it expires in a minute.
 */
export const stuckLease = () =>
  runScenario('2026-01-05T06:00:00Z', async (stage) => {
    await quietStacks(stage)
    const { cli, wait } = stage
    const shop = ref('organization/shop/prod')
    const ci = await cli('ci-runner', CI)
    await deployed(ci, shop, { resources: 40, wait })
    await wait('3h')
    await killedWhileCreating(ci, shop, 'Move the ledger to its own database (#61)', wait)
    await wait('150s')
    const laptop = await cli('ada-laptop', LAPTOP)
    await laptop.start(shop, { message: 'Hotfix' }).catch(() => undefined) // refused: that is the point
    await wait('60s')
  })
