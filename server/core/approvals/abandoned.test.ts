import { describe, expect, it } from 'vitest'
import { answerOf } from '#testing/approvals/answers.ts'
import { approvalWorld, HOLD } from '#testing/approvals/world.ts'

const TWO_MINUTES = { ...HOLD, action: { kind: 'hold', minutes: 2 } }

describe('a step for which the client no longer waits', () => {
  it('does not wait any more when it sends what it did next', async () => {
    const { run, deleting, creating, heldSteps, waiting, ofRun } = await approvalWorld([HOLD])
    const call = answerOf(run.journal(deleting('orders')))
    await heldSteps()
    await run.journal(creating('cache', 7))
    expect((await waiting()).approvals).toEqual([])
    expect((await ofRun()).approvals).toMatchObject([{ status: 'ended' }])
    expect(await call).toContain('503')
    await run.complete('failed')
  })

  it('does not wait any more when it sends another step that waits', async () => {
    const { run, deleting, heldSteps } = await approvalWorld([HOLD])
    const first = answerOf(run.journal(deleting('orders')))
    await heldSteps()
    const second = answerOf(run.journal(deleting('users')))
    expect(await first).toContain('503')
    expect(await heldSteps()).toMatchObject([{ name: 'users' }])
    await run.cancel()
    await second
  })

  it('is refused at its limit when the lease is renewed, though no call waits', async () => {
    const { run, deleting, heldSteps, waiting, ofRun, wait } = await approvalWorld([TWO_MINUTES])
    void answerOf(run.journal(deleting('orders')))
    await heldSteps()
    await wait(180)
    await run.renew()
    expect((await waiting()).approvals).toEqual([])
    expect((await ofRun()).approvals).toMatchObject([{ status: 'timedOut' }])
    await run.complete('failed')
  })
})

it('a user who allowed a step may still refuse it', async () => {
  const { run, deleting, heldSteps, decide, ada } = await approvalWorld([
    { ...HOLD, action: { kind: 'hold', persons: 2 } },
  ])
  const call = answerOf(run.journal(deleting('orders')))
  const [approval] = await heldSteps()
  const ids = [approval?.id ?? '']
  await decide(ada, ids)
  expect((await decide(ada, ids, false, 'It is the wrong one.')).status).toBe(200)
  expect(await call).toContain('ada refused deleting orders')
  await run.complete('failed')
})

it('an update that another user created cannot be started', async () => {
  const { cli, ada, run } = await approvalWorld([])
  await run.complete('succeeded')
  const metadata = { message: '', environment: {} }
  const { updateID } = await cli.send('acme/shop/prod/update', { name: 'x', runtime: 'nodejs', metadata })
  const starting = cli.send(`acme/shop/prod/update/${String(updateID)}`, {}, { authorization: `token ${ada}` })
  await expect(starting).rejects.toThrow('404')
})
