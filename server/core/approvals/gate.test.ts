import { describe, expect, it, vi } from 'vitest'
import { approvalWorld, HOLD, REFUSE, type SentRule, urnOf } from '#testing/approvals/world.ts'

const refusal = async (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'stored',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )

describe('a refused step', () => {
  it('is an error that names the rule, the resource and the page, and is not in the journal', async () => {
    const { run, deleting, left, ofRun } = await approvalWorld([REFUSE])
    expect(await refusal(run.journal(deleting('orders')))).toContain(
      'Holdfast: \\"no deletes of databases\\" does not allow deleting orders (aws:rds/instance:Instance). http',
    )
    await run.complete('failed')
    expect(await left()).toEqual({ resources: ['orders', 'users', 'carts'], pending: [] })
    expect((await ofRun()).approvals).toMatchObject([{ status: 'refused', isRefusal: true, urn: urnOf('orders') }])
  })

  it('keeps what the same batch reports as done, and stores no other step of it', async () => {
    const { run, deleting, creating, created, left } = await approvalWorld([REFUSE])
    await run.journal(creating('cache', 7))
    const message = await refusal(run.journal(created('cache', 7), creating('queue', 8), deleting('users')))
    expect(message).toContain('does not allow deleting users')
    expect(message).toContain(
      '1 other step of the same batch was not started either. What 1 other step had done by then is saved, even if it is shown as failed. http',
    )
    await run.complete('failed')
    expect(await left()).toEqual({ resources: ['cache', 'orders', 'users', 'carts'], pending: [] })
  })

  it('says nothing about the unchanged resources in its batch', async () => {
    const { run, deleting, entry } = await approvalWorld([REFUSE])
    await run.journal(entry(0, 8, {}))
    const unchanged = [entry(1, 8, { state: null }), entry(0, 7, {}), entry(1, 7, { state: null })]
    const message = await refusal(run.journal(...unchanged, deleting('orders')))
    expect(message).toMatch(/does not allow deleting orders \(aws:rds\/instance:Instance\)\. http/)
  })

  it('counts a step that took so long that a thousand others were reported meanwhile', async () => {
    const { run, deleting, creating, created, entry } = await approvalWorld([REFUSE])
    await run.journal(creating('cache', 7))
    const others = Array.from({ length: 1_001 }, (_, index) => [
      entry(0, 10 + index, {}),
      entry(1, 10 + index, { state: null }),
    ])
    await run.journal(...others.slice(0, 900).flat())
    await run.journal(...others.slice(900).flat())
    const message = await refusal(run.journal(created('cache', 7), entry(0, 9, {}), deleting('orders')))
    expect(message).toContain('What 1 other step had done by then is saved')
  })

  it('stays refused when it is sent again, with one record', async () => {
    const { run, deleting, ofRun } = await approvalWorld([REFUSE])
    const sent = deleting('orders')
    for (let times = 0; times < 50; times += 1) expect(await refusal(run.journal(sent))).toContain('does not allow')
    expect((await ofRun()).approvals).toHaveLength(1)
  })
})

