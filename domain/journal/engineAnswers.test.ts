import { describe, expect, it } from 'vitest'
import { sampleEntries, sampleState as state } from '#testing/samples/sampleEntries.ts'
import { foldEvents } from '#testing/states/foldEvents.ts'
import type { Resource, StateDocument } from '../state/checkpoint.ts'
import { decodingFaults } from '../state/decoding.ts'
import { isAccepted, verify } from '../state/integrity.ts'
import { applyRepairs } from '../repair/applyRepairs.ts'
import { findRepairs } from '../repair/findRepairs.ts'
import { suggestedChoices } from '#testing/states/suggestedChoices.ts'
import { cliSummary, repairAsCli } from '#testing/states/repairAsCli.ts'
import { SECRET_SIGNATURE, SIGNATURE } from '../state/secrets.ts'
import { moveResources } from '../edits/moveResources.ts'
import { replaceEntry, replaceState } from '../edits/replace.ts'
import { providerUrnFault } from '../state/urn.ts'

// Answers of CLI 3.260 for small states; our own implementation once differed for each of them.

const {
  urn,
  entry: bucket,
  root,
} = sampleEntries({ stack: 'dev', type: 'aws:s3:Bucket', idOf: (name) => `id-${name}` })
const provider = (id: string, more: Partial<Resource> = {}): Resource => ({
  urn: urn('west', 'pulumi:providers:aws'),
  type: 'pulumi:providers:aws',
  custom: true,
  id,
  inputs: { region: 'eu-1' },
  ...more,
})
const providerReference = (id: string) => `${urn('west', 'pulumi:providers:aws')}::${id}`
const repaired = (document: StateDocument) => applyRepairs(document, suggestedChoices(findRepairs(document)))
const entries = ({ document }: { document: StateDocument }) => document.deployment.resources ?? []

describe('a URN without the prefix `urn:pulumi:`', () => {
  const nonsense = bucket('x', { urn: 'nonsense', parent: root.urn })
  const document = state([root, nonsense])

  it('crashes the CLI, also import with --force', () => {
    expect(verify(document.deployment)).toMatchObject([
      { rule: 'R2', kind: 'malformed', index: 1, message: "An assertion has failed: Urn is: 'nonsense'" },
    ])
    expect(isAccepted(verify(document.deployment))).toBe(false)
    expect(repairAsCli(document)).toEqual({
      verdict: 'cannotRepair',
      error: "An assertion has failed: Urn is: 'nonsense'",
    })
  })

  it('is repaired from an earlier version, or from type and parent, but not from the URN alone', () => {
    const earlier = [{ version: 3, deployment: { resources: [root, bucket('x', { parent: root.urn })] } }]
    expect(applyRepairs(document, suggestedChoices(findRepairs(document, earlier)), earlier)).toMatchObject({
      verdict: 'valid',
      changed: { urnsChanged: [{ from: 'nonsense', to: urn('x') }] },
    })
    const user = bucket('user', { dependencies: ['nonsense'] })
    const alone = state([root, nonsense, user])
    const [problem] = findRepairs(alone).problems
    expect(problem?.suggested).toBeUndefined()
    const made = problem?.options.find(({ id }) => id === 'urnMade')
    expect(made).toMatchObject({ level: 2, urnsChanged: [{ from: 'nonsense', to: urn('nonsense') }] })
    const edit = applyRepairs(alone, [{ problem: problem?.id ?? '', option: 'urnMade' }])
    expect(edit.verdict).toBe('valid')
    expect(entries(edit)[2]?.dependencies).toEqual([urn('nonsense')])
  })
})

it('an empty property dependency fails with `refers to missing property dependency` when the state is written', () => {
  const document = state([bucket('x', { propertyDependencies: { size: ['', ''], name: [] } })])
  const [finding] = verify(document.deployment)
  expect(finding).toMatchObject({
    rule: 'R10',
    verifier: 'B',
    message: `resource ${urn('x')} refers to missing property dependency `,
  })
  expect(isAccepted(verify(document.deployment))).toBe(true)
  expect(repaired(document)).toMatchObject({ verdict: 'valid' })
  expect(entries(repaired(document))[0]?.propertyDependencies).toEqual({ name: [] })
})

