import { refreshedElsewhere } from '../incidents.ts'
import { CI, deployed, LAPTOP, quietStacks } from '../scenes.ts'
import { ref, runScenario } from '../story.ts'

/** An hour ago, a refresh with the credentials of another account found nothing, and removed most of the entries. */
export const refreshLost = () =>
  runScenario('2026-01-05T06:00:00Z', async (stage) => {
    await quietStacks(stage)
    const { cli, wait } = stage
    const shop = ref('organization/shop/prod')
    const ci = await cli('ci-runner', CI)
    await deployed(ci, shop, { resources: 40, wait })
    await wait('3h')
    const laptop = await cli('ada-laptop', LAPTOP)
    // Resources that the wrong account has as well: six in ten are missing.
    const isThere = (place: number, of: number) => place < Math.floor(of * 0.4)
    await refreshedElsewhere(laptop, shop, { message: 'See what changed by hand', isThere, wait })
    await wait('1h')
  })
