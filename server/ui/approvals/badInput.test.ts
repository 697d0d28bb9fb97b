import { describe, expect, it } from 'vitest'
import { LookBack } from '#contract/approvals.ts'
import { createToken } from '#server/core/access/credentials.ts'
import { answerOf } from '#testing/approvals/answers.ts'
import { approvalWorld, HOLD, REF, REFUSE, type SentRule } from '#testing/approvals/world.ts'
import { problemOf, replyOf } from '#testing/consoleHarness.ts'

const rule = (more: object = {}) => ({ ...HOLD, ...more })
const what = (more: object) => rule({ what: { steps: ['delete'], ...more } })
const ALL = ['create', 'update', 'replace', 'delete', 'import', 'read']

describe('rules that are not saved', () => {
  it.each<[string, unknown, string]>([
    ['an unknown kind of step', [what({ steps: ['destroy'] })], 'steps'],
    ['no kind of step', [what({ steps: [] })], 'names no step'],
    ['an unknown role', [rule({ action: { kind: 'hold', role: 'owner' } })], 'role'],
    ['an unknown role of who runs it', [rule({ who: { roles: ['root'] } })], 'roles'],
    ['an unknown action', [rule({ action: { kind: 'ask' } })], 'action'],
    ['an unknown command', [what({ runs: ['preview'] })], 'runs'],
    ['the same id twice', [rule(), rule()], 'have the same id twice'],
    ['an id with other characters', [rule({ id: 'No Data' })], 'is 1 to 60 of'],
    ['no name', [rule({ name: '  ' })], 'name'],
    ['a name of 101 characters', [rule({ name: 'x'.repeat(101) })], 'name'],
    ['a pattern of 1,001 characters', [what({ urns: ['x'.repeat(1_001)] })], 'urns'],
    ['an empty pattern', [what({ urns: [''] })], 'urns'],
    ['51 patterns', [what({ types: Array.from({ length: 51 }, (_, at) => `a${at}`) })], 'types'],
    ['501 rules', Array.from({ length: 501 }, (_, at) => rule({ id: `r${at}` })), 'rules'],
    ['eleven persons', [rule({ action: { kind: 'hold', persons: 11 } })], 'persons'],
    ['no person', [rule({ action: { kind: 'hold', persons: 0 } })], 'persons'],
    ['half a minute', [rule({ action: { kind: 'hold', minutes: 0.5 } })], 'minutes'],
    ['a wait of two days', [rule({ action: { kind: 'hold', minutes: 2_880 } })], 'minutes'],
    ['an eighth day', [rule({ when: { days: [8] } })], 'days'],
    ['a time that is none', [rule({ when: { days: [1], from: '25:00' } })], 'is not a time of day'],
    ['a zone that is none', [rule({ when: { days: [1], zone: 'Mars/Base' } })], 'is not a time zone'],
    ['a negative count', [rule({ moreThan: { count: -1, of: 'steps' } })], 'count'],
    ['more persons than there are', [rule({ action: { kind: 'hold', persons: 9 } })], 'Nobody could satisfy'],
    ['no list', 'all of them', 'rules'],
  ])('%s', async (_, rules, said) => {
    const { call } = await approvalWorld([])
    const problem = await problemOf(call('PUT', '/approval-rules', { body: { rules } }))
    expect(problem.status).toBe(400)
    expect(JSON.stringify(problem)).toContain(said)
  })

  it('others have changed since they were read', async () => {
    const { call } = await approvalWorld([HOLD])
    const stale = await problemOf(call('PUT', '/approval-rules', { body: { basis: 0, rules: [] } }))
    expect(stale).toMatchObject({ status: 409, detail: expect.stringContaining('changed since you read them') })
    expect((await call('PUT', '/approval-rules', { body: { basis: 1, rules: [] } })).status).toBe(200)
  })
})

it.each<[string, object, string]>([
  ['everything', { what: { steps: ALL }, where: {}, action: { kind: 'refuse' } }, 'every step of every update'],
  ['no type that holds data', { what: { steps: ALL, types: ['a:b:C'], holdsData: true } }, 'applies to nothing'],
  ['only refreshes', { what: { steps: ALL, runs: ['refresh'] } }, 'applies to nothing'],
  ['a type of two parts', { what: { steps: ALL, types: ['aws:rds'] } }, 'is not a type'],
])('a rule that matches %s says so before it is saved', async (_, more, said) => {
  const { call } = await approvalWorld([])
  const { notes } = await replyOf(
    LookBack,
    call('POST', '/approval-rules/look-back', { body: { rules: [rule(more)] } }),
  )
  expect(notes.map(({ note }) => note).join()).toContain(said)
})

