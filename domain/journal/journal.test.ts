import { describe, expect, it } from 'vitest'
import { sampleEntries, sampleState } from '#testing/samples/sampleEntries.ts'
import {
  type Deployment,
  magicOf,
  type PendingOperation,
  type Resource,
  type Snippet,
  type StateDocument,
} from '../state/checkpoint.ts'
import { createReplay, type JournalEntry, openOperations, replay } from './journal.ts'

const stamp = { time: '2026-01-05T09:00:00Z', cliVersion: 'v3.260.0' }
const { urn, entry: entryOf } = sampleEntries({ stack: 'dev', type: 'a:b:C', idOf: (name) => name })
const based = (...resources: Resource[]) => sampleState(resources)
const begin = (operationID: number, type?: string, resource?: Resource): Partial<JournalEntry> => ({
  kind: 0,
  operationID,
  ...(type && resource && { operation: { type, resource } }),
})

/** Entries numbered in the given order, with the fields that the CLI always sends. */
const journal = (...entries: Partial<JournalEntry>[]): JournalEntry[] =>
  entries.map((entry, index) => ({
    version: 1,
    kind: 0,
    operationID: 0,
    removeOld: null,
    removeNew: null,
    ...entry,
    sequenceID: index + 1,
  }))

const after = (base: StateDocument | undefined, ...entries: Partial<JournalEntry>[]) =>
  replay(base, journal(...entries), stamp)
const namesOf = ({ document }: { document: StateDocument }) => (document.deployment.resources ?? []).map(({ id }) => id)
const pendingOf = ({ document }: { document: StateDocument }) =>
  (document.deployment.pending_operations ?? []).map(({ type, resource }) => `${type} ${resource.id}`)

describe('the worked example in the protocol', () => {
  const base = based(entryOf('S'), entryOf('A'), entryOf('B', { dependencies: [urn('A')] }))
  const entries = journal(
    { kind: 6, secretsProvider: { type: 'service', state: { stack: 'dev' } } },
    begin(1),
    { kind: 1, operationID: 1, state: entryOf("S'"), removeOld: 0 },
    begin(2, 'updating', entryOf("A'")),
    { kind: 1, operationID: 2, state: entryOf("A'"), removeOld: 1 },
    begin(3, 'creating', entryOf('C')),
    { kind: 1, operationID: 3, state: entryOf('C') },
    { kind: 4, operationID: 4, state: entryOf("S''"), removeNew: 1 },
    begin(5, 'deleting', entryOf('B')),
  )

  it('ends in the documented state', () => {
    const ended = replay(base, entries, stamp)
    expect(namesOf(ended)).toEqual(["S''", "A'", 'C', 'B'])
    expect(pendingOf(ended)).toEqual(['deleting B'])
    expect(ended.openOperations).toEqual([
      { operationID: 5, sequenceID: 9, type: 'deleting', urn: urn('B'), resource: entryOf('B') },
    ])
    expect(ended.document.version).toBe(3)
    expect(ended.document.deployment).toMatchObject({
      manifest: { time: stamp.time, magic: magicOf('v3.260.0'), version: 'v3.260.0' },
      secrets_providers: { type: 'service', state: { stack: 'dev' } },
    })
  })

  it('ends the same in any order, with any repetition of entries', () => {
    const shuffled = [5, 0, 8, 2, 2, 7, 1, 3, 8, 6, 4, 0].map((index) => entries[index] as JournalEntry)
    expect(replay(base, shuffled, stamp)).toEqual(replay(base, entries, stamp))
    expect(openOperations(shuffled)).toEqual(replay(base, entries, stamp).openOperations)
  })

  it('does not change the base, and shares untouched entries by reference', () => {
    const before = structuredClone(base)
    const { document } = replay(base, entries, stamp)
    expect(base).toEqual(before)
    expect(document.deployment.resources?.[3]).toBe(base.deployment.resources?.[2])
  })
})

