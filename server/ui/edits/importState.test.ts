import { describe, expect, it } from 'vitest'
import { ImportPlan } from '#contract/edits.ts'
import { RecoveryRecord } from '#contract/recoveries.ts'
import { decrypt, encrypt } from '../../core/secrets/vault.ts'
import { createHarness, problemOf as problem, replyOf as parsed } from '#testing/consoleHarness.ts'
import { loadBucket } from '#testing/loadBucket.ts'

const REF = 'organization/webshop/prod'
const SECRET = { '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270' }
const urnOf = (name: string, stack = 'prod') => `urn:pulumi:${stack}::webshop::acme:index:Thing::${name}`

type Json = Record<string, unknown>
type Exported = { resources: Json[]; pending_operations?: Json[] } & Json

const thing = (name: string, more: Json = {}) => ({
  urn: urnOf(name),
  custom: true,
  id: `${name}-id`,
  type: 'acme:index:Thing',
  futureKey: { kept: 1.5 },
  ...more,
})
const pending = (name: string, type = 'creating') => ({ type, resource: { ...thing(name), id: undefined } })
const file = (resources: unknown[], more: Json = {}) =>
  JSON.stringify({
    version: 3,
    deployment: { manifest: { time: '2026-01-05T09:00:00Z', magic: '', version: '' }, resources, ...more },
  })
const elsewhere = { type: 'service', state: { owner: 'acme', project: 'webshop', stack: 'prod' } }
const plain = (value: unknown) => ({ ...SECRET, plaintext: JSON.stringify(value) })

async function world() {
  const harness = await createHarness()
  const { call } = harness
  const post = (path: string, body: Json, { ref = REF, as }: { ref?: string; as?: string } = {}) =>
    call('POST', `/stacks/${ref}${path}`, {
      body,
      ...(as !== undefined && { headers: { authorization: `token ${as}` } }),
    })
  const confirmed = { reason: 'Moved here.', confirm: REF }
  const plan = async (text: string, more: Json = {}, ref = REF) =>
    parsed(ImportPlan, await post('/import/plan', { text, ...more }, { ref }))
  const run = async (text: string, more: Json = {}) =>
    parsed(RecoveryRecord, await post('/import', { text, ...confirmed, ...more }))
  const stackRow = (ref = REF) => harness.stackRow(ref)
  const exported = (ref = REF) => harness.exported<Exported>(ref)
  const refusal = async (text: string, more: Json = {}) => {
    const answer = await problem(post('/import', { text, ...confirmed, ...more }))
    expect(await stackRow()).toBeUndefined()
    return answer
  }
  return { ...harness, post, plan, run, stackRow, exported, problem, refusal, confirmed }
}

