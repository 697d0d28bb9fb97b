import { expect, it } from 'vitest'
import { ApprovalDetails } from '#contract/approvals.ts'
import { approvalWorld, HOLD, REF } from '#testing/approvals/world.ts'
import { replyOf } from '#testing/consoleHarness.ts'

it('the details of many steps are those of the first that wait, then of the last that were decided', async () => {
  const names = Array.from({ length: 52 }, (_, at) => `db-${at}`)
  const { run, deleting, heldSteps, decide, ada, call, ofRun } = await approvalWorld([HOLD], { names })
  const [first = '', ...others] = names
  const refused = run.journal(deleting(first)).catch(() => 'refused')
  const [held] = await heldSteps()
  await decide(ada, [held?.id ?? ''], false, 'No.')
  await refused
  const detailed = async () => {
    const path = `/stacks/${REF}/runs/${run.id}/approvals/details`
    return (await replyOf(ApprovalDetails, call('GET', path))).details.map(({ id }) => id)
  }
  expect(await detailed()).toEqual([held?.id])
  const waits = run.journal(...others.map((name) => deleting(name))).catch(() => 'refused')
  await heldSteps(51)
  const listed = (await ofRun()).approvals.filter(({ status }) => status === 'waiting').map(({ id }) => id)
  expect(await detailed()).toEqual(listed.slice(0, 50))
  await decide(ada, listed, false, 'No.')
  expect(await waits).toBe('refused')
})