describe('a journal entry of kind', () => {
  const base = based(entryOf('A'), entryOf('B'))

  it('0, begin: stays open until its end; nothing is pending without an operation', () => {
    expect(pendingOf(after(base, begin(1, 'creating', entryOf('C')), begin(2)))).toEqual(['creating C'])
    expect(after(base, begin(2)).openOperations).toEqual([])
  })

  it('1, success: appends, removes, and marks base entries and new ones', () => {
    const marked = after(
      base,
      { kind: 1, operationID: 1, state: entryOf('N1') },
      { kind: 1, operationID: 2, state: entryOf('N2') },
      { kind: 1, operationID: 3, state: entryOf('N3') },
      {
        kind: 1,
        operationID: 4,
        removeNew: 1,
        deleteNew: 2,
        pendingReplacementNew: 3,
        deleteOld: 0,
        pendingReplacementOld: 1,
      },
    )
    expect(marked.document.deployment.resources).toEqual([
      entryOf('N2', { delete: true }),
      entryOf('N3', { pendingReplacement: true }),
      entryOf('A', { delete: true }),
      entryOf('B', { pendingReplacement: true }),
    ])
  })

  it('1, success: refers to operations, not positions', () => {
    const ended = after(
      base,
      { kind: 1, operationID: 9, state: entryOf('N') },
      { kind: 1, operationID: 10, removeNew: 9, removeOld: 1 },
    )
    expect(namesOf(ended)).toEqual(['A'])
  })

  it('2, failure: only ends its operation', () => {
    const failed = after(base, begin(1, 'creating', entryOf('C')), {
      kind: 2,
      operationID: 1,
      state: entryOf('C'),
      removeOld: 0,
    })
    expect(namesOf(failed)).toEqual(['A', 'B'])
    expect(pendingOf(failed)).toEqual([])
  })

  it('3, refresh success: replaces in place or removes', () => {
    const refreshed = after(
      base,
      { kind: 1, operationID: 1, state: entryOf('N1') },
      { kind: 1, operationID: 2, state: entryOf('N2') },
      begin(3, 'reading', entryOf('A')),
      { kind: 3, operationID: 3, removeOld: 0, state: entryOf("A'") },
      { kind: 3, operationID: 4, removeOld: 1 },
      { kind: 3, operationID: 5, removeNew: 1, state: entryOf("N1'") },
      { kind: 3, operationID: 6, removeNew: 2 },
      { kind: 4, operationID: 7, removeNew: 5, state: entryOf('ignored: 5 has no index of its own') },
    )
    expect(namesOf(refreshed)).toEqual(["N1'", "A'"])
    expect(pendingOf(refreshed)).toEqual([])
  })

  it('4, outputs: replaces in place, and changes nothing without a state', () => {
    const ended = after(
      base,
      { kind: 1, operationID: 1, state: entryOf('N1') },
      { kind: 4, operationID: 2, removeOld: 0, state: entryOf("A'") },
      { kind: 4, operationID: 3, removeNew: 1, state: entryOf("N1'") },
      { kind: 4, operationID: 4, removeOld: 1 },
    )
    expect(namesOf(ended)).toEqual(["N1'", "A'", 'B'])
  })

  it('5, write: replaces the base to which indexes refer', () => {
    const newSnapshot: Deployment = { resources: [entryOf('P'), entryOf('A')], metadata: { later: 1 } }
    const ended = after(base, { kind: 5, newSnapshot }, { kind: 1, operationID: 1, removeOld: 0 })
    expect(namesOf(ended)).toEqual(['A'])
    expect(ended.document.deployment.metadata).toEqual({ later: 1 })
  })

  it('6, secrets manager: is set, and left alone when it is unchanged', () => {
    const provider = { type: 'service', state: { stack: 'dev', owner: 'acme' }, later: 1 }
    const document: StateDocument = { version: 3, deployment: { secrets_providers: provider } }
    const with6 = (secretsProvider: JournalEntry['secretsProvider']) =>
      after(document, { kind: 6, ...(secretsProvider && { secretsProvider }) }).document.deployment.secrets_providers
    expect(with6({ type: 'service', state: { owner: 'acme', stack: 'dev' } })).toBe(provider)
    expect(with6({ type: 'service', state: { owner: 'acme', stack: 'prod' } })).toEqual({
      type: 'service',
      state: { owner: 'acme', stack: 'prod' },
    })
    expect(with6({ type: 'passphrase', state: provider.state })).toMatchObject({ type: 'passphrase' })
    expect(with6(undefined)).toBe(provider)
  })

  it('7, rebuilt base: the state generated so far becomes the base', () => {
    const ended = after(
      base,
      begin(1, 'creating', entryOf('lost')),
      begin(2, 'updating', entryOf('A')),
      { kind: 1, operationID: 3, state: entryOf('N') },
      { kind: 3, operationID: 4, removeOld: 0 },
      { kind: 8, extensionRef: 'x', extension: { name: 'e' } },
      { kind: 7 },
      { kind: 4, operationID: 5, removeOld: 1, state: entryOf("B'") },
      { kind: 4, operationID: 6, removeNew: 3, state: entryOf('ignored') },
    )
    expect(namesOf(ended)).toEqual(['N', "B'"])
    expect(pendingOf(ended)).toEqual(['creating lost'])
    expect(ended.openOperations).toEqual([])
    expect(ended.document.deployment.extensions).toEqual({ x: { name: 'e' } })
  })

  it('8, extension: is added to those of the base', () => {
    const document: StateDocument = { version: 3, deployment: { extensions: { a: { name: 'base' } } } }
    const ended = after(
      document,
      { kind: 8, extensionRef: 'a', extension: { name: 'new' } },
      { kind: 8, extensionRef: '__proto__', extension: { name: 'odd' } },
    )
    expect(Object.entries(ended.document.deployment.extensions ?? {})).toEqual([
      ['a', { name: 'base' }],
      ['__proto__', { name: 'odd' }],
    ])
  })

  it('9, snippets: replaces the snippets, and removes them when it is empty', () => {
    const document: StateDocument = {
      version: 4,
      features: ['snippets-prototype'],
      deployment: { snippets: [{ uuid: 'a' }] },
    }
    const replaced = after(document, { kind: 9, snippets: [{ uuid: 'b' }] }).document
    expect(replaced).toMatchObject({
      version: 4,
      features: ['snippets-prototype'],
      deployment: { snippets: [{ uuid: 'b' }] },
    })
    expect(after(document, { kind: 9 }).document).not.toHaveProperty('deployment.snippets')
    expect(after(document, { kind: 9 }).document.version).toBe(3)
  })

  it('unknown: is skipped and reported once', () => {
    const ended = after(base, { kind: 12, removeOld: 0 }, { kind: 12 }, { kind: 99, requiresByteString: true })
    expect(namesOf(ended)).toEqual(['A', 'B'])
    expect(ended.unknownKinds).toEqual([12, 99])
    expect(ended.document.features).toEqual(['byteString'])
  })
})