describe('an import of a state', () => {
  it('creates the stack and keeps every pending operation of a self-managed backend’s checkpoint', async () => {
    const it = await world()
    const text = loadBucket()['.pulumi/stacks/webshop/prod.json'] ?? ''
    const { latest } = (JSON.parse(text) as { checkpoint: { latest: Exported } }).checkpoint
    const plan = await it.plan(text)
    expect(plan).toMatchObject({
      isPossible: true,
      isNew: true,
      from: { project: 'webshop', stack: 'prod' },
      pending: 5,
      level: 2,
      integrityAfter: [],
    })
    expect(plan.sentences.filter((line) => line.startsWith('A pending '))).toHaveLength(5)
    expect(await it.stackRow()).toBeUndefined()

    const record = await it.run(text)
    expect(record).toMatchObject({
      version: 1,
      canUndo: false,
      undoBlocked: expect.stringContaining('no state before'),
    })
    expect(record.proof.filter(({ ok }) => ok === false)).toEqual([])
    const { deployment } = await it.exported()
    expect(deployment.pending_operations).toEqual(latest.pending_operations)
    expect(deployment.resources).toEqual(latest.resources)
    expect(deployment['secrets_providers']).toEqual(latest['secrets_providers'])
    expect((await it.stackRow())?.tags).toEqual({ 'pulumi:project': 'webshop' })
    const log = await (await it.call('GET', '/audit')).text()
    expect(log).toContain('stack.create')
    expect(log).toContain('Import the state of webshop/prod: Moved here.')
  })

  it('says what the state before loses, also where something worse decides the confirmation', async () => {
    const it = await world()
    await it.run(file([thing('a'), thing('b')], { pending_operations: [pending('d')] }))
    const partly = await it.plan(file([thing('a'), thing('c')]))
    expect(partly.level).toBe(3)
    expect(partly.loss).toEqual([
      'What b refers to keeps running untracked.',
      'If the program still has it, the next pulumi up would create it again, or fail because its name is taken.',
      '1 pending operation would be removed: it may be an existing resource, which would become untracked.',
    ])
    expect(partly.because).toEqual([
      '1 resource leaves the state and keeps running, untracked.',
      'This stack would manage c from now on: the next update may change or delete it.',
    ])
    const other = await it.plan(file([thing('x')], { pending_operations: [pending('d')] }))
    expect(other.loss[0]).toBe(
      'Nothing in this file is in the current state: probably the wrong file or stack. Choose another file, or change the stack name above.',
    )
    const none = await it.plan(file([thing('a'), thing('b'), thing('c')], { pending_operations: [pending('d')] }))
    expect(none.loss).toEqual([])
  })

  it('replaces the state of a stack only as the user saw it, and can be undone', async () => {
    const it = await world()
    await it.run(file([thing('a'), thing('b')]))
    const before = await it.exported()
    const next = file([thing('a'), thing('c')], { pending_operations: [pending('d')] })
    const { basis, level } = await it.plan(next)
    expect(level).toBe(3)
    const more = { statement: 'Looked at both.' }
    expect(await it.problem(it.post('/import', { text: next, ...it.confirmed, ...more }))).toMatchObject({
      code: 'stale_basis',
    })
    const record = await it.run(next, { basis, ...more })
    expect((await it.exported()).deployment.pending_operations).toHaveLength(1)
    expect((await it.post(`/recoveries/${record.id}/undo`, { reason: 'Wrong file.' })).status).toBe(200)
    expect(await it.exported()).toEqual(before)
  })

  it('is refused while someone holds the lease, to a reader, and without the stack’s name', async () => {
    const it = await world()
    const text = file([thing('a')])
    expect(await it.problem(it.post('/import', { text, reason: 'x' }))).toMatchObject({ code: 'not_confirmed' })
    const reader = await it.addUser('rita', 'reader')
    expect(await it.problem(it.post('/import', { text, ...it.confirmed }, { as: reader }))).toMatchObject({
      code: 'forbidden',
    })
    expect(await it.stackRow()).toBeUndefined()
    await it.cli.createStack(REF)
    await it.cli.start(REF)
    for (const path of ['/import/plan', '/import'])
      expect(await it.problem(it.post(path, { text, ...it.confirmed }))).toMatchObject({ code: 'lease_held' })
    expect((await it.stackRow())?.version).toBe(1)
  })

  it.each([
    ['truncated JSON', '{"version": 3, "deployment": {"resour', /line 1/],
    ['a version of a newer engine', JSON.stringify({ version: 99, deployment: {} }), /version is too new/],
    ['a file that is no state', JSON.stringify({ name: 'package' }), /neither a deployment nor a checkpoint/],
    ['entries of several stacks', file([thing('a'), { ...thing('b'), urn: urnOf('b', 'dev') }]), /belong to 2 stacks/],
    ['a state that the engine refuses', file([thing('a', { parent: urnOf('gone') })]), /Repair it under/],
    [
      'a file downloaded to be edited',
      JSON.stringify({ holdfastBasis: {}, version: 3, deployment: {} }),
      /downloaded here/,
    ],
  ])('is refused for %s with a sentence, and leaves no stack', async (_, text, sentence) => {
    const it = await world()
    expect((await it.refusal(text)).detail).toMatch(sentence)
  })

  it('is refused when the file is too large', async () => {
    const it = await world()
    expect(await it.refusal('x'.repeat(10_000_001))).toMatchObject({ code: 'too_large' })
  })

  it('of another stack is refused, unless it is renamed', async () => {
    const it = await world()
    const dev = (name: string) => ({ ...thing(name), urn: urnOf(name, 'dev') })
    const text = file([dev('a')], {
      pending_operations: [{ type: 'creating', resource: { ...dev('b'), id: undefined } }],
    })
    expect(await it.refusal(text)).toMatchObject({ detail: expect.stringContaining('the state of webshop/dev') })
    expect(await it.plan(text)).toMatchObject({ isPossible: false, from: { project: 'webshop', stack: 'dev' } })
    await it.run(text, { rename: true })
    const { resources, pending_operations: operations = [] } = (await it.exported()).deployment
    expect(resources.map(({ urn }) => urn)).toEqual([urnOf('a')])
    expect(operations).toMatchObject([{ resource: { urn: urnOf('b') } }])
  })

  it('is refused for names that no CLI could use', async () => {
    const it = await world()
    const answer = await it.problem(it.post('/import/plan', { text: file([]) }, { ref: 'organization/webshop/a b' }))
    expect(answer.code).toBe('bad_request')
  })
})

