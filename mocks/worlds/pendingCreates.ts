import type { Cli, Ref } from '../cli.ts'
import { bucket, CI, deployed, failed, killedWhileCreating, LAPTOP, quietStacks, urnsBefore } from '../scenes.ts'
import { ref, runScenario } from '../story.ts'

/**
 * An update was interrupted an hour ago and its lease has expired: two creates and an update are unknown. On another
 * stack a create was interrupted, and a later run created the bucket again: there may be two. A third stack failed.
 */
export const pendingCreates = () =>
  runScenario('2026-01-05T06:00:00Z', async (stage) => {
    await quietStacks(stage)
    const { cli, wait } = stage
    const shop = ref('organization/shop/prod')
    const billing = ref('organization/billing/prod')
    const ci = await cli('ci-runner', CI)
    const laptop = await cli('ada-laptop', LAPTOP)
    await deployed(ci, shop, { resources: 40, wait })
    await deployed(ci, billing, { resources: 15, seed: 3, wait })
    await wait('3h')
    await failed(laptop, billing, 'Exports to a second region', wait)
    await wait('20m')
    const run = await killedWhileCreating(laptop, shop, 'Move the ledger to its own database', wait)
    await besideTheLive(laptop, ref('organization/search/prod'), wait)
    await wait('400s')
    await run.says('still creating').catch(() => undefined)
    await wait('1h')
  })

/**
 * An interrupted create, and the same bucket created by the next run: the pending operation is about an object that
 * nothing manages.
 */
async function besideTheLive(cli: Cli, stack: Ref, wait: (time: string) => Promise<void>): Promise<void> {
  const first = await cli.start(stack, { message: 'A bucket for exports' })
  await first.keeps(...urnsBefore(first))
  await first.begin('creating', { ...bucket(first, 'search-exports'), inputs: { bucket: 'acme-search-exports-1c2d' } })
  await wait('400s')
  const again = await cli.start(stack, { message: 'A bucket for exports, again' })
  await again.keeps(...urnsBefore(again))
  const step = await again.begin('creating', {
    ...bucket(again, 'search-exports'),
    inputs: { bucket: 'acme-search-exports-9e8f' },
  })
  await wait('3s')
  await step.succeeds()
  await again.complete('succeeded', 3)
}
