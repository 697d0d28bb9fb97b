import { describe, expect, it } from 'vitest'
import { Comparison } from '#contract/diff.ts'
import { EditPlan, EntrySource, MovePlan, StateSource } from '#contract/edits.ts'
import { RecoveryRecord } from '#contract/recoveries.ts'
import { encrypt } from '../../core/secrets/vault.ts'
import { createHarness, problemOf as problem, replyOf as parsed } from '#testing/consoleHarness.ts'

const REF = 'organization/shop/dev'
const OTHER = 'organization/shop2/dev'
const ROOT = 'urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev'
const urnOf = (name: string) => `urn:pulumi:dev::shop::aws:s3/bucket:Bucket::${name}`
const SECRET = { '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270' }

type Json = Record<string, unknown>

async function world() {
  const harness = await createHarness()
  const { cli, call, deps } = harness
  for (const ref of [REF, OTHER]) await cli.createStack(ref)
  const stackRow = async (ref: string) => {
    const row = await harness.stackRow(ref)
    if (!row) throw new Error(`no stack ${ref}`)
    return row
  }
  const ciphertext = await encrypt(deps, await stackRow(REF), btoa('"correct horse"'))
  const service = (project: string) => ({
    type: 'service',
    state: { url: 'http://localhost:8080', owner: 'organization', project, stack: 'dev' },
  })
  const bucket = (name: string, more: Json = {}) => ({
    urn: urnOf(name),
    custom: true,
    id: `${name}-id`,
    type: 'aws:s3/bucket:Bucket',
    inputs: { bucket: name, password: { ...SECRET, ciphertext } },
    parent: ROOT,
    futureKey: { kept: 1.5 },
    ...more,
  })
  const state = (resources: unknown[], more: Json = {}) => ({
    manifest: { time: '2026-01-05T09:00:00Z', magic: '', version: '' },
    secrets_providers: service('shop'),
    resources: [{ urn: ROOT, custom: false, type: 'pulumi:pulumi:Stack' }, ...resources],
    futureKey: { kept: 1 },
    ...more,
  })
  await cli.import(REF, state([bucket('logs'), bucket('data', { dependencies: [urnOf('logs')] })]))
  const post = (path: string, body: Json, ref = REF) => call('POST', `/stacks/${ref}${path}`, { body })
  const entry = async (urn: string) =>
    parsed(EntrySource, await call('GET', `/stacks/${REF}/entry?urn=${encodeURIComponent(urn)}`))
  const source = async (ref = REF) => parsed(StateSource, await call('GET', `/stacks/${ref}/state`))
  const basis = async (ref = REF) => (await source(ref)).basis
  const exported = (ref = REF) => harness.exported<{ resources: Json[] } & Json>(ref)
  const plan = async (operation: Json) =>
    parsed(EditPlan, await post('/edits/plan', { basis: await basis(), operation }))
  const confirmed = { reason: 'The bucket was renamed by hand.', confirm: REF }
  const run = async (operation: Json, more: Json = {}) =>
    parsed(RecoveryRecord, await post('/edits', { basis: await basis(), operation, ...confirmed, ...more }))
  const compare = async (query: string, ref = REF) =>
    parsed(Comparison, await call('GET', `/stacks/${ref}/compare?${query}`))
  return {
    ...harness,
    parsed,
    post,
    entry,
    source,
    basis,
    exported,
    plan,
    run,
    problem,
    compare,
    bucket,
    state,
    stackRow,
    service,
    ciphertext,
    confirmed,
  }
}

const edited = (text: string, change: (json: Json) => void): string => {
  const json = JSON.parse(text) as Json // as sent by the server
  change(json)
  return JSON.stringify(json)
}

describe('an entry for editing', () => {
  it('has no salt of a passphrase if the stack is kept here: nothing is decrypted in pages then', async () => {
    const it = await world()
    const secrets_providers = { type: 'passphrase', state: { salt: 'v1:AAAA:v1:AAAA:AAAA' } }
    await it.cli.import(REF, it.state([it.bucket('logs')], { secrets_providers }))
    expect(await it.entry(urnOf('logs'))).toMatchObject({ salt: null })
  })

  it('is returned as stored: ciphertexts unchanged, nothing decrypted', async () => {
    const it = await world()
    const { text, index } = await it.entry(urnOf('logs'))
    expect(index).toBe(1)
    expect(JSON.parse(text)).toEqual(it.bucket('logs'))
    expect(text).not.toContain('correct horse')
  })

  it('is reported as not found when it does not exist', async () => {
    const it = await world()
    expect(await it.problem(it.call('GET', `/stacks/${REF}/entry?urn=x`))).toMatchObject({ code: 'not_found' })
  })
})