it('500 rules with patterns of 1,000 characters hardly slow a call of the journal', async () => {
  const pattern = (at: number) => `*${'a*'.repeat(495)}${at}`
  const many: SentRule[] = Array.from({ length: 500 }, (_, at) => ({
    ...REFUSE,
    id: `r${at}`,
    what: { steps: ['delete'], urns: [pattern(at)] },
  }))
  const { run, deleting } = await approvalWorld(many, { names: ['a'.repeat(900), 'orders'] })
  const cpu = process.cpuUsage()
  expect(await answerOf(run.journal(deleting('a'.repeat(900)), deleting('orders')))).toBe('stored')
  const { user, system } = process.cpuUsage(cpu)
  expect((user + system) / 1_000).toBeLessThan(2_000)
})

/** A step that is held, and a decision about it, wrong in one thing. */
async function held(rules: SentRule[] = [HOLD]) {
  const world = await approvalWorld(rules)
  const begun = answerOf(world.run.journal(world.deleting('orders')))
  const [approval] = await world.heldSteps()
  const { call, ada } = world
  const send = (body: object, token = ada, ref = REF) =>
    call('POST', `/stacks/${ref}/approvals/decide`, { body, headers: { authorization: `token ${token}` } })
  return { ...world, begun, ids: [approval?.id ?? ''], send }
}

