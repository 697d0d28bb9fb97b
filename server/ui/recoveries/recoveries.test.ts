import { Alarms } from '#contract/alarms.ts'
import { describe, expect, it } from 'vitest'
import { begins, succeeds as success } from '#testing/samples/sampleJournal.ts'
import { Diagnosis, type PendingAnswer, Plan, RecoveryOptions, RecoveryRecord } from '#contract/recoveries.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import { StackDetail } from '#contract/stacks.ts'
import { StoreUnavailableError } from '../../store/port.ts'
import { createHarness, problemOf as problem, replyOf as parsed } from '#testing/consoleHarness.ts'
import { releaseRequest } from '#testing/releaseRequest.ts'

const REF = 'organization/shop/prod'
const STACK = `/stacks/${REF}`
const urnOf = (name: string) => `urn:pulumi:prod::shop::aws:s3/bucket:Bucket::${name}`
const secret = { '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270', ciphertext: 'never-show' }
const bucket = (name: string, more: Record<string, unknown> = {}) => ({
  urn: urnOf(name),
  custom: true,
  type: 'aws:s3/bucket:Bucket',
  inputs: { bucket: `${name}-1a2b`, password: secret },
  ...more,
})
const begin = (sequenceID: number, operationID: number, type: string, resource: object) =>
  begins(sequenceID, { type, resource }, operationID)

type Json = Record<string, unknown>

async function world() {
  const harness = await createHarness()
  const { cli, call, deps } = harness
  await cli.createStack(REF)
  await cli.import(REF, {
    manifest: { time: '2026-01-05T09:00:00Z', magic: '', version: '' },
    resources: [bucket('old', { id: 'old-id' })],
    futureKey: { kept: 1 },
  })

  const diagnosis = async () => parsed(Diagnosis, await call('GET', `${STACK}/recover`))
  const post = (path: string, body: Json) => call('POST', `${STACK}${path}`, { body })
  const exported = () => harness.exported<Json>(REF)
  /** Answers the pending operations by name, on the current state. */
  const request = async (
    recovery: RecoveryId,
    answers: Record<string, { answer: PendingAnswer; statement?: string }>,
  ) => {
    const { basis, pending } = await diagnosis()
    const choices = pending.flatMap(({ key: problem, name }) => {
      const { answer, ...rest } = answers[name] ?? {}
      return answer ? [{ problem, option: answer, ...rest }] : []
    })
    return { recovery, basis, choices, reason: 'The runner was killed.', confirm: REF }
  }
  const run = async (body: Json) => parsed(RecoveryRecord, await post('/recoveries', body))
  return { ...harness, deps, diagnosis, post, request, run, problem, parsed, exported }
}

/** An update that created one bucket, started another, and died; its lease has expired. */
async function killed() {
  const it = await world()
  const update = await it.cli.start(REF)
  await update.journal(begin(1, 1, 'creating', bucket('done')), success(2, 1, bucket('done', { id: 'done-id' })))
  await update.journal(
    begin(3, 2, 'creating', bucket('invoices')),
    begin(4, 3, 'updating', bucket('old', { id: 'old-id' })),
  )
  const { basis } = await it.diagnosis()
  return {
    ...it,
    update,
    release: (confirmation: Parameters<typeof releaseRequest>[1]) =>
      it.post('/recoveries', releaseRequest({ basis, updateId: update.id }, confirmation)),
    die: async () => {
      await it.wait(301)
    },
  }
}

const looked = { answer: 'doesNotExist', statement: 'Looked in eu-west-1, not there.' } as const

