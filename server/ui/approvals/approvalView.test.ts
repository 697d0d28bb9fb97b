import { describe, expect, it } from 'vitest'
import { RunApprovals } from '#contract/approvals.ts'
import { answerOf } from '#testing/approvals/answers.ts'
import { approvalWorld, HOLD, REF } from '#testing/approvals/world.ts'
import { replyOf } from '#testing/consoleHarness.ts'

/** A step that waits for two users, and why one of them can allow or refuse it or not. */
async function waitsForTwo() {
  const world = await approvalWorld([{ ...HOLD, action: { kind: 'hold', persons: 2 } }])
  const { run, deleting, heldSteps, ada, call } = world
  const begun = answerOf(run.journal(deleting('orders')))
  const [held] = await heldSteps()
  const whyNots = async () => {
    const headers = { authorization: `token ${ada}` }
    const reply = await replyOf(RunApprovals, call('GET', `/stacks/${REF}/runs/${run.id}/approvals`, { headers }))
    return reply.approvals.map(({ whyNotAllow, whyNotRefuse }) => ({ whyNotAllow, whyNotRefuse }))
  }
  return { ...world, begun, ids: [held?.id ?? ''], whyNots }
}

describe('a step says to a user', () => {
  it('who allowed it that it can still be refused, but not allowed again', async () => {
    const { decide, ada, ids, whyNots, run, begun } = await waitsForTwo()
    expect(await whyNots()).toEqual([{ whyNotAllow: null, whyNotRefuse: null }])
    await decide(ada, ids)
    expect(await whyNots()).toEqual([
      {
        whyNotAllow: 'You have allowed it, and may still refuse it; others have to allow it, too.',
        whyNotRefuse: null,
      },
    ])
    await run.cancel()
    await begun
  })

  it('that it can only be allowed once its run has ended', async () => {
    const { whyNots, run, begun } = await waitsForTwo()
    await run.cancel()
    await begun
    expect(await whyNots()).toEqual([{ whyNotAllow: null, whyNotRefuse: expect.stringContaining('nothing is left') }])
  })

  it('without the role why it can do neither', async () => {
    const { whyNots, setRole, run, begun } = await waitsForTwo()
    await setRole('ada', 'reader')
    const why = 'Only operators of the organization may decide it.'
    expect(await whyNots()).toEqual([{ whyNotAllow: why, whyNotRefuse: why }])
    await run.cancel()
    await begun
  })
})
