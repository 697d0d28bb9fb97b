import { describe, expect, it } from 'vitest'
import { CreatedToken } from '#contract/session.ts'
import { ProblemDetails } from '#contract/problem.ts'
import { Diagnosis, Plan, RecoveryRecord } from '#contract/recoveries.ts'
import { createHarness, problemOf as problem } from '#testing/consoleHarness.ts'
import { releaseRequest } from '#testing/releaseRequest.ts'

const REF = 'organization/shop/prod'
const STACK = `/stacks/${REF}`
const URN = 'urn:pulumi:prod::shop::a:b:C::new'
const reason = 'The laptop is broken.'
const statement = 'Called Ada.'
const STATEMENT_MISSING = {
  status: 422,
  code: 'not_confirmed',
  detail: 'Say how you contacted the holder, or why you couldn’t.',
  params: { items: 'statement' },
}

/** A stack whose lease is held by an update, as a user read it. */
async function held() {
  const harness = await createHarness()
  const { cli, call, deps } = harness
  await cli.createStack(REF)
  await cli.import(REF, { manifest: { time: '2026-01-05T09:00:00Z', magic: '', version: '' }, resources: [] })
  const update = await cli.start(REF)
  const diagnosis = async () => Diagnosis.parse(await (await call('GET', `${STACK}/recover`)).json())
  const read = await diagnosis()
  type More = { statement?: string; confirm?: string; basis?: Diagnosis['basis']; updateId?: string }
  const asked = ({ basis = read.basis, updateId = update.id, ...more }: More = {}) =>
    releaseRequest({ basis, updateId }, { reason, confirm: REF, ...more })
  const release = (more?: More, authorization = `token ${harness.token}`) =>
    call('POST', `${STACK}/recoveries`, { headers: { authorization }, body: asked(more) })
  return {
    ...harness,
    update,
    diagnosis,
    read,
    plan: (more?: More) => call('POST', `${STACK}/recoveries/plan`, { body: asked(more) }),
    refusal: async (...asked: Parameters<typeof release>) =>
      ProblemDetails.parse(await (await release(...asked)).json()),
    record: async (...asked: Parameters<typeof release>) => {
      const response = await release(...asked)
      expect(response.status).toBe(200)
      return RecoveryRecord.parse(await response.json())
    },
    verdict: async () => (await diagnosis()).lease?.verdict,
    disconnect: () =>
      deps.store.write((writer) =>
        writer.patchUpdate(update.id, { disconnected: { at: harness.now(), lastCallAt: harness.now() - 3000 } }),
      ),
    /** The update that holds the lease, as stored. */
    holder: () =>
      deps.store.read(async (reader) => {
        const stack = await reader.stack({ org: 'organization', project: 'shop', name: 'prod' })
        return stack?.holderId ?? null
      }),
  }
}
type Held = Awaited<ReturnType<typeof held>>

const becomesSilent = async ({ wait, update }: Held) => {
  for (let renewals = 0; renewals < 7; renewals++) {
    await wait(150)
    await update.renew()
  }
}

describe('while the holder may be alive', () => {
  it.each([
    ['alive', () => Promise.resolve()],
    ['notProgressing', becomesSilent],
  ] as const)('%s: requires the name of the stack and how the holder was reached', async (verdict, happens) => {
    const it = await held()
    await happens(it)
    expect(await it.verdict()).toBe(verdict)
    expect(await it.refusal({ confirm: 'prod', statement })).toMatchObject({
      code: 'not_confirmed',
      params: { expected: REF },
    })
    for (const missing of [undefined, '  '])
      expect(await it.refusal(missing === undefined ? {} : { statement: missing })).toMatchObject(STATEMENT_MISSING)
    expect(await it.holder()).toBe(it.update.id)
    expect(await it.record({ statement })).toMatchObject({
      recovery: 'cancel-update',
      statements: [{ item: 'lease of admin', statement }],
    })
    expect(await it.holder()).toBeNull()
  })
})

