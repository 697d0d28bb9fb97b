import { describe, expect, it } from 'vitest'
import { approvalWorld, HOLD, REFUSE, type SentRule, urnOf, database } from '#testing/approvals/world.ts'
import { answerOf } from '#testing/approvals/answers.ts'

// What is decided about a step while other things change: its batch, its rules, its users, the clients.

const TWO: SentRule = { ...HOLD, action: { kind: 'hold', persons: 2 } }
const WEB = 'aws:ec2/instance:Instance'
const web = (name: string) => ({ type: WEB, urn: urnOf(name, WEB) })
const MANY: SentRule = {
  id: 'many',
  name: 'more than one create',
  what: { steps: ['create'] },
  moreThan: { count: 1, of: 'steps' },
  action: { kind: 'hold' },
}

describe('a batch of which one step is refused', () => {
  it('waits for none of its other steps any more, which can be allowed for the next run', async () => {
    const { run, deleting, heldSteps, decide, ada, waiting, ofRun, cli, stackRow, deps } = await approvalWorld([HOLD])
    const call = answerOf(run.journal(deleting('orders'), deleting('users')))
    const held = await heldSteps(2)
    const idOf = (name: string) => held.find((one) => one.name === name)?.id ?? ''
    await decide(ada, [idOf('users')], false)
    expect(await call).toContain('ada refused deleting users')
    expect((await waiting()).approvals).toEqual([])
    expect((await ofRun()).approvals.map(({ name, status }) => [name, status])).toEqual([
      ['orders', 'ended'],
      ['users', 'refused'],
    ])
    expect((await deps.store.read((reader) => reader.update(run.id)))?.awaiting).toBeNull()
    await run.complete('failed')
    expect((await decide(ada, [idOf('orders')])).status).toBe(200)
    const next = await cli.start('acme/shop/prod')
    expect(await answerOf(next.journal(deleting('orders')))).toBe('stored')
    expect(await stackRow('acme/shop/prod')).toBeDefined()
  })

  it('asks again about one of them that is sent by itself, with its record', async () => {
    const { run, deleting, heldSteps, decide, ada, ofRun } = await approvalWorld([
      HOLD,
      { ...REFUSE, id: 'users', what: { steps: ['delete'], urns: ['*::users'] } },
    ])
    const orders = deleting('orders')
    expect(await answerOf(run.journal(orders, deleting('users')))).toContain('does not allow deleting users')
    const call = answerOf(run.journal(orders))
    const [approval] = await heldSteps()
    await decide(ada, [approval?.id ?? ''])
    expect(await call).toBe('stored')
    expect((await ofRun()).approvals).toHaveLength(2)
  })

  it('asks for the rest of the run at the next step, if a rule counts', async () => {
    const { run, creating, deleting, heldSteps, decide, ada } = await approvalWorld([MANY, REFUSE])
    await run.journal(creating('one', 11, web('one')))
    expect(await answerOf(run.journal(creating('two', 12, web('two')), deleting('users')))).toContain('does not allow')
    const call = answerOf(run.journal(creating('three', 13, web('three'))))
    const [approval] = await heldSteps()
    expect(approval).toMatchObject({ of: 'run', name: 'three', status: 'waiting' })
    await decide(ada, [approval?.id ?? ''])
    expect(await call).toBe('stored')
  })
})