describe('an edit', () => {
  it('is planned without writing anything, and written exactly as planned', async () => {
    const it = await world()
    const before = await it.exported()
    const { text, index } = await it.entry(urnOf('data'))
    const operation = {
      do: 'replaceEntry',
      urn: urnOf('data'),
      index,
      text: edited(text, (json) => (json['protect'] = true)),
    }
    const plan = await it.plan(operation)
    expect(plan).toMatchObject({ isPossible: true, level: 1, integrityBefore: [], integrityAfter: [] })
    expect(await it.exported()).toEqual(before)

    const record = await it.run(operation, { confirm: undefined })
    expect(record).toMatchObject({
      recovery: 'edit',
      version: 2,
      canUndo: true,
      effect: { entriesChanged: [urnOf('data')] },
    })
    expect(record.proof.map(({ ok }) => ok)).toEqual([true, true, true, true, true])
    const after = await it.exported()
    expect(after.deployment).toEqual({
      ...before.deployment,
      resources: before.deployment.resources.map((each) =>
        each['urn'] === urnOf('data') ? { ...each, protect: true } : each,
      ),
    })
  })

  it('is an entry of the history with its reason, and can be undone', async () => {
    const it = await world()
    const before = await it.exported()
    const { id } = await it.run({ do: 'delete', targets: [{ urn: urnOf('data') }] })
    expect((await it.exported()).deployment.resources).toHaveLength(2)
    const undone = await it.parsed(RecoveryRecord, await it.post(`/recoveries/${id}/undo`, { reason: 'Wrong stack.' }))
    expect(undone.version).toBe(3)
    expect(await it.exported()).toEqual(before)
    const { recoveries } = (await it.get(`/stacks/${REF}/recoveries`)) as {
      recoveries: { status: string; recovery: string }[]
    } // parsed by another caller
    expect(recoveries.map(({ status, recovery }) => [recovery, status])).toEqual([
      ['edit', 'done'],
      ['edit', 'undone'],
    ])
    const log = await (await it.call('GET', '/audit?action=state.recovery')).text()
    expect(log).toContain('Delete data from the state: The bucket was renamed by hand.')
  })

  it('is refused when the state has changed since it was read, with the current version', async () => {
    const it = await world()
    const basis = await it.basis()
    await it.run({ do: 'protect', urns: [urnOf('logs')] })
    const operation = { do: 'taint', urns: [urnOf('data')] }
    const refused = await it.problem(it.post('/edits', { basis, operation, ...it.confirmed }))
    expect(refused).toMatchObject({ code: 'stale_basis', params: { version: '2' } })
    expect(await it.problem(it.post('/edits/plan', { basis, operation }))).toMatchObject({ code: 'stale_basis' })
    expect((await it.source()).basis?.version).toBe(2)
  })

  it('is refused while someone holds the lease or a maintenance lock', async () => {
    const it = await world()
    const body = { basis: await it.basis(), operation: { do: 'protect', urns: [urnOf('logs')] }, ...it.confirmed }
    const update = await it.cli.start(REF)
    expect(await it.problem(it.post('/edits', body))).toMatchObject({ code: 'lease_held' })
    await update.cancel()
    const colleague = await it.addUser('ada', 'operator')
    const lock = { reason: 'I repair it.', durationS: 3600 }
    const headers = { authorization: `token ${colleague}` }
    expect((await it.call('POST', `/stacks/${REF}/lock`, { body: lock, headers })).status).toBe(200)
    const now = { ...body, basis: await it.basis() }
    expect(await it.problem(it.post('/edits', now))).toMatchObject({
      code: 'lease_held',
      detail: /held for maintenance by ada/,
    })
    expect((await it.call('POST', `/stacks/${REF}/edits`, { body: now, headers })).status).toBe(200)
  })

  it('needs the confirmation of its level: the stack’s name, and a statement when much would be removed', async () => {
    const it = await world()
    const rename = {
      basis: await it.basis(),
      operation: { do: 'rename', urn: urnOf('logs'), name: 'archive' },
      reason: 'x',
    }
    expect(await it.problem(it.post('/edits', rename))).toMatchObject({
      code: 'not_confirmed',
      params: { expected: REF },
    })
    const many = ['a', 'b', 'c', 'd'].map((name) => it.bucket(name))
    await it.cli.import(REF, it.state(many))
    const operation = { do: 'delete', targets: many.map(({ urn }) => ({ urn })) }
    const body = { basis: await it.basis(), operation, ...it.confirmed }
    expect(await it.problem(it.post('/edits', body))).toMatchObject({
      code: 'not_confirmed',
      params: { items: 'statement' },
    })
    const record = await it.parsed(
      RecoveryRecord,
      await it.post('/edits', { ...body, statement: 'All four are gone.' }),
    )
    expect(record.statements).toEqual([{ item: 'Delete 4 resources from the state', statement: 'All four are gone.' }])
  })

  it('is refused with a sentence when it is invalid, and writes nothing', async () => {
    const it = await world()
    await it.run({ do: 'protect', urns: [urnOf('logs')] })
    const operation = { do: 'delete', targets: [{ urn: urnOf('logs') }], withDependents: true }
    expect((await it.plan(operation)).problems[0]).toMatchObject({ severity: 'error', code: 'protected' })
    const refused = await it.problem(it.post('/edits', { basis: await it.basis(), operation, ...it.confirmed }))
    expect(refused).toMatchObject({ code: 'bad_request', params: { problem: 'protected' } })
    expect((await it.source()).basis?.version).toBe(2)
  })

  it('is refused when it has a ciphertext that the stack’s own key does not decrypt', async () => {
    const it = await world()
    const { text, index } = await it.entry(urnOf('data'))
    const withSecret = (ciphertext: string) => ({
      do: 'replaceEntry',
      urn: urnOf('data'),
      index,
      text: edited(text, (json) => (json['inputs'] = { password: { ...SECRET, ciphertext } })),
    })
    const cut = await it.plan(withSecret(it.ciphertext.slice(0, -8)))
    expect(cut.problems).toMatchObject([{ severity: 'error', code: 'ciphertext' }, { code: 'secretGone' }])
    const foreign = await encrypt(it.deps, await it.stackRow(OTHER), btoa('"x"'))
    expect((await it.plan(withSecret(foreign))).isPossible).toBe(false)
    const fresh = await encrypt(it.deps, await it.stackRow(REF), btoa('"new"'))
    expect(await it.plan(withSecret(fresh))).toMatchObject({ isPossible: true, level: 2 })
  })

  it('needs the role operator', async () => {
    const it = await world()
    const headers = { authorization: `token ${await it.addUser('eve', 'reader')}` }
    const body = { basis: await it.basis(), operation: { do: 'protect', urns: [urnOf('logs')] }, ...it.confirmed }
    expect((await it.call('POST', `/stacks/${REF}/edits`, { body, headers })).status).toBe(403)
    expect((await it.call('POST', `/stacks/${REF}/edits/plan`, { body, headers })).status).toBe(200)
  })
})