describe('a held step', () => {
  it('waits until someone allows it, and then runs', async () => {
    const { run, deleting, deleted, heldSteps, decide, ada, left } = await approvalWorld([HOLD])
    const call = refusal(run.journal(deleting('orders')))
    const [approval] = await heldSteps()
    expect(approval).toMatchObject({
      status: 'waiting',
      name: 'orders',
      step: 'delete',
      whyNotAllow: expect.any(String),
    })
    expect((await left()).pending).toEqual([])
    expect((await decide(ada, [approval?.id ?? ''])).status).toBe(200)
    expect(await call).toBe('stored')
    expect((await left()).pending).toEqual(['orders'])
    await run.journal(deleted('orders'))
    await run.complete('succeeded')
    expect(await left()).toEqual({ resources: ['users', 'carts'], pending: [] })
  })

  it('does not run if someone refuses it, and the error says who and why', async () => {
    const { run, deleting, heldSteps, decide, ada, left } = await approvalWorld([HOLD])
    const call = refusal(run.journal(deleting('orders')))
    const [approval] = await heldSteps()
    await decide(ada, [approval?.id ?? ''], false, 'not before the backup.')
    expect(await call).toContain('ada refused deleting orders (aws:rds/instance:Instance): not before the backup. http')
    await run.complete('failed')
    expect(await left()).toEqual({ resources: ['orders', 'users', 'carts'], pending: [] })
  })

  it('is refused when nobody decides in time, and can still be allowed for the next run', async () => {
    const { run, deleting, heldSteps, decide, ada, wait, cli } = await approvalWorld([HOLD])
    const call = refusal(run.journal(deleting('orders')))
    const [approval] = await heldSteps()
    for (let minutes = 0; minutes < 30; minutes += 3) {
      await wait(180)
      await run.renew()
    }
    expect(await call).toContain('nobody allowed deleting orders (aws:rds/instance:Instance) within 30m, as')
    await run.complete('failed')
    expect((await decide(ada, [approval?.id ?? ''])).status).toBe(200)
    const next = await cli.start('acme/shop/prod')
    expect(await refusal(next.journal(deleting('orders')))).toBe('stored')
    const other = refusal(next.journal(deleting('users')))
    await heldSteps()
    await next.cancel()
    expect(await other).toContain('409')
  })

  it('is not pending when the update is cancelled while it waits', async () => {
    const { run, deleting, heldSteps, left, ofRun } = await approvalWorld([HOLD])
    const call = refusal(run.journal(deleting('orders')))
    await heldSteps()
    await run.cancel()
    expect(await call).toContain('409')
    expect(await left()).toEqual({ resources: ['orders', 'users', 'carts'], pending: [] })
    expect((await ofRun()).approvals).toMatchObject([{ status: 'ended' }])
  })

  it('goes on when its rule is switched off, and is refused when it becomes a refusal', async () => {
    const off = await approvalWorld([HOLD])
    const passing = refusal(off.run.journal(off.deleting('orders')))
    await off.heldSteps()
    await off.setRules([{ ...HOLD, isOn: false }])
    expect(await passing).toBe('stored')
    expect((await off.ofRun()).approvals).toMatchObject([{ status: 'withdrawn' }])

    const stricter = await approvalWorld([HOLD])
    const stopped = refusal(stricter.run.journal(stricter.deleting('orders')))
    await stricter.heldSteps()
    await stricter.setRules([REFUSE])
    expect(await stopped).toContain('does not allow deleting orders')
  })

  it('asks two persons if the rule says so, and the second one decides', async () => {
    const two: SentRule = { ...HOLD, action: { kind: 'hold', persons: 2 } }
    const { run, deleting, heldSteps, decide, ada, bob, waiting } = await approvalWorld([two])
    const call = refusal(run.journal(deleting('orders')))
    const [approval] = await heldSteps()
    const ids = [approval?.id ?? '']
    await decide(ada, ids)
    await decide(ada, ids)
    expect((await waiting()).approvals).toMatchObject([{ status: 'waiting', decisions: [{ by: { login: 'ada' } }] }])
    await decide(bob, ids)
    expect(await call).toBe('stored')
  })

  it('does not count someone who has lost the role, also when the rule then asks for fewer', async () => {
    const asking = (persons: number): SentRule => ({ ...HOLD, action: { kind: 'hold', persons } })
    const { run, deleting, heldSteps, decide, ada, bob, addUser, setRole, setRules, waiting } = await approvalWorld([
      asking(2),
    ])
    await addUser('carol', 'operator')
    const call = refusal(run.journal(deleting('orders')))
    const [approval] = await heldSteps()
    const ids = [approval?.id ?? '']
    await decide(ada, ids)
    await setRole('ada', 'reader')
    const asked = (persons: number) =>
      vi.waitFor(async () => expect((await waiting()).approvals).toMatchObject([{ status: 'waiting', persons }]))
    await setRules([asking(1)])
    await asked(1)
    await setRules([asking(2)])
    await asked(2)
    await decide(bob, ids)
    expect((await waiting()).approvals).toMatchObject([{ status: 'waiting' }])
    await setRole('ada', 'operator')
    await setRules([{ ...asking(2), name: 'two persons' }])
    expect(await call).toBe('stored')
  })

  it('cannot be allowed by the user who runs the update, unless the rule says so', async () => {
    const { run, deleting, heldSteps, decide, token, addToken } = await approvalWorld([HOLD])
    void refusal(run.journal(deleting('orders')))
    const [approval] = await heldSteps()
    const ids = [approval?.id ?? '']
    expect(await (await decide(token, ids)).text()).toContain('The access token that runs the update may not decide it')
    const other = await decide(await addToken('admin'), ids)
    expect(other.status).toBe(403)
    expect(await other.text()).toContain('It is your own run')
    await run.cancel()
  })
})

describe('a replacement that deletes first', () => {
  const REPLACE: SentRule = { ...HOLD, what: { steps: ['replace'] } }

  it('is held at its delete, which clients report like any other, and one approval counts for both halves', async () => {
    const { run, deleting, deleted, creating, heldSteps, decide, ada, ofRun } = await approvalWorld([REPLACE])
    const call = refusal(run.journal(deleting('orders')))
    const [approval] = await heldSteps()
    expect(approval).toMatchObject({ step: 'delete', name: 'orders' })
    await decide(ada, [approval?.id ?? ''])
    expect(await call).toBe('stored')
    await run.journal({ ...deleted('orders'), removeOld: null, pendingReplacementOld: 0 })
    expect(await refusal(run.journal(creating('orders', 9)))).toBe('stored')
    expect((await ofRun()).approvals).toHaveLength(1)
  })

  it('is not looked for in a destroy, where every delete is one', async () => {
    const { cli, run, deleting } = await approvalWorld([REPLACE])
    await run.complete('succeeded')
    const destroy = await cli.start('acme/shop/prod', { kind: 'destroy' })
    expect(await refusal(destroy.journal(deleting('orders')))).toBe('stored')
  })
})

describe('a rule that counts', () => {
  const MANY: SentRule = {
    id: 'many',
    name: 'more than one delete',
    what: { steps: ['delete'] },
    moreThan: { count: 1, of: 'steps' },
    action: { kind: 'hold' },
  }

  it('asks once for the rest of the run', async () => {
    const { run, deleting, heldSteps, decide, ada, ofRun } = await approvalWorld([MANY])
    await run.journal(deleting('orders'))
    const call = refusal(run.journal(deleting('users')))
    const [approval] = await heldSteps()
    expect(approval).toMatchObject({ of: 'run', name: 'users' })
    await decide(ada, [approval?.id ?? ''])
    expect(await call).toBe('stored')
    expect(await refusal(run.journal(deleting('carts')))).toBe('stored')
    expect((await ofRun()).approvals).toHaveLength(1)
  })

  it('does not count a batch twice that is sent again', async () => {
    const { run, deleting } = await approvalWorld([{ ...MANY, action: { kind: 'refuse' } }])
    const sent = deleting('orders')
    expect(await refusal(run.journal(sent))).toBe('stored')
    expect(await refusal(run.journal(sent))).toBe('stored')
    expect(await refusal(run.journal(deleting('users')))).toContain('does not allow deleting users')
  })
})