describe('a secret', () => {
  const secret = (more: object) => ({ [SIGNATURE]: SECRET_SIGNATURE, ...more })
  const faults = (more: object) =>
    decodingFaults({ resources: [bucket('x', { inputs: { secret: secret(more) } })] }).map(({ message }) => message)
  const MALFORMED = 'malformed secret value: exactly one of `ciphertext` or `plaintext` must be supplied'

  it.each([
    [{ plaintext: 5 }, MALFORMED],
    [{ plaintext: '1', ciphertext: '' }, MALFORMED],
    [{ plaintext: '"1"', ciphertext: 'v1:x' }, MALFORMED],
    [{ ciphertext: null }, MALFORMED],
    [{ plaintext: '' }, MALFORMED],
    [{ ciphertext: '' }, MALFORMED],
    [{ ciphertext: 'v1:x', other: { [SIGNATURE]: 'x' } }, "unrecognized signature 'x' in property map"],
    [{ plaintext: '{"a":' }, 'unexpected end of JSON input'],
    // The CLI quotes the character, which is part of a secret.
    [{ plaintext: 'hunter2' }, 'malformed secret value: `plaintext` must be JSON'],
    [{ plaintext: JSON.stringify({ deep: [{ [SIGNATURE]: 'x' }] }) }, "unrecognized signature 'x' in property map"],
    [{ plaintext: JSON.stringify(secret({ ciphertext: '{"a":' })) }, 'unexpected end of JSON input'],
  ])('with the value %j is an error: %s', (more, words) => {
    expect(faults(more)).toEqual([words])
  })

  it.each([
    [{ plaintext: '"hunter2"' }],
    [{ plaintext: '5', ciphertext: 5 }],
    [{ ciphertext: 'v1:x' }],
    [{ plaintext: JSON.stringify(secret({ ciphertext: '"inner"' })) }],
  ])('with the value %j can be read', (more) => {
    expect(faults(more)).toEqual([])
  })

  it('is never quoted in an error', () => {
    expect(faults({ plaintext: 'hunter2' }).join()).not.toContain('hunter2')
  })
})

describe('messages about an invalid provider or URN', () => {
  it('omit the module of a type without a colon', () => {
    const words = (got: string) => `invalid module in type: expected 'pulumi:providers', got '${got}'`
    expect(providerUrnFault(urn('x', 'foo'))).toBe(words(''))
    expect(providerUrnFault(urn('x', 'a:b:c'))).toBe(words('a:b'))
  })

  it.each([
    ['urn:pulumi:a::b', 'urn:pulumi:a::b::a::b::a::b'],
    ['urn:pulumi:x', 'urn:pulumi:x::x::x::x'],
    ['urn:pulumi:a::b::c', 'urn:pulumi:a::b::c::a::b::c'],
  ])('state repair treats all of %s as one missing part', (short, rebuilt) => {
    const ours = repairAsCli(state([bucket('x', { urn: short, parent: urn('gone') })]))
    expect(ours.verdict === 'repaired' && entries(ours).map((each) => each.urn)).toEqual([rebuilt])
  })
})

describe('the summary of state repair', () => {
  it('marks entries pending deletion, and distinguishes duplicates', () => {
    const old = bucket('x', { delete: true, id: 'old', dependencies: [urn('y')] })
    const ours = repairAsCli(state([old, bucket('a'), bucket('x'), bucket('b'), bucket('y')]))
    expect(ours.verdict === 'repaired' && cliSummary(ours)).toBe(
      [
        'The following resources will be reordered to appear before their dependents:',
        '',
        `* ${urn('y')}`,
        `* ${urn('x')} (deleted)`,
      ].join('\n'),
    )
  })
})

describe('repairing two entries with one ID', () => {
  const document = state([
    { ...bucket('x'), type: 'aws:s3:BucketV2', outputs: { size: 5 } },
    bucket('x', { dependencies: [] }),
  ])

  it('keeps the one whose type matches its URN, and loses nothing', () => {
    const edit = repaired(document)
    expect(edit.verdict).toBe('valid')
    expect(entries(edit)).toEqual([document.deployment.resources?.[1]])
    expect(edit.problems.map(({ code }) => code)).toEqual(['removed'])
  })
})

