import { serverDown } from '../incidents.ts'
import { bucket, CI, deployed, killedWhileCreating, LAPTOP, quietStacks, urnsBefore } from '../scenes.ts'
import { ref, runScenario } from '../story.ts'

/** An automation that the CLI names in its environment. */
const AGENT = { ...LAPTOP, 'exec.agent': 'claude' }

/** Holdfast was down for 23 s: one run failed, one was interrupted, and one, of an agent, goes on. */
export const outage = () =>
  runScenario('2026-01-05T06:00:00Z', async (stage) => {
    await quietStacks(stage)
    const { cli, wait } = stage
    const ci = await cli('ci-runner', CI)
    const agent = await cli('ada-laptop', AGENT)
    for (const [index, project] of ['billing', 'orders', 'shop'].entries())
      await deployed(ci, ref(`organization/${project}/prod`), { resources: 15 + 5 * index, seed: 3 + index, wait })
    await wait('3h')
    const failing = await ci.start(ref('organization/billing/prod'), { message: 'A queue for invoices (#71)' })
    await failing.keeps(...urnsBefore(failing))
    const queue = await failing.begin('creating', bucket(failing, 'invoices'))
    await killedWhileCreating(ci, ref('organization/orders/prod'), 'Move the ledger (#72)', wait)
    await wait('50s')
    const running = await agent.start(ref('organization/shop/prod'), { message: 'Rename the exports' })
    await running.keeps(...urnsBefore(running))
    await running.begin('creating', bucket(running, 'exports'))
    await serverDown(stage, '23s')
    await queue.fails(
      'error sending request for url (http://localhost:8080/api/stacks/organization/billing/prod): dial tcp 127.0.0.1:8080: connect: connection refused',
    )
    await failing.complete('failed', 78)
    for (const _ of [1, 2, 3]) {
      await wait('140s')
      await running.renew()
    }
    await running.says('Waiting for the exports.')
    await wait('20s')
  })