describe('while a step is held', () => {
  it('a rule that asks for administrators instead does not count what an operator said', async () => {
    const { run, deleting, heldSteps, decide, ada, setRules, addUser, waiting } = await approvalWorld([TWO])
    const root = await addUser('root', 'admin')
    const call = answerOf(run.journal(deleting('orders')))
    const [approval] = await heldSteps()
    await decide(ada, [approval?.id ?? ''])
    await setRules([{ ...HOLD, action: { kind: 'hold', persons: 1, role: 'admin' } }])
    await expect.poll(async () => (await waiting()).approvals[0]?.role).toBe('admin')
    await decide(root, [approval?.id ?? ''])
    expect(await call).toBe('stored')
  })

  it('a rule that asks for fewer users lets it go on, if those who allowed it still may', async () => {
    const { run, deleting, heldSteps, decide, ada, setRules } = await approvalWorld([TWO])
    const call = answerOf(run.journal(deleting('orders')))
    const [approval] = await heldSteps()
    await decide(ada, [approval?.id ?? ''])
    await setRules([HOLD])
    expect(await call).toBe('stored')
  })

  it('a user who lost the role does not count for a rule that asks for fewer', async () => {
    const { run, deleting, heldSteps, decide, ada, bob, setRules, setRole, waiting } = await approvalWorld([TWO])
    const call = answerOf(run.journal(deleting('orders')))
    const [approval] = await heldSteps()
    await decide(ada, [approval?.id ?? ''])
    await setRole('ada', 'reader')
    await setRules([HOLD])
    await expect.poll(async () => (await waiting()).approvals[0]?.persons).toBe(1)
    await decide(bob, [approval?.id ?? ''])
    expect(await call).toBe('stored')
  })

  it('a rule that is switched off leaves no approval for later, if too few users had allowed it', async () => {
    const { run, deleting, heldSteps, decide, ada, setRules, ofRun, cli } = await approvalWorld([TWO])
    const call = answerOf(run.journal(deleting('orders')))
    const [approval] = await heldSteps()
    await decide(ada, [approval?.id ?? ''])
    await setRules([{ ...TWO, isOn: false }])
    expect(await call).toBe('stored')
    expect((await ofRun()).approvals).toMatchObject([{ status: 'withdrawn', keptUntil: null }])
    await run.complete('failed')
    await setRules([TWO])
    const next = await cli.start('acme/shop/prod')
    void answerOf(next.journal(deleting('orders')))
    await heldSteps()
    await next.cancel()
  })

  it('another rule that refuses it is the one that the error and the record name', async () => {
    const { run, deleting, heldSteps, setRules, ofRun } = await approvalWorld([HOLD])
    const call = answerOf(run.journal(deleting('orders')))
    await heldSteps()
    await setRules([HOLD, { ...REFUSE, id: 'frozen', name: 'frozen until Monday' }])
    expect(await call).toContain('"frozen until Monday\\" does not allow deleting orders')
    expect((await ofRun()).approvals).toMatchObject([
      { status: 'refused', isRefusal: true, rules: [{ id: 'frozen' }], why: expect.stringContaining('are refused') },
    ])
  })

  it('tags by which an administrator takes the stack out of the rule let it go on', async () => {
    const { run, deleting, heldSteps, setTags } = await approvalWorld([
      { ...HOLD, where: { tags: { environment: 'prod*' } } },
    ])
    const call = answerOf(run.journal(deleting('orders')))
    await heldSteps()
    await setTags({ environment: 'test' })
    expect(await call).toBe('stored')
  }, 15_000)

  it('what looks at it again is no activity of its client', async () => {
    const { run, deleting, created, creating, heldSteps, setRules, deps, wait, waiting } = await approvalWorld([HOLD])
    await run.journal(creating('cache', 7, web('cache')))
    const lastWrite = async () => (await deps.store.read((reader) => reader.update(run.id)))?.lastWriteAt
    const call = answerOf(run.journal(created('cache', 7), deleting('orders')))
    await heldSteps()
    const before = await lastWrite()
    await wait(60)
    await setRules([{ ...HOLD, action: { kind: 'hold', minutes: 40 } }])
    await expect
      .poll(async () => (await waiting()).approvals[0]?.until)
      .toBeGreaterThan(Date.parse('2026-03-04T10:35:00Z'))
    expect(await lastWrite()).toBe(before)
    await run.cancel()
    await call
  })
})

describe('a step that was refused', () => {
  it('stays refused when its rule is gone', async () => {
    const { run, deleting, heldSteps, decide, ada, setRules } = await approvalWorld([HOLD])
    const sent = deleting('orders')
    const call = answerOf(run.journal(sent))
    const [approval] = await heldSteps()
    await decide(ada, [approval?.id ?? ''], false, 'no')
    expect(await call).toContain('ada refused')
    await setRules([{ ...HOLD, isOn: false }])
    expect(await answerOf(run.journal(sent))).toContain('ada refused deleting orders')
    await setRules([])
    expect(await answerOf(run.journal(sent))).toContain('ada refused deleting orders')
    expect(await answerOf(run.journal(deleting('users')))).toBe('stored')
  })
})

