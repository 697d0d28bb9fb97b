import { changed, CI, deployed, LAPTOP, quietStacks } from '../scenes.ts'
import { ref, tell } from '../story.ts'

/** All quiet: a few stacks, a history with colleagues and CI in it, a preview. */
export const healthy = () =>
  tell('2026-01-05T06:00:00Z', async (telling) => {
    await quietStacks(telling)
    const { cli, wait } = telling
    const shop = ref('organization/shop/prod')
    const ci = await cli('ci-runner', CI)
    const laptop = await cli('ada-laptop', LAPTOP)
    await deployed(ci, shop, { resources: 60, wait })
    await wait('3h')
    await changed(laptop, shop, 'Retry webhooks three times', { wait })
    await wait('1d')
    await changed(ci, shop, 'Raise the number of replicas (#42)', { wait })
    await wait('20m')
    const preview = await laptop.start(shop, { kind: 'preview', message: 'Try a larger cache' })
    await preview.says('warning: the cache will be replaced', 'warning')
    await preview.complete()
    await wait('5m')
  })
