import type { Cli } from '../cli.ts'
import { bucket, CI, deployed, LAPTOP, quietStacks, urnsBefore } from '../scenes.ts'
import { ref, runScenario } from '../story.ts'

/** Often enough for the verdict *alive*. */
const SPEAKS_EVERY_MS = 10_000

/** A long update is working, and three others were refused meanwhile; two other stacks are locked, one by the reader. */
export const refused = () =>
  runScenario('2026-01-05T06:00:00Z', async (stage) => {
    await quietStacks(stage)
    const { cli, wait } = stage
    const shop = ref('organization/shop/prod')
    const ci = await cli('ci-runner', CI)
    await deployed(ci, shop, { resources: 40, wait })
    await wait('3h')
    await locked(await cli('grace-laptop', LAPTOP), 'website/prod', 'Moving the sessions to Redis; call me first')
    await locked(await cli('ada-laptop', LAPTOP), 'search/prod', 'Comparing the state with the cloud')
    await ci.start(ref('organization/website/prod'), { message: 'Deploy' }).catch(() => undefined)
    const run = await ci.start(shop, { message: 'Rebuild the search index (#58)' })
    await run.keeps(...urnsBefore(run))
    await run.begin('creating', { ...bucket(run, 'index'), type: 'aws:opensearch/domain:Domain' })
    for (const name of ['ada-laptop', 'grace-laptop', 'nightly']) {
      const other = await cli(name, name === 'nightly' ? CI : LAPTOP)
      await wait('150s')
      await run.renew()
      await other.start(shop, { message: 'Deploy' }).catch(() => undefined) // refused: that is the point
    }
    await wait('20s')
    await run.says('The domain is still being created.')
    let renewAt = stage.clock.now() + 150_000
    let speakAt = stage.clock.now() + SPEAKS_EVERY_MS
    return async () => {
      const now = stage.clock.now()
      if (now >= speakAt) {
        await run.says('The domain is still being created.')
        speakAt = now + SPEAKS_EVERY_MS
      }
      if (now < renewAt) return
      await run.renew()
      renewAt = now + 150_000
    }
  })

const locked = (client: Cli, stack: string, reason: string) =>
  client.call('POST', `/api/ui/stacks/organization/${stack}/lock`, { body: { reason, durationS: 3600 } })