describe('the diagnosis of an update that was killed', () => {
  it('lists what was finished, in flight and not reached, masks secrets, and leads to the pending operations', async () => {
    const it = await killed()
    await it.update.events({
      sequence: 1,
      timestamp: 1,
      resourcePreEvent: { metadata: { op: 'create', urn: urnOf('done'), type: 't' } },
    })
    await it.die()
    const found = await it.diagnosis()
    expect(found.findings.map(({ recovery }) => recovery)).toEqual([
      'release-lease',
      'clear-create',
      'clear-operations',
      'resolve-operations',
    ])
    expect(found.findings.map(({ blocked }) => blocked)).toEqual([null, null, null, null])
    expect(found.interrupted).toMatchObject({
      finished: [{ op: 'create', urn: urnOf('done') }],
      inFlight: [
        { op: 'create', urn: urnOf('invoices') },
        { op: 'update', urn: urnOf('old') },
      ],
      untouched: 0,
      resolved: null,
    })
    expect(found.lease?.verdict).toBe('orphaned')
    expect(found.pending.map(({ name, situation, since }) => [name, situation, since?.version])).toEqual([
      ['invoices', 'createNotLive', 2],
      ['old', 'updating', 2],
    ])
    expect(found.pending[0]?.clues).toContainEqual({ label: 'bucket', value: 'invoices-1a2b' })
    expect(JSON.stringify(found)).not.toContain('never-show')
  })

  it('offers only the options for a live holder while someone may be working', async () => {
    const it = await killed()
    const whileAlive = await it.diagnosis()
    expect(whileAlive.findings[0]).toMatchObject({ recovery: 'cancel-update', level: 3 })
    // Operations in flight belong to the holder: they are not interrupted, and no one is asked to resolve them.
    expect(whileAlive.findings).toHaveLength(1)
    expect(whileAlive.pending).toEqual([])
    expect(whileAlive.findings.slice(1).every(({ blocked }) => blocked !== null)).toBe(true)
    await it.wait(250)
    expect((await it.diagnosis()).findings[0]).toMatchObject({ recovery: 'release-lease', level: 2 })
  })

  it('shows the ID that the client reported late next to its create', async () => {
    const it = await killed()
    await it.update.cancel()
    await it.update.journal(success(5, 2, bucket('invoices', { id: 'invoices-77' }))).catch(() => undefined)
    const { pending, interrupted } = await it.diagnosis()
    expect(pending[0]?.lateEvidence.map(({ resourceId }) => resourceId)).toEqual(['invoices-77'])
    expect(JSON.stringify(interrupted?.late)).toContain('invoices-77')
    const body = await it.request('clear-create', { invoices: looked })
    const plan = await it.parsed(Plan, await it.post('/recoveries/plan', body))
    expect(plan.stopAndAsk.join(' ')).toContain('invoices-77')
  })

  it('distinguishes, by version, a live entry older than the create from a newer one', async () => {
    const it = await world()
    const first = await it.cli.start(REF)
    await first.journal(begin(1, 1, 'creating', bucket('old')), begin(2, 2, 'creating', bucket('later')))
    await first.cancel()
    const second = await it.cli.start(REF)
    await second.journal(begin(1, 1, 'creating', bucket('later')), success(2, 1, bucket('later', { id: 'later-id' })))
    const metadata = { op: 'create', urn: urnOf('later'), type: 't', new: { id: 'later-id' } }
    await second.events({ sequence: 1, timestamp: 1, resOutputsEvent: { metadata } })
    await second.complete('succeeded')
    const { pending } = await it.diagnosis()
    expect(pending.map(({ name, situation, since }) => [name, situation, since?.version])).toEqual([
      ['old', 'createLiveOlder', 2],
      ['later', 'createLiveNewer', 2],
    ])
    expect(pending[1]?.lateEvidence).toEqual([]) // reports of the second run say nothing about the first one's create
  })
})

describe('a plan', () => {
  it('shows the effect and writes nothing', async () => {
    const it = await killed()
    await it.die()
    const before = await it.exported()
    const plan = await it.parsed(
      Plan,
      await it.post('/recoveries/plan', await it.request('clear-create', { invoices: looked })),
    )
    expect(plan).toMatchObject({ level: 2, integrityBefore: [], integrityAfter: [] })
    expect(plan.effect.operationsRemoved).toEqual([{ type: 'creating', urn: urnOf('invoices') }])
    expect(await it.exported()).toEqual(before)
  })

  it('is refused when the state has changed, with the new version', async () => {
    const it = await killed()
    await it.die()
    const body = await it.request('clear-create', { invoices: looked })
    await it.cli.import(REF, (await it.exported()).deployment)
    expect(await it.problem(it.post('/recoveries/plan', body))).toMatchObject({
      status: 409,
      code: 'stale_basis',
      params: { version: '3' },
    })
    expect(await it.problem(it.post('/recoveries', body))).toMatchObject({ status: 409, code: 'stale_basis' })
  })
})