describe('the whole state', () => {
  it('is returned as a file, and accepted back as an edit', async () => {
    const it = await world()
    const file = await it.call('GET', `/stacks/${REF}/state.json`)
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="shop-dev-v1.json"')
    const text = (await file.text()).replace('"data-id"', '"data-2"')
    await it.run({ do: 'replaceState', text })
    expect((await it.exported()).deployment.resources[2]).toEqual({
      ...it.bucket('data', { dependencies: [urnOf('logs')] }),
      id: 'data-2',
    })
    const late = await it.plan({ do: 'replaceState', text })
    expect(late.problems).toMatchObject([{ code: 'staleText' }])
  })

  it('is returned byte for byte for a version, and not found for an unknown version', async () => {
    const it = await world()
    const stored = await it.call('GET', `/stacks/${REF}/state.json?version=1`)
    expect(stored.headers.get('content-disposition')).toBe('attachment; filename="shop-dev-v1.json"')
    const first = await stored.text()
    await it.run({ do: 'protect', urns: [urnOf('logs')] })
    expect(await (await it.call('GET', `/stacks/${REF}/state.json?version=1`)).text()).toBe(first)
    expect(JSON.parse(first)).toMatchObject({ version: 3, deployment: { resources: [{}, {}, {}] } })
    expect((await it.problem(it.call('GET', `/stacks/${REF}/state.json?version=9`))).code).toBe('not_found')
    expect((await it.problem(it.call('GET', `/stacks/${REF}/state.json?version=x`))).code).toBe('bad_request')
  })

  it('may be larger than other bodies', async () => {
    const it = await world()
    const { text } = await it.source()
    const large = edited(
      text ?? '',
      (json) => (json['deployment'] = { ...(json['deployment'] as Json), note: 'x'.repeat(2_000_000) }),
    )
    expect((await it.plan({ do: 'replaceState', text: large })).diff.beside).toMatchObject([{ path: 'note' }])
    const other = await it.problem(it.post('/moves/plan', { note: 'x'.repeat(2_000_000) }))
    expect(other.code).toBe('too_large')
  })
})