it.each([
  ['a state that is not an object', { kind: 1, state: 'x' as unknown as Resource }],
  ['a state whose URN is not a string', { kind: 1, state: entryOf('N', { urn: 7 as unknown as string }) }],
  [
    'a state with an invalid list',
    { kind: 4, removeOld: 0, state: entryOf('N', { dependencies: 'A' as unknown as string[] }) },
  ],
  ['an operation without a resource', { kind: 0, operation: { type: 'creating' } as unknown as PendingOperation }],
  ['an invalid reference', { kind: 1, removeOld: '0' as unknown as number }],
  ['an invalid snapshot', { kind: 5, newSnapshot: { resources: [null] } as unknown as Deployment }],
  ['snippets that are not a list', { kind: 9, snippets: {} as unknown as Snippet[] }],
])('an entry with %s is skipped and reported, and the update can still end', (_name, entry) => {
  const ended = after(
    based(entryOf('A')),
    { operationID: 1, ...entry },
    { kind: 1, operationID: 2, state: entryOf('B') },
  )
  expect(namesOf(ended)).toEqual(['B', 'A'])
  expect(pendingOf(ended)).toEqual([])
  expect(ended.unknownKinds).toEqual([entry.kind])
  expect(openOperations(journal({ operationID: 1, ...entry }))).toEqual([])
})