describe('a recovery', () => {
  it('removes the answered operations and nothing else, proves it, and is shown after a reload and to a second user', async () => {
    const it = await killed()
    await it.die()
    const before = await it.exported()
    const record = await it.run(await it.request('clear-create', { invoices: looked }))
    const after = await it.exported()
    expect(after.deployment['pending_operations']).toHaveLength(1)
    expect({ ...after.deployment, pending_operations: [] }).toEqual({ ...before.deployment, pending_operations: [] })
    expect(JSON.stringify(after)).toContain('never-show') // the ciphertext is unchanged
    expect(record).toMatchObject({
      recovery: 'clear-create',
      status: 'done',
      by: 'admin',
      version: 3,
      reason: 'The runner was killed.',
      canUndo: true,
    })
    expect(record.statements).toEqual([{ item: `creating ${urnOf('invoices')}`, statement: looked.statement }])
    expect(record.proof.length).toBeGreaterThan(3)
    expect(record.proof.filter(({ ok }) => !ok)).toEqual([])
    expect(record.leftToDo[0]).toContain('pending operation')
    const grace = await it.addUser('grace', 'reader')
    const seen = await it.call('GET', `${STACK}/recoveries/${record.id}`, {
      headers: { authorization: `token ${grace}` },
    })
    expect(await it.parsed(RecoveryRecord, seen)).toEqual(record)
    const list = (await it.get(`${STACK}/recoveries`)) as { recoveries: Json[] }
    expect(list.recoveries.map(({ id }) => id)).toEqual([record.id])
  })

  it('results in a healthy stack when it answers everything: the orphaned update is resolved, and the next update starts', async () => {
    const it = await killed()
    await it.die()
    const body = await it.request('resolve-operations', {
      invoices: looked,
      old: { answer: 'checked', statement: 'Unchanged in the console.' },
    })
    const record = await it.run(body)
    const { findings, pending, interrupted } = await it.diagnosis()
    expect({ findings, pending }).toEqual({ findings: [], pending: [] })
    expect(interrupted?.resolved).toMatchObject({
      by: 'admin',
      reason: 'Its pending operations were resolved in version 3.',
    })
    expect(record.commands.map(({ command }) => command)).toContain(`pulumi up --stack ${REF}`)
    const detail = await it.parsed(StackDetail, await it.call('GET', STACK))
    expect(detail).toMatchObject({ health: 'ok', healthReason: 'The state is valid; nothing is pending.' })
    const next = await it.cli.start(REF)
    await next.complete('succeeded')
  })

  it('requires the stack’s name, typed, and says so', async () => {
    const it = await killed()
    await it.die()
    const body = { ...(await it.request('clear-create', { invoices: looked })), confirm: 'shop/prod' }
    expect(await it.problem(it.post('/recoveries', body))).toMatchObject({
      code: 'not_confirmed',
      params: { expected: REF },
    })
  })

  it('requires that the process has ended whose client still reports, and records who said so', async () => {
    const it = await killed()
    await it.die()
    await it.update.renew().catch(() => undefined)
    const body = await it.request('clear-operations', { old: { answer: 'checked' } })
    expect((await it.parsed(Plan, await it.post('/recoveries/plan', body))).mayStillRun).toBe('update 2')
    expect(await it.problem(it.post('/recoveries', body))).toMatchObject({
      code: 'not_confirmed',
      detail: 'The process of update 2 may still be running: end it, then confirm that it has ended.',
    })
    expect((await it.diagnosis()).pending).toHaveLength(2)
    const { statements } = await it.run({ ...body, processHasEnded: true })
    expect(statements).toEqual([{ item: 'The process of update 2', statement: 'It has ended.' }])
  })

  it('requires no such statement of a process that has reported its end', async () => {
    const it = await killed()
    await it.die()
    await it.update.renew().catch(() => undefined)
    await it.update.complete('failed').catch(() => undefined)
    const body = await it.request('clear-operations', { old: { answer: 'checked' } })
    expect((await it.parsed(Plan, await it.post('/recoveries/plan', body))).mayStillRun).toBeNull()
    expect((await it.run(body)).statements).toEqual([])
  })

  it('requires a statement about a create, and names the create', async () => {
    const it = await killed()
    await it.die()
    const body = await it.request('clear-create', { invoices: { answer: 'doesNotExist', statement: '  ' } })
    expect(await it.problem(it.post('/recoveries', body))).toMatchObject({
      code: 'not_confirmed',
      params: { items: 'invoices' },
    })
  })

  it('needs one click and no name for a pending update', async () => {
    const it = await killed()
    await it.die()
    const { confirm: _, ...body } = await it.request('clear-operations', { old: { answer: 'checked' } })
    expect(await it.run(body)).toMatchObject({ recovery: 'clear-operations', version: 3 })
  })

  it('of a delete whose resource is gone also removes the entry, and proves that the rest is unchanged', async () => {
    const it = await world()
    const update = await it.cli.start(REF)
    await update.journal(begin(1, 1, 'creating', bucket('new')), success(2, 1, bucket('new', { id: 'new-id' })))
    await update.journal(begin(3, 2, 'deleting', bucket('old', { id: 'old-id' })))
    await update.cancel()
    const record = await it.run(
      await it.request('clear-operations', { old: { answer: 'gone', statement: 'Not in the list.' } }),
    )
    expect(record.effect?.entriesRemoved).toEqual([urnOf('old')])
    expect(record.proof.filter(({ ok }) => !ok)).toEqual([])
    const { resources } = (await it.exported()).deployment as { resources: { urn: string }[] }
    expect(resources.map(({ urn }) => urn)).toEqual([urnOf('new')])
  })

  it('is refused while someone holds the lease', async () => {
    const it = await killed()
    await it.die()
    const body = await it.request('clear-create', { invoices: looked })
    await it.cli.start(REF)
    expect(await it.problem(it.post('/recoveries', body))).toMatchObject({ status: 409, code: 'lease_held' })
    expect(await it.problem(it.post('/recoveries/plan', body))).toMatchObject({ status: 409, code: 'lease_held' })
  })

  it('requires the highest level after unreadable entries, until an update without them succeeded', async () => {
    const it = await killed()
    await it.update.journal({ version: 1, kind: 77, sequenceID: 9, operationID: 0 })
    await it.die()
    const body = await it.request('clear-operations', { old: { answer: 'checked' } })
    expect(await it.parsed(Plan, await it.post('/recoveries/plan', body))).toMatchObject({ level: 3 })
    expect(await it.problem(it.post('/recoveries', body))).toMatchObject({
      code: 'not_confirmed',
      params: { items: 'old' },
    })
  })

  it('is refused to a reader', async () => {
    const it = await killed()
    await it.die()
    const headers = { authorization: `token ${await it.addUser('grace', 'reader')}` }
    const body = await it.request('clear-create', { invoices: looked })
    expect((await it.call('POST', `${STACK}/recoveries`, { headers, body })).status).toBe(403)
  })
})

