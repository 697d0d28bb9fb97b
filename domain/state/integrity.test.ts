import { describe, expect, it } from 'vitest'
import { growth, LINEAR } from '#testing/growth.ts'
import { integrityCases, type IntegrityCase } from '#testing/load.ts'
import { type Deployment, readState, type Resource } from './checkpoint.ts'
import { decodingFaults } from './decoding.ts'
import { isAccepted, verify } from './integrity.ts'

/** The engine's verdict on a case: the first integrity fault, or why it could not read the state. */
function recordedVerdict({ import: { code, text } }: IntegrityCase): { unreadable?: string; fault?: string } {
  if (code === 0) return {}
  const decoding = /^error: (?:could not deserialize deployment: )?(.*)$/m.exec(text)?.[1] ?? ''
  if (!decoding.includes('errors occurred')) return { unreadable: decoding }
  const fault = /state file contains errors: (.*)$/m.exec(text)?.[1]
  return fault === undefined ? {} : { fault: fault.trim() }
}

/** Our messages for unreadable documents, by the CLI's messages. */
const DOCUMENT_PROBLEMS: [theirs: string, ours: string][] = [
  ['is newer than what this version', "this stack's deployment version is too new"],
  [': from-the-future.', "this stack's deployment needs support for the following features: from-the-future"],
]

/** All reasons for which we consider a state unreadable; empty if it can be read. */
function unreadableReasons(state: unknown): string[] {
  const read = readState(state)
  if (!read.ok) return [read.problem]
  return decodingFaults(read.document.deployment).map(({ message }) => message)
}

function findingsOf(state: unknown) {
  const read = readState(state)
  return read.ok ? verify(read.document.deployment) : []
}

const cases = integrityCases().map((each) => ({
  ...each,
  title: `${each.set}: ${each.name}`,
  ...recordedVerdict(each),
}))
const unreadable = cases.filter((each) => each.unreadable !== undefined)
const broken = cases.filter((each) => each.fault !== undefined)
const sound = cases.filter((each) => each.unreadable === undefined && each.fault === undefined)

describe('the 136 states checked by the engine', () => {
  it('are all included', () => {
    expect([unreadable.length, broken.length, sound.length]).toEqual([20, 68, 48])
  })

  it.each(unreadable)('$title: cannot be read', ({ state, unreadable: reason = '' }) => {
    const ours = DOCUMENT_PROBLEMS.find(([theirs]) => reason.includes(theirs))?.[1] ?? reason.trim()
    expect(unreadableReasons(state)).toContain(ours)
  })

  it.each(broken)('$title: is refused with the same message', ({ state, fault = '' }) => {
    const findings = findingsOf(state).filter(({ verifier }) => verifier !== 'B')
    // The engine checks property dependencies in random order, so any of them may be its first.
    const candidates = fault.includes('(from property') ? findings : findings.slice(0, 1)
    expect(candidates.map(({ message }) => message)).toContain(fault)
    expect(unreadableReasons(state)).toEqual([])
  })

  it.each(sound)('$title: is accepted', ({ state }) => {
    expect(findingsOf(state).filter(({ verifier }) => verifier !== 'B')).toEqual([])
    expect(unreadableReasons(state)).toEqual([])
  })
})

const urn = (name: string, type = 'a:b:C') => `urn:pulumi:dev::shop::${type}::${name}`
const component = (name: string, more: Partial<Resource> = {}): Resource => ({
  urn: urn(name),
  type: 'a:b:C',
  custom: false,
  ...more,
})
const provider = (name: string, id: string): Resource => ({
  urn: urn(name, 'pulumi:providers:aws'),
  type: 'pulumi:providers:aws',
  custom: true,
  id,
})
const providerUrn = urn('default', 'pulumi:providers:aws')
const rules = (deployment: Deployment) =>
  verify(deployment).map(({ rule, kind, verifier }) => `${rule} ${kind} ${verifier}`)