describe('the generated state', () => {
  it('ignores references to missing operations and to missing entries', () => {
    const ended = after(based(entryOf('A')), {
      kind: 1,
      operationID: 1,
      removeOld: 7,
      removeNew: 8,
      deleteNew: 9,
      deleteOld: 7,
    })
    expect(ended.document.deployment.resources).toEqual([entryOf('A')])
  })

  it('keeps only creates of the operations that were pending before', () => {
    const document: StateDocument = {
      version: 3,
      deployment: {
        pending_operations: [
          { type: 'creating', resource: entryOf('X') },
          { type: 'deleting', resource: entryOf('Y') },
        ],
      },
    }
    expect(pendingOf(after(document, begin(1, 'updating', entryOf('Z'))))).toEqual(['updating Z', 'creating X'])
  })

  it('starts empty when the stack has no state', () => {
    expect(namesOf(after(undefined, { kind: 1, operationID: 1, state: entryOf('A') }))).toEqual(['A'])
    expect(after(undefined).document.deployment).toEqual({
      manifest: { time: stamp.time, magic: magicOf('v3.260.0'), version: 'v3.260.0' },
    })
    expect(replay(undefined, [], { ...stamp, cliVersion: '' }).document.deployment.manifest?.magic).toBe('')
  })

  it('keeps unknown fields of resources, operations and the deployment', () => {
    const document: StateDocument = {
      version: 3,
      deployment: {
        manifest: { plugins: [] },
        metadata: { m: 1 },
        later: { kept: true },
        resources: [entryOf('A', { later: 1 })],
      },
    }
    const ended = after(
      document,
      { kind: 1, operationID: 1, state: entryOf('N', { later: 2 }), deleteOld: 0 },
      { kind: 0, operationID: 2, operation: { type: 'creating', resource: entryOf('P', { later: 3 }), later: 4 } },
    )
    expect(ended.document.deployment).toEqual({
      manifest: { time: stamp.time, magic: magicOf('v3.260.0'), version: 'v3.260.0' },
      resources: [entryOf('N', { later: 2 }), entryOf('A', { later: 1, delete: true })],
      pending_operations: [{ type: 'creating', resource: entryOf('P', { later: 3 }), later: 4 }],
      metadata: { m: 1 },
      later: { kept: true },
    })
  })

  it('lists the features it uses, and keeps that of byte strings', () => {
    const document: StateDocument = {
      version: 4,
      features: ['byteString', 'taint'],
      deployment: { resources: [entryOf('A', { taint: true })] },
    }
    expect(after(document).document).toMatchObject({ version: 4, features: ['byteString', 'taint'] })
    expect(after(document, { kind: 1, operationID: 1, removeOld: 0 }).document).not.toHaveProperty('features')
    expect(after(based(entryOf('A')), { kind: 7, requiresByteString: true }).document.features).toEqual(['byteString'])
  })

  it('is migrated to version 3 when the base has an old schema', () => {
    const old: StateDocument = {
      version: 1,
      deployment: {
        resources: [entryOf('A', { defaults: {}, inputs: { size: 1 }, dependencies: [urn('S')], later: 1 })],
      },
    }
    expect(after(old).document).toMatchObject({ version: 3 })
    expect(after(old).document.deployment.resources).toEqual([
      entryOf('A', {
        inputs: { size: 1 },
        dependencies: [urn('S')],
        propertyDependencies: { size: [urn('S')] },
        later: 1,
      }),
    ])
  })
})