describe('an old entry with the ID of the live one', () => {
  it('raises an alarm until it is removed, and no record advises an update meanwhile', async () => {
    const it = await world()
    const twin = bucket('key', { id: '/app/key' })
    await it.cli.import(REF, {
      resources: [twin, { ...twin, delete: true }, bucket('other', { delete: true, id: 'o' })],
    })
    const alarms = async () =>
      (await it.parsed(Alarms, await it.call('GET', `/alarms?stack=${REF}`))).alarms.map((alarm) => alarm.kind)
    expect(await alarms()).toEqual(['oldTwin'])
    const carryOut = async (urn: string) => {
      const options = await it.parsed(RecoveryOptions, await it.call('GET', `${STACK}/recover/remove-old-entries`))
      const problem = options.problems.find(({ urns }) => urns[0] === urn)?.id
      return it.run({
        recovery: 'remove-old-entries',
        basis: options.basis,
        choices: [{ problem, option: 'forget', statement: 'Looked.' }],
        reason: 'Looked.',
        confirm: REF,
      })
    }
    const labels = ({ commands }: RecoveryRecord) => commands.map(({ label }) => label)
    const first = await carryOut(urnOf('other'))
    expect(labels(first)).not.toContain('Then update')
    expect(first.bans).toEqual([expect.stringMatching(/^Don’t run pulumi up/)])
    const second = await carryOut(urnOf('key'))
    expect(labels(second)).toContain('Then update')
    expect(await alarms()).toEqual([])
  })
})

