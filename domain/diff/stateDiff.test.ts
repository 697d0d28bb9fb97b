import { describe, expect, it } from 'vitest'
import { sampleEntries, sampleState } from '#testing/samples/sampleEntries.ts'
import { randomState, seeded } from '#testing/states/randomState.ts'
import type { Resource, StateDocument } from '../state/checkpoint.ts'
import { diffStates } from './stateDiff.ts'

const SECRET = { '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270' }
const { entry } = sampleEntries({ idOf: (name) => `${name}-1` })
const bucket = (name: string, more: Partial<Resource> = {}) => entry(name, { inputs: { bucket: name }, ...more })
const state = (resources: Resource[], more: object = {}) =>
  sampleState(resources, { manifest: { version: '3.1.0' }, ...more })
const changes = (a: Partial<Resource>, b: Partial<Resource>) =>
  diffStates(state([bucket('a', a)]), state([bucket('a', b)])).entries[0]?.properties ?? []

describe('the difference between two states', () => {
  it('is empty between a state and its copy, whatever the order of keys', () => {
    const document = randomState(seeded(3), 60)
    const copy = JSON.parse(JSON.stringify(document)) as StateDocument // a copy without shared values
    copy.deployment.resources = (copy.deployment.resources ?? []).map(
      (entry) => Object.fromEntries(Object.entries(entry).toReversed()) as Resource, // the same keys
    )
    const diff = diffStates(document, copy)
    expect(diff.entries).toEqual([])
    expect(diff.beside).toEqual([])
    expect(diff.counts).toMatchObject({ same: document.deployment.resources?.length, moved: 0 })
  })

  it('distinguishes added, removed, changed, renamed and moved', () => {
    const before = state([bucket('a'), bucket('b'), bucket('c'), bucket('d')])
    const renamed = { ...bucket('b'), urn: bucket('new').urn }
    const after = state([bucket('c'), bucket('a', { protect: true }), renamed, bucket('e')])
    const { counts, entries, moved } = diffStates(before, after)
    expect(counts).toEqual({ added: 1, removed: 1, changed: 1, renamed: 1, moved: 1, same: 1 })
    expect(entries.find(({ change }) => change === 'renamed')).toMatchObject({
      formerUrn: bucket('b').urn,
      properties: [],
    })
    expect(moved).toEqual([bucket('c').urn])
  })

  it('does not treat a resource as renamed when two entries match it', () => {
    const before = state([bucket('a', { id: 'x' }), bucket('b', { id: 'x' })])
    const { counts } = diffStates(before, state([bucket('c', { id: 'x' })]))
    expect(counts).toMatchObject({ renamed: 0, added: 1, removed: 2 })
  })

  it('finds a renamed component by its alias', () => {
    const component = (name: string, more: Partial<Resource> = {}): Resource => ({
      urn: `urn:pulumi:prod::shop::my:C::${name}`,
      type: 'my:C',
      ...more,
    })
    const after = state([component('new', { aliases: [component('old').urn] })])
    expect(diffStates(state([component('old')]), after).counts).toMatchObject({ renamed: 1, added: 0 })
  })

  it('distinguishes an old entry from the live one with the same URN', () => {
    const before = state([bucket('a', { delete: true, id: 'old' }), bucket('a')])
    const { entries } = diffStates(before, state([bucket('a')]))
    expect(entries).toMatchObject([{ change: 'removed', id: 'old', isOld: true }])
  })

  it('names properties as the engine does, down to the differing value', () => {
    const found = changes(
      { inputs: { tags: { 'a.b': 1, c: [1, 2, { d: 1 }] }, gone: true } },
      { inputs: { tags: { 'a.b': 2, c: [1, 2, { d: 2 }, 9] } } },
    )
    expect(found).toEqual([
      { path: 'inputs.tags["a.b"]', kind: 'changed', was: 1, is: 2 },
      { path: 'inputs.tags.c[2].d', kind: 'changed', was: 1, is: 2 },
      { path: 'inputs.tags.c[3]', kind: 'added', is: 9 },
      { path: 'inputs.gone', kind: 'removed', was: true },
    ])
  })

  it('compares lists of names as sets, and reports when only their order differs', () => {
    expect(changes({ dependencies: ['a', 'b'] }, { dependencies: ['b', 'c'] })).toEqual([
      { path: 'dependencies', kind: 'removed', was: 'a' },
      { path: 'dependencies', kind: 'added', is: 'c' },
    ])
    expect(changes({ dependencies: ['a', 'b'] }, { dependencies: ['b', 'a'] })).toMatchObject([{ kind: 'changed' }])
  })

  it('treats empty values as absent, as the CLI does', () => {
    expect(changes({ protect: false, dependencies: [], parent: '' }, {})).toEqual([])
  })

  it('never shows the value of a secret, on either side', () => {
    const found = changes(
      {
        inputs: { password: { ...SECRET, ciphertext: 'aaa' } },
        outputs: { token: 'bbb' },
        additionalSecretOutputs: ['token'],
      },
      {
        inputs: { password: { ...SECRET, ciphertext: 'ccc' } },
        outputs: { token: 'ddd' },
        additionalSecretOutputs: ['token'],
      },
    )
    expect(found.map(({ path }) => path)).toEqual(['inputs.password', 'outputs.token'])
    expect(JSON.stringify(found)).not.toMatch(/aaa|bbb|ccc|ddd/)
    const salted = (salt: string) => state([], { secrets_providers: { type: 'passphrase', state: { salt } } })
    const { beside } = diffStates(salted('one'), salted('two'))
    expect(beside).toEqual([{ path: 'secrets_providers.state.salt', kind: 'changed', was: SECRET, is: SECRET }])
  })

  it('covers pending operations, provider versions and metadata', () => {
    const provider = (version: string): Resource => ({
      urn: 'urn:pulumi:prod::shop::pulumi:providers:aws::default',
      type: 'pulumi:providers:aws',
      id: 'p',
      inputs: { version },
    })
    const operation = (name: string) => ({ type: 'creating', resource: bucket(name) })
    const before = state([provider('6.0.0')], { pending_operations: [operation('x'), operation('y')] })
    const after = state([provider('7.0.0')], { pending_operations: [operation('y')], manifest: { version: '3.2.0' } })
    expect(diffStates(before, after)).toMatchObject({
      operationsRemoved: [{ type: 'creating', urn: bucket('x').urn }],
      operationsAdded: [],
      operationsSame: 1,
      providers: [{ was: '6.0.0', is: '7.0.0' }],
      beside: [{ path: 'manifest.version', was: '3.1.0', is: '3.2.0' }],
    })
  })

  it('omits values when there are too many, and says so', () => {
    const before = state(['a', 'b'].map((name) => bucket(name, { inputs: { text: 'x'.repeat(600) } })))
    const after = state(['a', 'b'].map((name) => bucket(name, { inputs: { text: 'y'.repeat(600) } })))
    const { entries } = diffStates(before, after, { valueBudget: 1500 })
    expect(entries.map(({ isCut, properties }) => [isCut, properties[0]?.was !== undefined])).toEqual([
      [false, true],
      [true, false],
    ])
  })
})

describe('one entry of a difference', () => {
  const before = state([bucket('a'), bucket('b', { outputs: { token: 'hush' }, additionalSecretOutputs: ['token'] })])
  const after = state([bucket('a', { protect: true }), bucket('c')])

  it('is returned alone, while the counts still cover the whole', () => {
    const { entries, counts } = diffStates(before, after, { only: bucket('b').urn })
    expect(entries.map(({ urn }) => urn)).toEqual([bucket('b').urn])
    expect(counts).toMatchObject({ added: 1, removed: 1, changed: 1 })
    expect(entries[0]?.properties).toContainEqual({ path: 'inputs', kind: 'removed', was: { bucket: 'b' } })
    expect(JSON.stringify(entries)).not.toContain('hush')
  })
})