describe('references in the generated state', () => {
  const dangling = entryOf('D', {
    parent: urn('gone'),
    dependencies: [urn('A'), urn('gone')],
    propertyDependencies: { a: [urn('A'), urn('gone')], b: [urn('gone')], c: [], d: null },
    replaceWith: [urn('gone')],
    deletedWith: urn('gone'),
  })
  const last = entryOf('L', { dependencies: [urn('D')], propertyDependencies: { a: [urn('D')] } })
  const base = based(entryOf('A'), entryOf('gone'), dangling, last)

  it('to removed entries are dropped after a refresh, with the lists this leaves empty', () => {
    const { document } = after(base, { kind: 3, operationID: 1, removeOld: 1 })
    expect(document.deployment.resources).toEqual([
      entryOf('A'),
      entryOf('D', { dependencies: [urn('A')], propertyDependencies: { a: [urn('A')] } }),
      last,
    ])
    expect(document.deployment.resources?.[2]).toBe(last)
  })

  it('to later entries are dropped after a refresh too, except to a parent', () => {
    const forward = based(
      entryOf('A', { dependencies: [urn('B')], parent: urn('B'), propertyDependencies: { a: [] } }),
      entryOf('B'),
    )
    expect(after(forward, { kind: 1, operationID: 1, isRefresh: true }).document.deployment.resources).toEqual([
      entryOf('A', { parent: urn('B') }),
      entryOf('B'),
    ])
  })

  it('are all kept without a refresh', () => {
    expect(after(base, { kind: 1, operationID: 1, removeOld: 1 }).document.deployment.resources?.[1]).toBe(dangling)
  })

  it('are dropped after a refresh also when the base was rebuilt in between', () => {
    const ended = after(
      base,
      { kind: 3, operationID: 1, removeOld: 1 },
      { kind: 7 },
      { kind: 1, operationID: 2, removeOld: 0 },
    )
    expect(ended.document.deployment.resources).toEqual([entryOf('D'), last])
  })
})

describe('aliases', () => {
  const child = 'x:y:Z$a:b:C'
  const grandchild = 'x:y:Z$a:b:C$d:e:F'

  it('are resolved in every reference, children follow their parents, and the list is removed', () => {
    const base = based(
      entryOf('S', { urn: urn('shop-dev', 'pulumi:pulumi:Stack'), type: 'pulumi:pulumi:Stack' }),
      entryOf('parent', { urn: urn('parent', 'v:w:New'), type: 'v:w:New', aliases: [urn('parent', 'x:y:Z')] }),
      entryOf('child', { urn: urn('child', child), parent: urn('parent', 'x:y:Z') }),
      entryOf('grandchild', { urn: urn('grandchild', grandchild), parent: urn('child', child), aliases: [] }),
      entryOf('user', {
        dependencies: [urn('child', child), urn('other')],
        propertyDependencies: { a: [urn('grandchild', grandchild)], b: null },
        deletedWith: urn('parent', 'x:y:Z'),
        viewOf: urn('child', child),
        replaceWith: [urn('child', child)],
        provider: `${urn('p', 'x:y:Z$pulumi:providers:aws')}::1`,
      }),
    )
    base.deployment.resources?.splice(2, 0, {
      urn: urn('p', 'x:y:Z$pulumi:providers:aws'),
      type: 'pulumi:providers:aws',
      custom: true,
      id: '1',
      parent: urn('parent', 'x:y:Z'),
    })
    base.deployment.snippets = [{ uuid: 's', references: { c: urn('child', child) } }]
    const { document, aliasConflicts } = after(
      base,
      begin(1, 'updating', entryOf('child', { urn: urn('child', child) })),
    )
    const [root, parent, provider, renamedChild, renamedGrandchild, user] = document.deployment.resources ?? []
    expect(root).toBe(base.deployment.resources?.[0])
    expect(parent).toEqual(entryOf('parent', { urn: urn('parent', 'v:w:New'), type: 'v:w:New' }))
    expect(provider?.urn).toBe(urn('p', 'v:w:New$pulumi:providers:aws'))
    expect(renamedChild).toMatchObject({ urn: urn('child', 'v:w:New$a:b:C'), parent: urn('parent', 'v:w:New') })
    expect(renamedGrandchild).toEqual(
      entryOf('grandchild', { urn: urn('grandchild', 'v:w:New$a:b:C$d:e:F'), parent: urn('child', 'v:w:New$a:b:C') }),
    )
    expect(user).toEqual(
      entryOf('user', {
        dependencies: [urn('child', 'v:w:New$a:b:C'), urn('other')],
        propertyDependencies: { a: [urn('grandchild', 'v:w:New$a:b:C$d:e:F')], b: null },
        deletedWith: urn('parent', 'v:w:New'),
        viewOf: urn('child', 'v:w:New$a:b:C'),
        replaceWith: [urn('child', child)],
        provider: `${urn('p', 'v:w:New$pulumi:providers:aws')}::1`,
      }),
    )
    expect(document.deployment.snippets?.[0]?.references).toEqual({ c: urn('child', 'v:w:New$a:b:C') })
    expect(document.deployment.pending_operations?.[0]?.resource.urn).toBe(urn('child', child))
    expect(aliasConflicts).toEqual([])
  })

  it('do not rename the children when they are aliases of the root stack', () => {
    const stack = 'pulumi:pulumi:Stack'
    const base = based(
      entryOf('S', { urn: urn('new', stack), type: stack, aliases: [urn('old', stack)] }),
      entryOf('A', { urn: urn('A', 'x:y:Z$a:b:C'), parent: urn('old', stack) }),
    )
    expect(after(base).document.deployment.resources?.[1]).toEqual(
      entryOf('A', { urn: urn('A', 'x:y:Z$a:b:C'), parent: urn('new', stack) }),
    )
  })

  it('stay with the first of two resources that claim them, and are reported', () => {
    const base = based(
      entryOf('A', { aliases: [urn('old'), urn('old')] }),
      entryOf('B', { aliases: [urn('old')] }),
      entryOf('C', { dependencies: [urn('old')] }),
    )
    const { document, aliasConflicts } = after(base)
    expect(document.deployment.resources?.[2]?.dependencies).toEqual([urn('A')])
    expect(aliasConflicts).toEqual([{ alias: urn('old'), urns: [urn('A'), urn('B')] }])
  })
})

