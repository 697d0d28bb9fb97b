import { changed, CI, deployed, LAPTOP, quietStacks, removed } from '../scenes.ts'
import { ref, runScenario } from '../story.ts'

/** All is well: a few stacks, a history with colleagues and CI, a preview, and three deleted stacks. */
export const healthy = () =>
  runScenario('2025-12-01T06:00:00Z', async (stage) => {
    const { cli, wait } = stage
    const grace = await cli('grace-laptop', LAPTOP)
    const gone = (name: string) => ref(`organization/${name}`)
    await deployed(grace, gone('shop/legacy'), { resources: 21, seed: 5 })
    await changed(grace, gone('shop/legacy'), 'Move the last customers')
    await removed(grace, gone('shop/legacy'))
    await wait('11d')
    await deployed(grace, gone('search/canary'), { resources: 9, seed: 6 })
    await removed(grace, gone('search/canary'))
    await wait('24d')
    await quietStacks(stage)
    const shop = ref('organization/shop/prod')
    const ci = await cli('ci-runner', CI)
    const laptop = await cli('ada-laptop', LAPTOP)
    await deployed(ci, shop, { resources: 60, wait })
    await wait('3h')
    await changed(laptop, shop, 'Retry webhooks three times', { wait, target: 'webhooks-service' })
    await wait('1d')
    await deployed(ci, gone('website/pr-118'), { resources: 14, seed: 8 })
    await removed(ci, gone('website/pr-118'))
    await changed(ci, shop, 'Raise the number of replicas (#42)', { wait, target: 'webhooks-service' })
    await wait('20m')
    const preview = await laptop.start(shop, { kind: 'preview', message: 'Try a larger cache' })
    await preview.says('warning: the cache will be replaced', 'warning')
    await preview.complete()
    await wait('5m')
  })
