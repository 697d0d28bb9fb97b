import { describe, expect, it } from 'vitest'
import { decodingVerdicts } from '#testing/load.ts'
import { type Deployment, readState, type Resource } from './checkpoint.ts'
import { decodingFaults } from './decoding.ts'
import { asRead } from './typing.ts'
import { DEPLOYMENT, type FieldType, RESOURCE } from './fieldTypes.ts'

const { base, values, fields, kinds, parts, marked } = decodingVerdicts()

/** Whether we consider the deployment decodable: neither unreadable as a whole nor with a fault. */
function isDecoded(deployment: unknown): boolean {
  const read = readState({ version: 3, deployment })
  return read.ok && decodingFaults(read.document.deployment).length === 0
}

/** A copy with another value at a path, whose missing parts are made. */
function withValue(container: unknown, [key, ...rest]: string[], value: unknown): unknown {
  if (key === undefined) return value
  if (/^\d+$/.test(key)) {
    const list = Array.isArray(container) ? (container as unknown[]) : []
    return list.toSpliced(Number(key), 1, withValue(list[Number(key)], rest, value))
  }
  const object = (container ?? {}) as Record<string, unknown>
  return { ...object, [key]: withValue(object[key], rest, value) }
}

/** The paths of all fields of a type, through the first item of lists and the key `k` of maps. */
function pathsOf(type: FieldType, path: string[] = []): string[] {
  const inner: [string, FieldType][] =
    type.is === 'struct'
      ? [...type.fields]
      : type.is === 'list'
        ? [['0', type.of]]
        : type.is === 'map'
          ? [['k', type.of]]
          : []
  return inner.flatMap(([key, of]) => [[...path, key].join('.'), ...pathsOf(of, [...path, key])])
}

describe('the types of the fields', () => {
  it('were all compared with the engine', () => {
    expect(Object.keys(fields).toSorted()).toEqual([...new Set(pathsOf(DEPLOYMENT))].toSorted())
  })

  it.each(Object.entries(fields))('give the engine’s verdict for %s', (path, verdicts) => {
    const ours = values.map((value) => (isDecoded(withValue(base, path.split('.'), value)) ? '+' : '-'))
    expect(values.filter((_, at) => ours[at] !== verdicts[at])).toEqual([])
  })
})

describe('a marked value', () => {
  it.each(Object.entries(marked))('with any %s has the engine’s verdict', (name, verdicts) => {
    const [kind = '', key = ''] = name.split('.')
    const inputsWith = (part: unknown) => ({ a: [{ ...kinds[kind], [key]: part }] })
    const resource: Resource = { urn: 'urn:pulumi:a::b::c::d', type: 'c', custom: true, id: 'i' }
    const ours = parts.map((part) =>
      isDecoded({ resources: [{ ...resource, inputs: inputsWith(part) }] }) ? '+' : '-',
    )
    expect(parts.filter((_, at) => ours[at] !== verdicts[at])).toEqual([])
  })
})

const urn = 'urn:pulumi:dev::shop::a:b:C::x'
const resource: Resource = { urn, type: 'a:b:C', custom: true, id: 'i' }
const messages = (deployment: unknown) => decodingFaults(deployment as Deployment).map(({ message }) => message)

describe('a field of the wrong type', () => {
  it('is a fault with its place, in the decoder’s words', () => {
    expect(decodingFaults({ resources: [resource, { ...resource, protect: 'true' } as unknown as Resource] })).toEqual([
      {
        urn,
        place: ['resources', 1, 'protect'],
        message: 'json: cannot unmarshal string into Go struct field ResourceV3.resources.protect of type bool',
      },
    ])
  })

  it.each([
    [{ manifest: { time: 'now' } }, 'parsing time "now" as "2006-01-02T15:04:05Z07:00"'],
    [
      { manifest: { plugins: [{ name: 5 }] } },
      'json: cannot unmarshal number into Go struct field PluginInfoV1.manifest.plugins.name of type string',
    ],
    [
      { resources: [{ ...resource, customTimeouts: { create: '5m' } }] },
      'json: cannot unmarshal string into Go struct field CustomTimeouts.resources.customTimeouts.create of type float64',
    ],
    [
      { resources: [{ ...resource, ignoreChanges: 'tags' }] },
      'json: cannot unmarshal string into Go struct field ResourceV3.resources.ignoreChanges of type []string',
    ],
    [
      { pending_operations: [{ type: 5, resource }] },
      'json: cannot unmarshal number into Go struct field OperationV2.pending_operations.type of type apitype.OperationType',
    ],
    [
      { extensions: { e: { name: [] } } },
      'json: cannot unmarshal array into Go struct field Extension.extensions.name of type string',
    ],
  ])('in %j is reported as: %s', (deployment, message) => {
    expect(messages(deployment)).toEqual([message])
  })

  it('comes before the faults of values, as the decoder stops at it', () => {
    expect(
      messages({
        resources: [
          { ...resource, type: '' },
          { ...resource, taint: 1 },
        ],
      }),
    ).toEqual([
      'json: cannot unmarshal number into Go struct field ResourceV3.resources.taint of type bool',
      `resource '${urn}' missing required 'type' field`,
    ])
  })
})

describe('a deployment as the engine reads it', () => {
  it('has the names of the fields for keys in another case', () => {
    const { deployment } = readOf({
      Resources: [{ ...resource, Protect: true, PARENT: 'p', CUSTOMTIMEOUTS: { Create: 5 } }],
    })
    expect(deployment).toEqual({
      resources: [{ ...resource, protect: true, parent: 'p', customTimeouts: { create: 5 } }],
    })
  })

  it('has the value of the last of several spellings, and joins objects', () => {
    expect(asRead({ protect: false, Protect: true, Taint: true, taint: null }, RESOURCE)).toEqual({
      protect: true,
      taint: true,
    })
    expect(asRead({ Inputs: { a: 1 }, inputs: { b: 2 } }, RESOURCE)).toEqual({ inputs: { a: 1, b: 2 } })
  })

  it('has empty texts for null in lists', () => {
    const { deployment } = readOf({
      resources: [
        { ...resource, dependencies: [null, urn], aliases: [null], propertyDependencies: { a: [null], b: null } },
      ],
    })
    expect(deployment.resources).toEqual([
      { ...resource, dependencies: ['', urn], aliases: [''], propertyDependencies: { a: [''], b: null } },
    ])
  })

  it('is the same object if nothing differs, with unknown keys and the keys of properties as they are', () => {
    const deployment = { resources: [{ ...resource, inputs: { Protect: null }, later: [null] }], Later: {} }
    expect(asRead(deployment)).toBe(deployment)
  })
})

function readOf(deployment: unknown) {
  const read = readState({ version: 3, deployment })
  if (!read.ok) throw new Error(read.problem)
  return read.document
}