describe('a replay in progress', () => {
  const entries = journal(
    begin(1, 'creating', entryOf('A')),
    { kind: 1, operationID: 1, state: entryOf('A') },
    begin(2, 'creating', entryOf('B')),
  )
  const [first, second, third] = entries as [JournalEntry, JournalEntry, JournalEntry]

  it('can be read between entries', () => {
    const running = createReplay(undefined)
    expect(running.apply(first)).toBe('applied')
    const early = running.state(stamp)
    expect(pendingOf(early)).toEqual(['creating A'])
    expect(running.apply(second)).toBe('applied')
    expect(running.apply(third)).toBe('applied')
    expect(running.openOperations().map(({ urn: open }) => open)).toEqual([urn('B')])
    expect(running.state(stamp).document).toEqual(replay(undefined, entries, stamp).document)
    expect(pendingOf(early)).toEqual(['creating A'])
  })

  it('applies an entry once, and reports one that arrived too late for its place', () => {
    const running = createReplay(undefined)
    running.apply(first)
    running.apply(third)
    expect(running.apply(first)).toBe('repeated')
    expect(running.apply(second)).toBe('late')
    expect(namesOf(running.state(stamp))).toEqual([])
  })

  it('lists operations in flight without a base, and drops them when the base is rebuilt', () => {
    expect(openOperations(entries).map(({ type, urn: open }) => `${type} ${open}`)).toEqual([`creating ${urn('B')}`])
    expect(openOperations([...entries, { ...third, sequenceID: 4, kind: 2 }])).toEqual([])
    expect(openOperations([...entries, { ...third, sequenceID: 4, kind: 3 }])).toEqual([])
    expect(openOperations([...entries, { kind: 7, sequenceID: 4, operationID: 0 }])).toEqual([])
  })
})

it('a replay over 30,000 resources does not copy them', () => {
  const base = based(...Array.from({ length: 30_000 }, (_, index) => entryOf(`r${index}`)))
  const { document } = after(base, { kind: 1, operationID: 1, state: entryOf('N'), removeOld: 0 })
  const resources = document.deployment.resources ?? []
  expect(resources).toHaveLength(30_000)
  expect(resources.slice(1).every((resource, index) => resource === base.deployment.resources?.[index + 1])).toBe(true)
})