describe('once the holder is probably gone', () => {
  it.each([
    ['notResponding', ({ wait }: Held) => wait(250)],
    ['disconnected', ({ disconnect }: Held) => disconnect()],
  ] as const)('%s: requires the name of the stack only', async (verdict, happens) => {
    const it = await held()
    await happens(it)
    expect(await it.verdict()).toBe(verdict)
    expect(await it.refusal({ confirm: 'prod' })).toMatchObject({ code: 'not_confirmed', params: { expected: REF } })
    expect(await it.holder()).toBe(it.update.id)
    expect(await it.record()).toMatchObject({ recovery: 'release-lease', statements: [] })
    expect(await it.holder()).toBeNull()
  })

  it('a renewal meanwhile requires the statement again', async () => {
    const it = await held()
    await it.wait(250)
    expect(await it.verdict()).toBe('notResponding')
    await it.update.renew()
    expect(await it.refusal()).toMatchObject(STATEMENT_MISSING)
    expect(await it.holder()).toBe(it.update.id)
  })
})

describe('is refused, and changes nothing', () => {
  it('when the lease expired meanwhile, with how the update ended', async () => {
    const it = await held()
    await it.wait(250)
    await it.wait(51)
    const { versions } = await stateOf(it)
    expect(await it.refusal()).toMatchObject({
      status: 409,
      code: 'conflict',
      detail: expect.stringMatching(/^Nothing is running, .* ended by the server because its lease expired/) as string,
      params: { updateId: it.update.id, status: 'expired', endedAt: String(it.now()) },
    })
    expect((await stateOf(it)).versions).toEqual(versions)
  })
  it('when the update completed meanwhile, with how it ended', async () => {
    const it = await held()
    await it.update.complete('succeeded')
    expect(await it.refusal({ statement })).toMatchObject({
      status: 409,
      code: 'conflict',
      params: { updateId: it.update.id, status: 'succeeded', endedAt: String(it.now()) },
    })
    expect((await stateOf(it)).status).toBe('succeeded')
  })
  it('when another update holds the lease by now, which continues', async () => {
    const it = await held()
    await it.update.complete('succeeded')
    const other = await it.cli.start(REF)
    const refusal = await it.refusal({ statement })
    expect(refusal).toMatchObject({
      status: 409,
      code: 'conflict',
      detail: 'That update has ended; another one is running now.',
      params: { updateId: other.id },
    })
    expect(refusal.params).not.toHaveProperty('endedAt')
    expect(await it.holder()).toBe(other.id)
    await other.renew()
  })
  it('when the stack is locked, as a locked stack has no lease', async () => {
    const it = await held()
    const lock = { body: { reason: 'Repairs', durationS: 3600 } }
    expect((await it.call('POST', `${STACK}/lock`, lock)).status).toBe(409)
    await it.update.complete('succeeded')
    expect((await it.call('POST', `${STACK}/lock`, lock)).status).toBe(200)
    expect(await it.refusal({ statement })).toMatchObject({ status: 409, params: { status: 'succeeded' } })
    expect((await it.call('POST', `${STACK}/lock/release`, {})).status).toBe(200) // it was still locked
  })
  it('without the rights: a reader, and a token that only reads', async () => {
    const it = await held()
    const rita = `token ${await it.addUser('rita', 'reader')}`
    expect(await it.refusal({ statement }, rita)).toMatchObject({
      status: 403,
      code: 'forbidden',
      params: { needs: 'operator', has: 'reader' },
    })
    const made = await it.call('POST', '/tokens', { body: { name: 'dashboard', scope: 'read' } })
    const { value } = CreatedToken.parse(await made.json())
    expect(await it.refusal({ statement }, `token ${value}`)).toMatchObject({ status: 403, code: 'forbidden' })
    expect(await it.holder()).toBe(it.update.id)
  })
  it('for an update of another stack, and for none', async () => {
    const it = await held()
    await it.cli.createStack('organization/shop/dev')
    const other = await it.cli.start('organization/shop/dev')
    for (const updateId of [other.id, 'none'])
      expect(await it.refusal({ statement, updateId })).toMatchObject({ status: 404, code: 'not_found' })
    await other.renew()
  })
})