it('no record of a recovery advises an update while URNs have the names of another stack', async () => {
  const it = await world()
  const foreign = bucket('other')
  await it.cli.import(REF, {
    resources: [
      bucket('key'),
      bucket('key', { delete: true, id: 'o' }),
      { ...foreign, urn: foreign.urn.replace('::shop::', '::store::') },
    ],
  })
  const options = await it.parsed(RecoveryOptions, await it.call('GET', `${STACK}/recover/remove-old-entries`))
  const record = await it.run({
    recovery: 'remove-old-entries',
    basis: options.basis,
    choices: options.problems.map(({ id }) => ({ problem: id, option: 'forget', statement: 'Looked.' })),
    reason: 'Looked.',
    confirm: REF,
  })
  expect(record.commands.map(({ label }) => label)).not.toContain('Then update')
  expect(record.bans.join(' ')).toMatch(/Don’t run pulumi up: .*names of another stack/)
})

describe('a statement for several problems', () => {
  /** Entries that a replacement left to be deleted, and a provider reference to a missing provider: two recoveries. */
  async function manyOld() {
    const it = await world()
    const old = Array.from({ length: 120 }, (_, n) => bucket('old', { id: `old-${n}`, delete: true }))
    await it.cli.import(REF, { resources: [bucket('old', { id: 'old-id' }), ...old] })
    const options = await it.parsed(RecoveryOptions, await it.call('GET', `${STACK}/recover/remove-old-entries`))
    const ids = options.problems.map(({ id }) => id)
    const body = (shared: Json[], chosen = ids) => ({
      recovery: 'remove-old-entries',
      basis: options.basis,
      choices: chosen.map((problem) => ({ problem, option: 'forget' })),
      reason: 'The account was closed.',
      confirm: REF,
      shared,
    })
    return { ...it, ids, body }
  }
  const statement = 'The account 1234 is closed; its console says so.'

  it('is entered once, and its record lists each problem it covers', async () => {
    const it = await manyOld()
    const record = await it.run(it.body([{ problems: it.ids, statement }]))
    expect(record.statements).toEqual([
      {
        item: '120 problems, each resolved as “Remove it: I checked, and the old resource is gone”',
        statement,
        covers: Array.from({ length: 120 }, () => 'The replaced old waits to be deleted.'),
      },
    ])
    expect(record.effect?.entriesRemoved).toHaveLength(120)
  })

  it.each([
    [
      'leaves a problem without a statement',
      (ids: string[]) => [{ problems: ids.slice(1), statement }],
      /Say where you looked/,
    ],
    ['covers a problem twice', (ids: string[]) => [{ problems: [...ids, ids[0]], statement }], /Two statements cover/],
    [
      'covers a problem without a chosen fix',
      (ids: string[]) => [{ problems: [...ids, 'old:none'], statement }],
      /without a chosen fix: old:none/,
    ],
    ['is empty', (ids: string[]) => [{ problems: ids, statement: '  ' }], /statement/],
  ] as const)('is refused when it %s, and nothing is written', async (_, shared, detail) => {
    const it = await manyOld()
    const refused = await it.post('/recoveries', it.body(shared(it.ids)))
    expect([400, 422]).toContain(refused.status)
    expect(JSON.stringify(await refused.json())).toMatch(detail)
    expect((await it.exported()).deployment['resources']).toHaveLength(121)
  })
})