describe('a move to another stack', () => {
  const destination = { org: 'organization', project: 'shop2', stack: 'dev' }

  it('writes both or neither, re-encrypts, and is undone in both', async () => {
    const it = await world()
    const before = await it.exported()
    const request = {
      basis: await it.basis(),
      destination,
      destinationBasis: await it.basis(OTHER),
      urns: [urnOf('data')],
    }
    const plan = await it.parsed(MovePlan, await it.post('/moves/plan', request))
    expect(plan.source).toMatchObject({ isPossible: true, level: 2, diff: { counts: { removed: 1 } } })
    expect(plan.destination).toMatchObject({ isPossible: true, diff: { counts: { added: 2 } } })
    expect(plan.source.terminal).toEqual([
      `pulumi state move --source ${REF} --dest ${OTHER} '${urnOf('data')}'`.replaceAll("'", ''),
    ])

    const record = await it.parsed(RecoveryRecord, await it.post('/moves', { ...request, ...it.confirmed }))
    expect((await it.exported()).deployment.resources).toHaveLength(2)
    const moved = (await it.exported(OTHER)).deployment
    expect(moved.secrets_providers).toEqual(it.service('shop2'))
    const [, arrived] = moved.resources
    expect(arrived).toMatchObject({
      urn: urnOf('data').replace('::shop::', '::shop2::'),
      id: 'data-id',
      futureKey: { kept: 1.5 },
    })
    expect(arrived?.['dependencies']).toBeUndefined()
    expect(JSON.stringify(moved)).not.toContain(it.ciphertext)
    const answer = await it.cli.send(`${OTHER}/decrypt`, {
      ciphertext: ((arrived?.['inputs'] as Json | undefined)?.['password'] as Json | undefined)?.['ciphertext'],
    })
    expect(atob(String(answer['plaintext']))).toBe('"correct horse"')

    await it.parsed(RecoveryRecord, await it.post(`/recoveries/${record.id}/undo`, { reason: 'Too early.' }))
    expect(await it.exported()).toEqual(before)
    expect((await it.exported(OTHER)).deployment.resources ?? []).toEqual([])
  })

  it('is refused with a sentence when the two do not share a key', async () => {
    const it = await world()
    await it.cli.import(OTHER, {
      manifest: { time: '2026-01-05T09:00:00Z', magic: '', version: '' },
      secrets_providers: { type: 'passphrase', state: { salt: 's' } },
    })
    const request = {
      basis: await it.basis(),
      destination,
      destinationBasis: await it.basis(OTHER),
      urns: [urnOf('data')],
    }
    const plan = await it.parsed(MovePlan, await it.post('/moves/plan', request))
    expect(plan.source.isPossible).toBe(false)
    expect(plan.source.problems.map(({ message }) => message).join()).toMatch(/cannot decrypt the secrets of data/)
  })

  it('writes neither when the destination has changed, or someone holds it', async () => {
    const it = await world()
    const request = {
      basis: await it.basis(),
      destination,
      destinationBasis: await it.basis(OTHER),
      urns: [urnOf('data')],
      ...it.confirmed,
    }
    const run = await it.cli.start(OTHER)
    expect(await it.problem(it.post('/moves', request))).toMatchObject({ code: 'lease_held' })
    await run.complete('succeeded')
    expect(await it.problem(it.post('/moves', request))).toMatchObject({ code: 'stale_basis' })
    expect((await it.source()).basis?.version).toBe(1)
  })

  it('cannot be undone in only one of them', async () => {
    const it = await world()
    const request = {
      basis: await it.basis(),
      destination,
      destinationBasis: await it.basis(OTHER),
      urns: [urnOf('data')],
      ...it.confirmed,
    }
    const { id } = await it.parsed(RecoveryRecord, await it.post('/moves', request))
    const run = await it.cli.start(OTHER)
    await run.complete('succeeded')
    await it.cli.import(OTHER, { manifest: { time: '2026-01-05T09:00:00Z', magic: '', version: '' } })
    const record = await it.parsed(RecoveryRecord, await it.call('GET', `/stacks/${REF}/recoveries/${id}`))
    expect(record).toMatchObject({
      canUndo: false,
      undoBlocked: expect.stringMatching(/other side of the move, has changed/) as string,
    })
    expect(await it.problem(it.post(`/recoveries/${id}/undo`, { reason: 'x' }))).toMatchObject({ code: 'conflict' })
  })

  it('needs the right to write in the other stack too', async () => {
    const it = await world()
    const { id } = (await (
      await it.call('POST', '/users', {
        body: { login: 'ada', name: 'Ada', role: 'reader', roles: { organization: 'operator' } },
      })
    ).json()) as { id: string } // as the endpoint's contract says
    const { value } = (await (await it.call('POST', `/users/${id}/tokens`, { body: { name: 'ci' } })).json()) as {
      value: string
    } // the same
    const headers = { authorization: `token ${value}` }
    const elsewhere = { org: 'acme', project: 'shop2', stack: 'dev' }
    const body = {
      basis: await it.basis(),
      destination: elsewhere,
      destinationBasis: null,
      urns: [urnOf('data')],
      ...it.confirmed,
    }
    expect(await it.problem(it.call('POST', `/stacks/${REF}/moves`, { body, headers }))).toMatchObject({
      code: 'forbidden',
    })
  })
})