describe('a decision that is not accepted', () => {
  it.each<[string, (ids: string[]) => object, number]>([
    ['1,001 ids', () => ({ ids: Array.from({ length: 1_001 }, (_, at) => `id-${at}`), allow: true }), 400],
    ['no id', () => ({ ids: [], allow: true }), 400],
    ['an unknown id', () => ({ ids: ['nobody'], allow: true }), 404],
    ['one of two ids unknown', (ids) => ({ ids: [...ids, 'nobody'], allow: true }), 404],
    ['a reason of 501 characters', (ids) => ({ ids, allow: true, reason: 'x'.repeat(501) }), 400],
    ['a refusal without a reason', (ids) => ({ ids, allow: false }), 400],
    ['a refusal with a blank reason', (ids) => ({ ids, allow: false, reason: ' ' }), 400],
    ['neither yes nor no', (ids) => ({ ids }), 400],
    ['a text as the answer', (ids) => ({ ids, allow: 'yes' }), 400],
  ])('%s', async (_, body, status) => {
    const { send, ids, waiting, run } = await held()
    expect((await send(body(ids))).status).toBe(status)
    expect((await waiting()).approvals).toMatchObject([{ status: 'waiting', decisions: [] }])
    await run.cancel()
  })

  it('that refuses without a reason, and the answer says so', async () => {
    const { send, ids, run } = await held()
    expect(await problemOf(send({ ids, allow: false }))).toMatchObject({
      detail: expect.stringContaining('reason: is needed to refuse a step'),
    })
    await run.cancel()
  })

  it('about an approval of another stack', async () => {
    const { send, ids, ada, cli, waiting, run } = await held()
    await cli.createStack('acme/shop/dev')
    expect((await send({ ids, allow: true }, ada, 'acme/shop/dev')).status).toBe(404)
    expect((await waiting()).approvals).toMatchObject([{ decisions: [] }])
    await run.cancel()
  })

  it('by a reader, by an operator of another organization, and with a token that only reads', async () => {
    const { send, ids, addUser, deps, waiting, run } = await held()
    const rita = await addUser('rita', 'reader')
    const otto = await addUser('otto', 'reader')
    const scoped = await deps.store.write(async (writer) => {
      const user = await writer.userByLogin('otto')
      await writer.patchUser(user?.id ?? '', { roles: { other: 'operator' } })
      const ada = await writer.userByLogin('ada')
      const token = { userId: ada?.id ?? '', name: 'reads', scope: 'read', source: 'terminal' } as const
      return (await createToken(deps, writer, token)).value
    })
    for (const token of [rita, otto, scoped]) expect((await send({ ids, allow: true }, token)).status).toBe(403)
    expect((await waiting()).approvals).toMatchObject([{ decisions: [] }])
    await run.cancel()
  })

  it('by a user from whom the organization is hidden, who learns no name of it', async () => {
    const { send, ids, addUser, deps, call, run } = await held()
    const hugo = await addUser('hugo', 'operator')
    await deps.store.write(async (writer) => {
      const user = await writer.userByLogin('hugo')
      await writer.patchUser(user?.id ?? '', { roles: { acme: 'none' } })
    })
    const headers = { authorization: `token ${hugo}` }
    const answers = [
      await send({ ids, allow: true }, hugo),
      await call('GET', `/stacks/${REF}/runs/${run.id}/approvals`, { headers }),
      await call('GET', `/stacks/${REF}/runs/${run.id}/approvals/details`, { headers }),
    ]
    for (const answer of answers) {
      expect(answer.status).toBe(404)
      expect(await answer.text()).not.toMatch(/orders|no deletes|aws:rds/)
    }
    const list = await call('GET', '/approvals', { headers })
    expect(await list.json()).toMatchObject({ approvals: [] })
    await run.cancel()
  })

  it('twice: the same again changes nothing, the contrary is told who decided', async () => {
    const { send, ids, begun, bob, ofRun } = await held()
    expect((await send({ ids, allow: true })).status).toBe(200)
    expect((await send({ ids, allow: true })).status).toBe(200)
    const contrary = await problemOf(send({ ids, allow: false, reason: 'not now' }, bob))
    expect(contrary).toMatchObject({ status: 409, detail: expect.stringContaining('ada') })
    expect(await begun).toBe('stored')
    expect((await ofRun()).approvals).toMatchObject([{ status: 'allowed', decisions: [{ by: { login: 'ada' } }] }])
  })

  it('of an ended run: refused, or a day later, is too late; allowed in time, it counts for the next run', async () => {
    const { send, ids, run, begun, wait } = await held()
    await run.cancel()
    await begun
    expect((await send({ ids, allow: false, reason: 'not now' })).status).toBe(409)
    await wait(23 * 3_600)
    expect((await send({ ids, allow: true })).status).toBe(200)
    const late = await held()
    await late.run.cancel()
    await late.wait(25 * 3_600)
    expect(await (await late.send({ ids: late.ids, allow: true })).text()).toContain('too late')
  })

  it('of a step that a rule refused', async () => {
    const world = await approvalWorld([REFUSE])
    await answerOf(world.run.journal(world.deleting('orders')))
    const [row] = (await world.ofRun()).approvals
    const answer = await world.decide(world.ada, [row?.id ?? ''])
    expect(answer.status).toBe(403)
    expect(await answer.text()).toContain('nobody can allow it')
  })
})

it('a stack shows its approvals under its new name, and none once it is deleted', async () => {
  const { send, ids, run, begun, cli, call, waiting } = await held()
  await send({ ids, allow: true })
  await begun
  await run.complete('failed')
  await cli.send(`${REF}/rename`, { newName: 'live' })
  const shown = async (ref: string) => call('GET', `/stacks/${ref}/runs/${run.id}/approvals`)
  expect(await (await shown('acme/shop/live')).json()).toMatchObject({ approvals: [{ stack: { stack: 'live' } }] })
  await cli.send('acme/shop/live?force=true', undefined, { method: 'DELETE' })
  expect((await shown('acme/shop/live')).status).toBe(404)
  expect((await waiting()).approvals).toEqual([])
  await cli.createStack('acme/shop/live')
  expect((await shown('acme/shop/live')).status).toBe(404)
})

it('a stack that is transferred takes its approvals with it', async () => {
  const { send, ids, run, begun, cli, call } = await held()
  await send({ ids, allow: true })
  await begun
  await run.complete('failed')
  await cli.createStack('other/shop/x')
  await cli.send(`${REF}/transfer`, { toOrg: 'other' })
  const answer = await call('GET', `/stacks/other/shop/prod/runs/${run.id}/approvals`)
  expect(await answer.json()).toMatchObject({ approvals: [{ stack: { org: 'other' } }] })
})