describe('the checks of a record', () => {
  /** Returns the record as read after the store's content has changed. */
  const readAgain = async (it: Awaited<ReturnType<typeof killed>>, id: string) =>
    it.parsed(RecoveryRecord, await it.call('GET', `${STACK}/recoveries/${id}`))
  const failed = ({ steps, proof }: RecoveryRecord) =>
    [...steps, ...proof].flatMap(({ what, ok }) => (ok ? [] : [what]))
  async function recovered() {
    const it = await killed()
    await it.die()
    const answers = { invoices: looked, old: { answer: 'checked', statement: 'Fine.' } } as const
    const record = await it.run(await it.request('resolve-operations', answers))
    expect(failed(record)).toEqual([])
    return { ...it, record }
  }

  it('fail for a state whose base is not the one that was shown', async () => {
    const it = await recovered()
    await it.deps.store.write((writer) => writer.patchUpdate(it.record.id, { baseStateId: null }))
    expect(failed(await readAgain(it, it.record.id))).toEqual([
      'It was written on the state that was shown: version 2.',
      'No other update ran in between.',
    ])
  })

  it('fail for another update that started from another state', async () => {
    const it = await recovered()
    const next = await it.cli.start(REF)
    await it.deps.store.write((writer) => writer.patchUpdate(next.id, { baseStateId: null }))
    expect(failed(await readAgain(it, it.record.id))).toEqual([
      expect.stringContaining('No other update ran in between'),
    ])
  })

  it.each([
    [
      'a stored text other than the one written',
      (text: Uint8Array) => text.map((byte) => (byte === 0x31 ? 0x32 : byte)),
    ],
    [
      'a text that the store reports as damaged',
      () => {
        throw new Error('a stored text is not what its hash says')
      },
    ],
  ])('fail for %s', async (_, damage) => {
    const it = await recovered()
    const { store } = it.deps
    it.deps.store = {
      ...store,
      read: (work) =>
        store.read((reader) =>
          work({
            ...reader,
            async stateParts(stateId) {
              const { bytes, parts } = await reader.stateParts(stateId)
              const damaged = async function* () {
                for await (const part of parts) yield damage(part)
              }
              return { bytes, parts: damaged() }
            },
          }),
        ),
    }
    expect(failed(await readAgain(it, it.record.id))).toEqual([
      'Version 3 was saved and read back correctly.',
      'Version 2 is kept.',
    ])
  })

  it('cannot be made when the content of the state was removed', async () => {
    const it = await recovered()
    await it.deps.store.write(async (writer) => {
      const former = (
        await writer.states((await writer.update(it.record.id))?.stackId ?? '', { limit: 1, offset: 1 })
      )[0]
      await writer.dropStateText(former?.id ?? '', it.now())
    })
    const { proof } = await readAgain(it, it.record.id)
    expect(proof.filter(({ ok }) => ok !== true)).toEqual([
      { ok: null, what: expect.stringMatching(/version 2 was removed on .* It cannot be compared any more\.$/) },
    ])
  })

  it('compare an undo with the state it restored', async () => {
    const it = await recovered()
    const undone = await it.parsed(
      RecoveryRecord,
      await it.post(`/recoveries/${it.record.id}/undo`, { reason: 'Looked in the wrong region.' }),
    )
    expect(undone.proof).toContainEqual({ what: 'The state is that of version 2 again, entry by entry.', ok: true })
    const earlier = await it.deps.store.read(async (reader) => (await reader.update(it.record.id))?.recovery)
    await it.deps.store.write((writer) =>
      writer.patchUpdate(it.record.id, { recovery: { ...(earlier as Json), basis: { version: 1, hash: '' } } }),
    )
    expect(failed(await readAgain(it, undone.id))).toEqual(['The state is that of version 1 again, entry by entry.'])
  })

  it('of a release list what was in flight, and fail when the state lacks it', async () => {
    const it = await killed()
    const body = { reason: 'Gone.', confirm: REF, statement: 'Called Ada.' }
    const record = await it.parsed(RecoveryRecord, await it.release(body))
    expect(failed(record)).toEqual([])
    expect(record.steps.at(-1)?.what).toBe('Each operation that was in flight is pending in it: 2.')
    await it.deps.store.write(async (writer) => {
      const update = await writer.update(it.update.id)
      await writer.patchUpdate(it.update.id, { stateId: update?.baseStateId ?? null })
      await writer.patchStack(update?.stackId ?? '', { holderId: it.update.id })
    })
    expect(failed(await readAgain(it, record.id))).toEqual([
      'It no longer holds the lease; its client’s token cannot write.',
      'Each operation that was in flight is pending in it: 2.',
    ])
  })
})