describe('a move', () => {
  const destination = { project: 'web', stack: 'prod' }
  const there = (name: string, type: string) => `urn:pulumi:prod::web::${type}::${name}`
  const thereRoot: Resource = { ...root, urn: there('web-prod', 'pulumi:pulumi:Stack') }
  const move = (source: StateDocument, target: StateDocument, ...names: string[]) =>
    moveResources(
      source,
      target,
      names.map((name) => urn(name)),
      { destination },
    )
  const blob = { name: 'ext', version: '1.0.0', value: 'e30=' }

  it('takes the extension blobs along, and leaves those the source still uses', () => {
    const source = state(
      [
        root,
        bucket('a', { extensionRef: 'e1' }),
        bucket('b', { extensionRef: 'e2' }),
        bucket('c', { extensionRef: 'e2' }),
      ],
      { extensions: { e1: blob, e2: blob, unused: blob } },
    )
    const moved = move(source, state([thereRoot], { extensions: { other: blob } }), 'a', 'b')
    expect(moved.problems).toEqual([])
    expect(moved.destination.document.deployment.extensions).toEqual({ other: blob, e1: blob, e2: blob })
    expect(moved.source.document.deployment.extensions).toEqual({ e2: blob, unused: blob })
    const rest = move(moved.source.document, moved.destination.document, 'c')
    expect(rest.source.document.deployment.extensions).toEqual({ unused: blob })
    expect(Object.keys(move(state([root, bucket('a')]), state([]), 'a').destination.document.deployment)).toEqual([
      'resources',
    ])
  })

  it('does not overwrite another blob', () => {
    const source = state([root, bucket('a', { extensionRef: 'e1' })], { extensions: { e1: blob } })
    const moved = move(source, state([thereRoot], { extensions: { e1: { ...blob, version: '2.0.0' } } }), 'a')
    expect(moved.problems).toMatchObject([{ severity: 'error', code: 'extensionTaken' }])
    expect(moved.source.document).toBe(source)
  })

  it('gives the copy of a provider the destination’s root as its parent', () => {
    const source = state([root, provider('p1'), bucket('a', { provider: providerReference('p1') })])
    const [, copy, moved] = entries(move(source, state([]), 'a').destination)
    expect(copy).toMatchObject({ urn: there('west', 'pulumi:providers:aws'), parent: thereRoot.urn })
    expect(moved?.provider).toBe(`${there('west', 'pulumi:providers:aws')}::p1`)
  })

  it('keeps the live and the old copy of a provider apart', () => {
    const old = provider('p0', { delete: true })
    const users = [
      bucket('a', { provider: providerReference('p0') }),
      bucket('b', { provider: providerReference('p1') }),
    ]
    for (const twins of [
      [old, provider('p1')],
      [provider('p1'), old],
    ]) {
      const moved = move(state([root, ...twins, ...users]), state([thereRoot]), 'a', 'b')
      expect(moved.problems).toEqual([])
      const after = entries(moved.destination)
      expect(after.map(({ id, delete: isOld }) => [id, isOld ?? false])).toEqual([
        [undefined, false],
        ...twins.map(({ id, delete: isOld }) => [id, isOld ?? false]),
        ['id-a', false],
        ['id-b', false],
      ])
      expect(after.slice(-2).map((each) => each.provider)).toEqual(
        ['p0', 'p1'].map((id) => `${there('west', 'pulumi:providers:aws')}::${id}`),
      )
    }
  })

  it('uses the live provider of the destination with the same inputs, never one pending deletion', () => {
    const source = state([root, provider('p1'), bucket('a', { provider: providerReference('p1') })])
    const theirs = (id: string, more: Partial<Resource> = {}) =>
      provider(id, { urn: there('west', 'pulumi:providers:aws'), ...more })
    for (const twins of [
      [theirs('live'), theirs('old', { delete: true })],
      [theirs('old', { delete: true }), theirs('live')],
    ]) {
      const moved = move(source, state([thereRoot, ...twins]), 'a')
      expect(entries(moved.destination).at(-1)?.provider).toBe(`${there('west', 'pulumi:providers:aws')}::live`)
    }
  })
})

describe('a malformed URN in a state', () => {
  const document = state([root, bucket('x')])
  const rules = { stack: { project: 'shop', stack: 'dev' } }

  it.each(['urn:pulumi:dev', 'urn:pulumi:other::shop::aws:s3:Bucket::y', 'nonsense'])(
    '%s is reported as belonging to another stack, as import does',
    (strange) => {
      const text = JSON.stringify(state([root, bucket('x'), bucket('y', { urn: strange })]))
      expect(replaceState(document, text, rules).problems.map(({ code }) => code)).toContain('foreignStack')
      const entry = JSON.stringify(bucket('x', { urn: strange }))
      expect(replaceEntry(document, { urn: urn('x'), index: 1, text: entry }, rules).problems).toMatchObject([
        { severity: 'error', code: 'foreignStack' },
      ])
    },
  )
})

describe('a step without an end', () => {
  const step = (name: string, op: string, custom: boolean) => ({
    resourcePreEvent: { metadata: { op, urn: urn(name), type: 'a:b:C', old: null, new: { urn: urn(name), custom } } },
  })
  const events = [step('a', 'create', true), step('b', 'same', true), step('c', 'create', false), { summaryEvent: {} }]

  it('is interrupted when a provider call had started: the summary does not complete it', () => {
    const { rows } = foldEvents(
      events.map((event, sequence) => ({ sequence, timestamp: sequence, ...event })),
      { ended: true },
    )
    expect(rows.map((row) => row.state)).toEqual(['running', 'done', 'done'])
  })
})