it('is refused on another state than the one that was read', async () => {
  const it = await held()
  const { basis } = it.read
  for (const stale of [null, basis && { ...basis, hash: 'another' }, basis && { ...basis, version: 7 }])
    expect(await it.refusal({ statement, basis: stale })).toMatchObject({
      status: 409,
      code: 'stale_basis',
      params: { version: '1', hash: basis?.hash },
    })
  expect(await it.holder()).toBe(it.update.id)
})

it('names one update to end, and nothing else', async () => {
  const it = await held()
  const end = { problem: it.update.id, option: 'end', statement }
  const request = releaseRequest({ basis: it.read.basis, updateId: '' }, { reason, confirm: REF })
  for (const choices of [[], [{ ...end, option: 'adopt' }], [end, end]])
    for (const path of ['/recoveries', '/recoveries/plan']) {
      const response = await it.call('POST', `${STACK}${path}`, { body: { ...request, choices } })
      expect(ProblemDetails.parse(await response.json())).toMatchObject({ status: 400, code: 'bad_request' })
    }
  expect(await it.holder()).toBe(it.update.id)
})

describe('the plan', () => {
  const begun = {
    version: 1, kind: 0, sequenceID: 1, operationID: 1, removeOld: null, removeNew: null,
    operation: { type: 'creating', resource: { urn: URN, custom: true, type: 'a:b:C', inputs: {} } },
  } // prettier-ignore
  const planned = async (it: Held) => Plan.parse(await (await it.plan()).json())

  it('says what the end leaves unknown and how it is confirmed, and writes nothing', async () => {
    const it = await held()
    await it.update.journal(begun)
    const plan = await planned(it)
    expect(plan).toMatchObject({
      level: 3,
      effect: { operationsInFlight: [{ type: 'creating', urn: URN }], entriesRemoved: [], operationsRemoved: [] },
      stopAndAsk: [
        expect.stringMatching(/^Admin is alive: you would stop a running update while it is creating .*\.$/),
        'By its name, this stack is production.',
        'The holder is a person: ask admin first.',
      ],
      terminal: [`pulumi cancel --stack ${REF} --yes`],
    })
    expect(plan.effect.sentences.slice(0, 2)).toEqual([
      'This can’t be undone.',
      'admin’s update ends as cancelled, and its lease is released.',
    ])
    expect(plan.effect.sentences[4]).toMatch(
      /^1 operation in flight becomes pending\. Before the next pulumi up, check/,
    )
    expect(await it.holder()).toBe(it.update.id)
    await it.wait(250)
    expect(await planned(it)).toMatchObject({ level: 2, stopAndAsk: [] })
  })
  it('is refused as the release is: once the update has ended, with how, and on another state', async () => {
    const it = await held()
    expect(await problem(await it.plan({ basis: null }))).toMatchObject({ code: 'stale_basis' })
    expect(await problem(await it.plan({ updateId: 'none' }))).toMatchObject({ code: 'not_found' })
    await it.update.complete('succeeded')
    expect(await problem(await it.plan())).toMatchObject({ code: 'conflict', params: { status: 'succeeded' } })
    const other = await it.cli.start(REF)
    expect(await problem(await it.plan())).toMatchObject({ code: 'conflict', params: { updateId: other.id } })
  })
})

/** The end of the update, and the versions of its stack. */
const stateOf = ({ deps, update }: Held) =>
  deps.store.read(async (reader) => {
    const row = await reader.update(update.id)
    const states = row ? await reader.states(row.stackId, { limit: 10, offset: 0 }) : []
    return { status: row?.status, versions: states.map(({ version }) => version) }
  })