describe('secrets of an imported state', () => {
  it('in plain text are encrypted with the stack’s key, and stored or logged nowhere in plain text', async () => {
    const it = await world()
    const password = plain('correct horse')
    const text = file([thing('a', { inputs: { password, list: [{ password }] } })], {
      secrets_providers: elsewhere,
      pending_operations: [
        { type: 'creating', resource: { ...thing('b'), id: undefined, inputs: { key: plain({ n: 1 }) } } },
      ],
    })
    const plan = await it.plan(text)
    expect(plan.problems.map(({ code }) => code)).toContain('secretsEncrypted')
    const record = await it.run(text)
    const { deployment } = await it.exported()
    const stored = JSON.stringify(deployment)
    expect(stored).not.toContain('plaintext')
    expect(deployment['secrets_providers']).toEqual({
      type: 'service',
      state: { url: 'http://localhost:8080', owner: 'organization', project: 'webshop', stack: 'prod' },
    })
    const stack = await it.stackRow()
    if (!stack) throw new Error('the stack was created')
    const ciphertexts = [...stored.matchAll(/"ciphertext":"([^"]+)"/g)].map(([, each = '']) => each)
    const texts = await Promise.all(ciphertexts.map(async (each) => atob(await decrypt(it.deps, stack, each))))
    expect(texts).toEqual(['"correct horse"', '"correct horse"', '{"n":1}'])
    const shown = JSON.stringify([plan, record]) + it.logged.join() + (await (await it.call('GET', '/audit')).text())
    expect(shown).not.toContain('correct horse')
  })

  it('under a passphrase stay as they are, and the plan says what the CLI needs', async () => {
    const it = await world()
    const provider = { type: 'passphrase', state: { salt: 'v1:abc' } }
    const text = file([thing('a', { inputs: { password: { ...SECRET, ciphertext: 'v1:x:y' } } })], {
      secrets_providers: provider,
    })
    expect((await it.plan(text)).problems[1]?.message).toMatch(
      /1 secret stays encrypted by a passphrase.*PULUMI_CONFIG_PASSPHRASE/,
    )
    await it.run(text)
    expect(await it.exported()).toEqual(JSON.parse(text))
  })

  it.each([
    ['by another service', { secrets_providers: elsewhere }],
    ['by a provider that the file does not name', {}],
    [
      'partly, next to others in plain text',
      {
        secrets_providers: { type: 'passphrase', state: {} },
        pending_operations: [{ type: 'creating', resource: { ...thing('b'), inputs: { key: plain(1) } } }],
      },
    ],
  ])('encrypted %s are refused with the command that exports them', async (_, more) => {
    const it = await world()
    const text = file([thing('a', { inputs: { password: { ...SECRET, ciphertext: 'AAAA' } } })], more)
    expect((await it.refusal(text)).detail).toContain('pulumi stack export --show-secrets')
  })

  it('encrypted with the stack’s own key stay as they are', async () => {
    const it = await world()
    await it.cli.createStack(REF)
    const stack = await it.stackRow()
    if (!stack) throw new Error('the stack was created')
    const ciphertext = await encrypt(it.deps, stack, btoa('"correct horse"'))
    const state = { url: 'http://localhost:8080', owner: 'organization', project: 'webshop', stack: 'prod' }
    const text = file([thing('a', { inputs: { password: { ...SECRET, ciphertext } } })], {
      secrets_providers: { type: 'service', state },
    })
    expect((await it.plan(text)).problems.map(({ code }) => code)).toEqual(['oldStack'])
    await it.run(text)
    expect(await it.exported()).toEqual(JSON.parse(text))
  })
})