describe('an undo', () => {
  it('restores the previous state as a new version, and reopens the orphaned update', async () => {
    const it = await killed()
    await it.die()
    const before = await it.exported()
    const done = await it.run(
      await it.request('resolve-operations', { invoices: looked, old: { answer: 'checked', statement: 'Fine.' } }),
    )
    const undone = await it.parsed(
      RecoveryRecord,
      await it.post(`/recoveries/${done.id}/undo`, { reason: 'Looked in the wrong region.' }),
    )
    expect(await it.exported()).toEqual(before)
    expect(undone).toMatchObject({ kind: 'undo', version: 4, canUndo: false, reason: 'Looked in the wrong region.' })
    const first = await it.parsed(RecoveryRecord, await it.call('GET', `${STACK}/recoveries/${done.id}`))
    expect(first).toMatchObject({
      kind: 'change',
      status: 'undone',
      canUndo: false,
      undoBlocked: 'It was undone by version 4.',
    })
    expect((await it.diagnosis()).findings[0]?.recovery).toBe('release-lease')
    const orphanedUpdate = await it.deps.store.read((reader) => reader.update(it.update.id))
    expect(orphanedUpdate).toMatchObject({
      resolvedAt: null,
      resolvedBy: null,
      resolvedReason: null,
      resolvedVersion: null,
    })
    expect(await it.problem(it.post(`/recoveries/${undone.id}/undo`, { reason: 'x' }))).toMatchObject({
      code: 'conflict',
    })
  })

  it('reopens the orphaned update whatever the reason it was resolved with, and none that a user resolved', async () => {
    const it = await killed()
    await it.die()
    const byHand = await it.cli.start(REF)
    await it.wait(301)
    const done = await it.run(
      await it.request('resolve-operations', { invoices: looked, old: { answer: 'checked', statement: 'Fine.' } }),
    )
    await it.deps.store.write(async (writer) => {
      await writer.patchUpdate(it.update.id, { resolvedReason: 'In the words of another version.' })
      await writer.patchUpdate(byHand.id, {
        resolvedReason: `Its pending operations were resolved in version ${done.version}.`,
        resolvedVersion: null,
      })
    })
    await it.post(`/recoveries/${done.id}/undo`, { reason: 'Looked in the wrong region.' })
    const resolved = await it.deps.store.read(async (reader) =>
      Promise.all([it.update.id, byHand.id].map(async (id) => (await reader.update(id))?.resolvedAt !== null)),
    )
    expect(resolved).toEqual([false, true])
  })

  it('is refused when a newer version exists, and while a lease is held', async () => {
    const it = await killed()
    await it.die()
    const done = await it.run(await it.request('clear-create', { invoices: looked }))
    const running = await it.cli.start(REF)
    expect((await it.problem(it.post(`/recoveries/${done.id}/undo`, { reason: 'x' }))).detail).toContain('lease')
    await running.journal(begin(1, 1, 'creating', bucket('new')), success(2, 1, bucket('new', { id: 'n' })))
    await running.complete('succeeded')
    expect((await it.problem(it.post(`/recoveries/${done.id}/undo`, { reason: 'x' }))).detail).toContain(
      'Version 4 has changed the state',
    )
  })
})

describe('releasing a lease', () => {
  const reason = 'The laptop is broken.'

  it('requires the name of the stack and how the holder was reached while the holder may be alive', async () => {
    const it = await killed()
    const body = { reason, confirm: REF }
    expect(await it.problem(it.release({ ...body, confirm: 'prod' }))).toMatchObject({
      code: 'not_confirmed',
      params: { expected: REF },
    })
    expect((await it.problem(it.release(body))).detail).toContain('how you contacted the holder')
    expect((await it.diagnosis()).lease?.verdict).toBe('alive')
    const record = await it.parsed(RecoveryRecord, await it.release({ ...body, statement: 'Called Ada.' }))
    expect(record).toMatchObject({
      id: `release:${it.update.id}`,
      kind: 'release',
      recovery: 'cancel-update',
      by: 'admin',
      reason,
      version: null,
      canUndo: false,
    })
    expect(record.statements).toEqual([{ item: 'lease of admin', statement: 'Called Ada.' }])
    expect(record.leftToDo.join(' ')).toContain('2 pending operations')
    const again = await it.parsed(RecoveryRecord, await it.call('GET', `${STACK}/recoveries/release:${it.update.id}`))
    expect(again).toEqual(record)
  })

  it('ends the update and records the statement together, whichever write is the last before the server is killed', async () => {
    for (let writes = 0, isDone = false; !isDone; writes++) {
      const it = await killed()
      const { store } = it.deps
      let left = writes
      it.deps.store = {
        ...store,
        write: (work) =>
          left-- > 0 ? store.write(work) : Promise.reject(new StoreUnavailableError('The store is down.')),
      }
      const body = { reason, confirm: REF, statement: 'Called Ada.' }
      isDone = (await it.release(body)).ok
      it.deps.store = store
      const update = await store.read((reader) => reader.update(it.update.id))
      const recorded = update?.recovery as { statements: Json[] } | null | undefined
      expect([writes, update?.status, recorded?.statements[0]?.['statement']]).toEqual(
        isDone ? [writes, 'cancelled', 'Called Ada.'] : [writes, 'running', undefined],
      )
    }
  })

  it('requires only the name of the stack for a disconnected holder', async () => {
    const it = await killed()
    const at = await it.deps.store.now()
    const disconnected = { at, lastCallAt: at - 3000 }
    await it.deps.store.write((writer) => writer.patchUpdate(it.update.id, { disconnected }))
    expect((await it.diagnosis()).lease?.verdict).toBe('disconnected')
    const body = { reason, confirm: REF }
    expect((await it.parsed(RecoveryRecord, await it.release(body))).recovery).toBe('release-lease')
  })

  it('requires only the name of the stack for a holder that does not respond', async () => {
    const it = await killed()
    await it.wait(250)
    const body = { reason, confirm: REF }
    expect(await it.parsed(RecoveryRecord, await it.release(body))).toMatchObject({
      recovery: 'release-lease',
    })
  })

  it('is refused when nothing runs, with when and how the update ended', async () => {
    const it = await killed()
    await it.die()
    const answer = await it.problem(it.release({ reason, confirm: REF }))
    expect(answer).toMatchObject({ status: 409, code: 'conflict', params: { status: 'expired' } })
    expect(answer.detail).toMatch(/nothing to cancel.*ended by the server.*2 operations are still pending/)
  })
})