describe('an approval that is kept', () => {
  const stored = async (rules: SentRule[]) => {
    const world = await approvalWorld(rules)
    const { run, deleting, heldSteps, decide, ada } = world
    const call = answerOf(run.journal(deleting('orders')))
    const [approval] = await heldSteps()
    await decide(ada, [approval?.id ?? ''])
    expect(await call).toBe('stored')
    await run.complete('failed')
    return world
  }

  it('does not count for a rule that refuses now', async () => {
    const { setRules, cli, deleting } = await stored([HOLD])
    await setRules([REFUSE])
    const next = await cli.start('acme/shop/prod')
    expect(await answerOf(next.journal(deleting('orders')))).toContain('does not allow deleting orders')
  })

  it.each([
    ['administrators', { kind: 'hold', role: 'admin' }],
    ['more users', { kind: 'hold', persons: 2 }],
  ])('does not count for a rule that asks for %s now', async (_, action) => {
    const { setRules, cli, deleting, heldSteps } = await stored([HOLD])
    await setRules([{ ...HOLD, action }])
    const next = await cli.start('acme/shop/prod')
    void answerOf(next.journal(deleting('orders')))
    expect(await heldSteps()).toMatchObject([{ updateId: next.id, name: 'orders' }])
    await next.cancel()
  })

  it('does not count in a run of the user who gave it', async () => {
    const { cli, deleting, heldSteps, ada } = await stored([HOLD])
    const next = await cli.start('acme/shop/prod', { as: ada })
    void answerOf(next.journal(deleting('orders')))
    expect(await heldSteps()).toMatchObject([{ updateId: next.id, name: 'orders' }])
    await next.cancel()
  })

  it('does not count once its user has lost the role', async () => {
    const { cli, deleting, heldSteps, setRole } = await stored([HOLD])
    await setRole('ada', 'reader')
    const next = await cli.start('acme/shop/prod')
    void answerOf(next.journal(deleting('orders')))
    expect(await heldSteps()).toMatchObject([{ updateId: next.id, name: 'orders' }])
    await next.cancel()
  })

  it('is on record with the run in which it counts', async () => {
    const { cli, deleting, get } = await stored([HOLD])
    const next = await cli.start('acme/shop/prod')
    expect(await answerOf(next.journal(deleting('orders')))).toBe('stored')
    expect(await get(`/stacks/acme/shop/prod/runs/${next.id}/approvals`)).toMatchObject({
      approvals: [{ status: 'allowed', name: 'orders', decisions: [{ by: { login: 'ada' } }] }],
    })
    expect(await get('/audit?action=approval.use')).toMatchObject({
      entries: [{ detail: expect.stringContaining('deleting orders') }],
    })
  })

  it('does not count for an entry with the same number that does something else', async () => {
    const { run, deleting, heldSteps, decide, ada, left } = await approvalWorld([HOLD])
    const orders = deleting('orders')
    const call = answerOf(run.journal(orders, deleting('users')))
    const held = await heldSteps(2)
    await decide(ada, [held.find(({ name }) => name === 'orders')?.id ?? ''])
    const other = answerOf(run.journal({ ...deleting('carts'), sequenceID: orders.sequenceID }))
    expect(await heldSteps(1)).toMatchObject([{ name: 'carts' }])
    expect((await left()).pending).toEqual([])
    await run.cancel()
    expect([await call, await other].map((text) => text.slice(0, 3))).toEqual(['503', '409'])
  })

  it('of a replacement counts for both halves in its run, and for no other replacement later', async () => {
    const { run, creating, entry, heldSteps, decide, ada, cli } = await approvalWorld([HOLD])
    const old = (more: object) => ({ type: 'deleting', resource: database('orders', { delete: true, ...more }) })
    const call = answerOf(run.journal(creating('orders', 1, { inputs: { engine: '15' } })))
    const [approval] = await heldSteps()
    expect(approval).toMatchObject({ step: 'replace' })
    await decide(ada, [approval?.id ?? ''])
    expect(await call).toBe('stored')
    expect(await answerOf(run.journal(entry(0, 2, { operation: old({}) })))).toBe('stored')
    await run.complete('failed')
    const next = await cli.start('acme/shop/prod')
    void answerOf(next.journal(creating('orders', 1, { inputs: { engine: '16' } })))
    expect(await heldSteps()).toMatchObject([{ updateId: next.id, step: 'replace' }])
    await next.cancel()
  })

  describe('for the rest of a run', () => {
    const DELETES: SentRule = { ...MANY, what: { steps: ['delete'] }, moreThan: { count: 0, of: 'steps' } }

    /** It is allowed once its own run has ended. */
    const allowedLate = async () => {
      const world = await approvalWorld([DELETES])
      const { run, deleting, heldSteps, decide, ada, wait } = world
      const call = answerOf(run.journal(deleting('orders')))
      const [approval] = await heldSteps()
      await run.cancel()
      await call
      await wait(1)
      await decide(ada, [approval?.id ?? ''])
      return world
    }

    it('does not count for the next run, if its own run has used it', async () => {
      const { cli, deleting, heldSteps } = await stored([DELETES])
      const next = await cli.start('acme/shop/prod')
      const call = answerOf(next.journal(deleting('users')))
      await heldSteps()
      await next.cancel()
      expect(await call).toContain('409')
    })

    it('counts for the next run, if it came too late for its own', async () => {
      const { cli, deleting, heldSteps } = await allowedLate()
      const next = await cli.start('acme/shop/prod')
      expect(await answerOf(next.journal(deleting('users')))).toBe('stored')
      expect(await answerOf(next.journal(deleting('carts')))).toBe('stored')
      await next.complete('failed')
      const third = await cli.start('acme/shop/prod')
      void answerOf(third.journal(deleting('users')))
      expect(await heldSteps()).toMatchObject([{ updateId: third.id }])
      await third.cancel()
    })

    it('does not count for another command', async () => {
      const { cli, deleting, heldSteps } = await allowedLate()
      const next = await cli.start('acme/shop/prod', { kind: 'destroy' })
      void answerOf(next.journal(deleting('users')))
      expect(await heldSteps()).toMatchObject([{ updateId: next.id }])
      await next.cancel()
    })
  })
})
