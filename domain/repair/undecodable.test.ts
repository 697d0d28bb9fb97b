import { describe, expect, it } from 'vitest'
import { decodingVerdicts } from '#testing/load.ts'
import { suggestedChoices } from '#testing/states/suggestedChoices.ts'
import { type Deployment, readState, type Resource, type StateDocument } from '../state/checkpoint.ts'
import { decodingFaults } from '../state/decoding.ts'
import { SECRET_SIGNATURE, SIGNATURE } from '../state/secrets.ts'
import { applyRepairs } from './applyRepairs.ts'
import { findRepairs } from './findRepairs.ts'

const urn = 'urn:pulumi:dev::shop::a:b:C::x'
const resource: Resource = { urn, type: 'a:b:C', custom: true, id: 'i' }
const documentOf = (deployment: unknown): StateDocument => {
  const read = readState({ version: 3, deployment })
  if (!read.ok) throw new Error(read.problem)
  return read.document
}
const withField = (field: object): StateDocument => documentOf({ resources: [{ ...resource, ...field }] })
const offers = (document: StateDocument, earlier: Deployment[] = []) =>
  findRepairs(
    document,
    earlier.map((deployment, version) => ({ version, deployment })),
  ).problems.map(({ id, suggested, options }) => ({ id, suggested, options: options.map((each) => each.id) }))
const repaired = (document: StateDocument, problem: string, option: string, earlier: Deployment[] = []) =>
  applyRepairs(
    document,
    [{ problem, option }],
    earlier.map((deployment, version) => ({ version, deployment })),
  )

it('a secret is not taken from a version with another key: no CLI could read the state', () => {
  const secret = { [SIGNATURE]: SECRET_SIGNATURE }
  const of = (salt: string) => ({ secrets_providers: { type: 'passphrase', state: { salt } } })
  const withSecret = (token: object) => ({ resources: [{ ...resource, inputs: { token } }] })
  const document = documentOf({ ...withSecret(secret), ...of('new') })
  const earlier = (salt: string) => [{ ...withSecret({ ...secret, ciphertext: 'v1:a:b' }), ...of(salt) }]
  expect(offers(document, earlier('new'))).toMatchObject([{ options: ['values:0', 'dropValues'] }])
  expect(offers(document, earlier('old'))).toMatchObject([{ options: ['dropValues'] }])
})

describe('a field of the wrong type', () => {
  it.each([
    ['true', true],
    ['NO', false],
    [1, true],
  ])('is read as what it says: %j', (protect, meant) => {
    const document = withField({ protect })
    expect(offers(document)).toEqual([
      { id: 'fields:0', suggested: 'readFields', options: ['readFields', 'dropFields'] },
    ])
    const { verdict, document: after } = repaired(document, 'fields:0', 'readFields')
    expect([verdict, after.deployment.resources]).toEqual(['valid', [{ ...resource, protect: meant }]])
  })

  it.each([
    [{ customTimeouts: { create: '5m', update: 30 } }, { customTimeouts: { create: 300, update: 30 } }],
    [{ ignoreChanges: 'tags' }, { ignoreChanges: ['tags'] }],
    [{ sourcePosition: 5 }, { sourcePosition: '5' }],
  ])('is read as what it says: %j', (field, meant) => {
    const { document } = repaired(withField(field), 'fields:0', 'readFields')
    expect(document.deployment.resources).toEqual([{ ...resource, ...meant }])
  })

  it('comes from an earlier version if that has it', () => {
    const document = withField({ created: 'yesterday' })
    const earlier = { resources: [{ ...resource, created: '2026-01-05T09:00:00Z' }] }
    expect(offers(document, [earlier])).toMatchObject([{ suggested: 'fields:0', options: ['fields:0', 'dropFields'] }])
    expect(repaired(document, 'fields:0', 'fields:0', [earlier]).document.deployment.resources).toEqual(
      earlier.resources,
    )
  })

  it('is taken out at level 3, and never by suggestion, if it guards the resource', () => {
    const [problem] = findRepairs(withField({ retainOnDelete: 'perhaps' })).problems
    expect(problem?.suggested).toBeUndefined()
    expect(problem?.options.map(({ id, level }) => [id, level])).toEqual([
      ['setFields', 3],
      ['dropFields', 3],
    ])
  })

  it('is one item of a list: only that is taken out', () => {
    const document = withField({ initErrors: ['a', 5, 'b', [], {}] })
    expect(repaired(document, 'fields:0', 'dropFields').document.deployment.resources).toEqual([
      { ...resource, initErrors: ['a', 'b'] },
    ])
  })

  it('is beside the entries', () => {
    const document = documentOf({
      manifest: { time: 'now', magic: '', version: '' },
      extensions: { e: { name: 5, value: '!' } },
    })
    expect(offers(document).map(({ id }) => id)).toEqual(['fields:manifest', 'fields:extensions'])
    const { verdict, document: after } = applyRepairs(document, suggestedChoices(findRepairs(document)))
    expect([verdict, after.deployment]).toEqual([
      'valid',
      { manifest: { magic: '', version: '' }, extensions: { e: {} } },
    ])
  })

  it.each(Object.keys(decodingVerdicts().fields))('can be repaired in %s, whatever its value', (path) => {
    const { base, values, fields } = decodingVerdicts()
    const stuck = values.filter((value, at) => {
      if (fields[path]?.[at] !== '-') return false
      const read = readState({ version: 3, deployment: placed(base, path.split('.'), value) })
      if (!read.ok || decodingFaults(read.document.deployment).length === 0) return false
      return !hasWayOut(read.document)
    })
    expect(stuck).toEqual([])
  })
})