describe('a comparison', () => {
  it('shows the differences between two versions of a stack', async () => {
    const it = await world()
    await it.run({ do: 'rename', urn: urnOf('logs'), name: 'archive' })
    const { from, to, diff } = await it.compare('from=1&to=2')
    expect([from.version, to.version]).toEqual([1, 2])
    expect(diff.counts).toEqual({ added: 0, removed: 0, changed: 1, renamed: 1, moved: 0, same: 1 })
    expect(JSON.stringify(diff)).not.toContain(it.ciphertext)
    expect((await it.compare('from=2&to=1')).diff.counts.renamed).toBe(1)
  })

  it('treats another stack as if it had the same name', async () => {
    const it = await world()
    const text = JSON.stringify(it.state([it.bucket('logs', { protect: true })]))
      .replaceAll('::shop::', '::shop2::')
      .replaceAll('shop-dev', 'shop2-dev')
    const { secrets_providers: _key, ...twin } = JSON.parse(text) as Json // the state that was just written
    await it.cli.import(OTHER, JSON.parse(JSON.stringify(twin).replaceAll(it.ciphertext, 'bm9uZQ==')) as Json) // the same
    const { isOtherStack, diff } = await it.compare(`of=${OTHER}`)
    expect(isOtherStack).toBe(true)
    expect(diff.counts).toMatchObject({ added: 1, removed: 0, changed: 1, same: 1 })
  })

  it('returns one entry with all its values', async () => {
    const it = await world()
    const { diff } = await it.compare(`from=0&urn=${encodeURIComponent(urnOf('logs'))}`)
    expect(diff.entries).toHaveLength(1)
    expect(diff.entries[0]?.properties).toContainEqual({
      path: 'inputs',
      kind: 'added',
      is: { bucket: 'logs', password: SECRET },
    })
  })
})