describe('resolving an orphaned update', () => {
  it('is refused while operations are pending', async () => {
    const it = await killed()
    await it.die()
    const answer = await it.problem(it.post('/orphaned-update/resolve', { updateId: it.update.id, reason: 'Fine.' }))
    expect(answer).toMatchObject({ code: 'conflict', detail: '2 operations are still pending. Resolve them first.' })
  })

  it('removes the stack from the attention list, once, also after a reload', async () => {
    const it = await world()
    const update = await it.cli.start(REF)
    await it.wait(301)
    expect((await it.diagnosis()).findings.map(({ recovery }) => recovery)).toEqual(['release-lease'])
    const body = { updateId: update.id, reason: 'Nothing had begun.' }
    const record = await it.parsed(RecoveryRecord, await it.post('/orphaned-update/resolve', body))
    expect(record).toMatchObject({
      id: `resolve:${update.id}`,
      kind: 'resolve',
      recovery: 'release-lease',
      by: 'admin',
      reason: 'Nothing had begun.',
    })
    expect(await it.parsed(RecoveryRecord, await it.call('GET', `${STACK}/recoveries/${record.id}`))).toEqual(record)
    expect((await it.diagnosis()).findings).toEqual([])
    expect((await it.problem(it.post('/orphaned-update/resolve', body))).detail).toContain('already resolved it')
  })

  it('is for orphaned updates only', async () => {
    const it = await world()
    const update = await it.cli.start(REF)
    expect(await it.problem(it.post('/orphaned-update/resolve', { updateId: update.id, reason: 'x' }))).toMatchObject({
      code: 'conflict',
    })
  })
})

it('the recoveries of another stack are not shown', async () => {
  const it = await killed()
  await it.die()
  const record = await it.run(await it.request('clear-create', { invoices: looked }))
  await it.cli.createStack('organization/shop/dev')
  expect((await it.call('GET', `/stacks/organization/shop/dev/recoveries/${record.id}`)).status).toBe(404)
})

describe('restoring a version', () => {
  it('is offered for every kept version, however old', async () => {
    const it = await world()
    const resources = (count: number) => Array.from({ length: count }, (_, at) => bucket(`b${at}`, { id: `b${at}-id` }))
    for (let count = 2; count <= 14; count += 1) await it.cli.import(REF, { resources: resources(count) })
    const offered = async (query: string) =>
      RecoveryOptions.parse(await (await it.call('GET', `${STACK}/recover/restore-version${query}`)).json())
    expect((await offered('')).problems.map(({ id }) => id)).not.toContain('version:2')
    const { problems, basis } = await offered('?version=2')
    expect(problems.map(({ id }) => id)).toEqual(['version:2'])
    const choices = [{ problem: 'version:2', option: 'exact' }]
    const plan = await it.parsed(
      Plan,
      await it.post('/recoveries/plan', { recovery: 'restore-version', basis, choices }),
    )
    expect(plan.effect.entriesRemoved).toHaveLength(12)
    expect((await offered('?version=99')).problems).toEqual([])
  })
})