/** Whether some choices make the state valid, one decision after the other. */
const hasWayOut = (document: StateDocument): boolean =>
  findRepairs(document).problems.some(({ id, options }) =>
    options.some((option) => {
      const { verdict, document: after } = repaired(document, id, option.id)
      return verdict === 'valid' || (verdict === 'better' && hasWayOut(after))
    }),
  )

function placed(container: unknown, [key, ...rest]: string[], value: unknown): unknown {
  if (key === undefined) return value
  if (/^\d+$/.test(key)) {
    const items = Array.isArray(container) ? (container as unknown[]) : []
    return items.toSpliced(Number(key), 1, placed(items[Number(key)], rest, value))
  }
  const object = (container ?? {}) as Record<string, unknown>
  return { ...object, [key]: placed(object[key], rest, value) }
}

describe('an unreadable pending operation', () => {
  const secret = { [SIGNATURE]: SECRET_SIGNATURE, ciphertext: '' }
  const stateWith = (more: object, type: unknown = 'creating') =>
    documentOf({ resources: [resource], pending_operations: [{ type, resource: { ...resource, ...more } }] })

  it('can lose the values that no CLI can read', () => {
    const document = stateWith({ inputs: { a: { password: secret }, b: 1, c: [secret] } })
    expect(offers(document)).toEqual([
      { id: 'values:pending:0', suggested: undefined, options: ['dropValues', 'dropOperation'] },
    ])
    const { verdict, document: after } = repaired(document, 'values:pending:0', 'dropValues')
    expect([verdict, after.deployment.pending_operations?.[0]?.resource.inputs]).toEqual([
      'valid',
      { a: {}, b: 1, c: [null] },
    ])
  })

  it.each([
    [{ protect: 'true' }, 'fields:pending:0'],
    [{ type: '' }, 'operation:pending:0'],
    [{ custom: false }, 'operation:pending:0'],
  ])('with %j can be taken out, at level 3', (more, id) => {
    const document = stateWith(more)
    const [problem] = findRepairs(document).problems
    expect(problem?.id).toBe(id)
    expect(problem?.options.find((each) => each.id === 'dropOperation')?.level).toBe(3)
    expect(repaired(document, id, 'dropOperation')).toMatchObject({
      verdict: 'valid',
      document: { deployment: { pending_operations: [] } },
    })
  })

  it('is one of several: the others stay', () => {
    const sound = { type: 'updating', resource }
    const broken = { type: 5, resource }
    const document = documentOf({ resources: [resource], pending_operations: [broken, sound, broken] })
    const choices = ['fields:pending:0', 'fields:pending:2'].map((problem) => ({ problem, option: 'dropOperation' }))
    const { verdict, document: after } = applyRepairs(document, choices)
    expect([verdict, after.deployment.pending_operations]).toEqual(['valid', [sound]])
  })
})