describe('an integrity error', () => {
  it('does not end the check: all are collected, in checking order', () => {
    const deployment: Deployment = {
      manifest: { magic: 'x', version: '' },
      resources: [
        component('late', { parent: urn('root'), dependencies: [urn('gone'), urn('root'), ''] }),
        component('root', {
          propertyDependencies: { b: [urn('gone')], a: [urn('last'), ''], c: null },
          deletedWith: urn('last'),
          replaceWith: [urn('last'), urn('gone'), ''],
        }),
        component('last'),
        component('last'),
      ],
      snippets: [{ uuid: 'u' }, {}, { uuid: 'u' }],
    }
    expect(rules(deployment)).toEqual([
      'R1 tampered both',
      'R8 order both',
      'R9 missing both',
      'R9 order both',
      'R9 missing B',
      'R10 order both',
      'R10 missing B',
      'R10 missing both',
      'R11 order both',
      'R12 order A',
      'R12 missing A',
      'R13 duplicate both',
      'R14 malformed both',
      'R15 duplicate both',
    ])
    expect(isAccepted(verify(deployment))).toBe(false)
  })

  it('has the message of the other verifier where the two differ', () => {
    const [dependency, property] = verify({
      resources: [component('x', { dependencies: [urn('gone')], propertyDependencies: { size: [urn('gone')] } })],
    })
    expect(dependency).toMatchObject({
      index: 0,
      urn: urn('x'),
      target: urn('gone'),
      message: `resource ${urn('x')}'s dependency ${urn('gone')} refers to missing resource`,
      messageB: `resource ${urn('x')} refers to missing dependency ${urn('gone')}`,
    })
    expect(property).toMatchObject({
      message: `resource ${urn('x')}'s property dependency ${urn('gone')} (from property size) refers to missing resource`,
      messageB: `resource ${urn('x')} refers to missing property dependency ${urn('gone')}`,
    })
  })

  it('distinguishes a provider that comes later, has another ID, or is missing', () => {
    const uses = (ref: string, more: Partial<Resource> = {}) =>
      component('x', { custom: true, id: 'i', provider: ref, ...more })
    const kinds = (...resources: Resource[]) => rules({ resources })
    expect(kinds(provider('default', '1'), uses(`${providerUrn}::1`))).toEqual([])
    expect(kinds(uses(`${providerUrn}::1`), provider('default', '1'))).toEqual(['R7 order both'])
    expect(kinds(provider('default', '2'), uses(`${providerUrn}::1`))).toEqual(['R7 otherId both'])
    expect(kinds(uses(`${providerUrn}::1`))).toEqual(['R7 missing both'])
    expect(kinds(uses(`${providerUrn}::1`, { pendingReplacement: true }))).toEqual([])
    expect(kinds(uses('nonsense', { pendingReplacement: true }))).toEqual(['R6 malformed both'])
    expect(kinds(provider('default', ''), uses(`${providerUrn}::`))).toEqual(['R7 otherId both'])
    expect(kinds(provider('default', ''), uses(`${providerUrn}::04da6b54-80e4-46f7-96ec-b56ff0331ba9`))).toEqual([])
    expect(kinds({ ...provider('default', '1'), delete: true }, uses(`${providerUrn}::1`))).toEqual([])
  })

  it('names what cannot be decoded in an entry', () => {
    const [empty, typeless, idOfComponent, strangeProvider] = verify({
      resources: [
        { urn: '', type: 'a:b:C' },
        { urn: urn('x'), type: '' },
        component('y', { id: 'i' }),
        { urn: urn('z'), type: 'pulumi:providers:aws', custom: true },
      ],
    })
    expect(empty?.message).toBe("resource at index 0 missing required 'urn' field")
    expect(typeless?.message).toBe(`resource '${urn('x')}' missing required 'type' field`)
    expect(idOfComponent?.message).toBe(`resource '${urn('y')}' has 'custom false but non-empty ID`)
    expect(strangeProvider).toMatchObject({
      rule: 'R5',
      message: `provider ${urn('z')} is not referenceable: invalid module in type: expected 'pulumi:providers', got 'a:b'`,
    })
  })

  it('is not reported for what the engine accepts', () => {
    const old = component('twin', { delete: true })
    expect(verify({})).toEqual([])
    expect(verify({ resources: [component('twin'), old, { ...old, dependencies: [urn('twin')] }] })).toEqual([])
    expect(verify({ resources: [old, old] })).toEqual([])
    expect(verify({ resources: [component('x', { viewOf: urn('gone'), aliases: [urn('gone')] })] })).toEqual([])
    expect(
      verify({ pending_operations: [{ type: 'creating', resource: component('x', { parent: urn('gone') }) }] }),
    ).toEqual([])
  })

  it('is not reported by verifier A for an empty dependency', () => {
    expect(isAccepted(verify({ resources: [component('x', { dependencies: [''] })] }))).toBe(true)
  })
})

describe('a large state', () => {
  const resourcesOf = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      component(
        `r${index}`,
        index > 0 ? { parent: urn('r0'), dependencies: [urn(`r${index - 1}`), urn(`r${count - index}`)] } : {},
      ),
    )

  it('of 30,000 resources is verified', () => {
    expect(verify({ resources: resourcesOf(30_000) })).toHaveLength(15_000)
  })

  it('is traversed once', () => {
    const verifying = (count: number) => {
      const resources = resourcesOf(count)
      return () => verify({ resources })
    }
    expect(growth(4000, verifying)).toBeLessThan(LINEAR)
  })
})
