import { describe, expect, it } from 'vitest'
import { sha256Hex } from '../json/hash.ts'
import { applyDeltas, cutVerbatim, type DeltaEdit, DeltaError, joined } from './delta.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const text = (from: Uint8Array) => new TextDecoder().decode(from)
const edit = (start: number, end: number, NewText: string): DeltaEdit => ({
  Span: { start: { offset: start }, end: { offset: end } },
  NewText,
})
const changed = (base: Uint8Array, edits: DeltaEdit[]) => joined(applyDeltas([base], [edits]))

describe('a delta', () => {
  it('is applied to bytes, not characters', () => {
    const base = bytes(
      '{"version":3,"deployment":{"manifest":{"time":"2026-01-02T03:04:05Z","magic":"","version":""},"metadata":{},"resources":[{"urn":"urn:pulumi:dev::p::t::é","custom":false,"type":"t"}]}}',
    )
    expect(base).toHaveLength(184)
    const result = changed(base, [edit(181, 181, ',{"urn":"urn:pulumi:dev::p::t::b","custom":false,"type":"t"}')])
    expect(JSON.parse(text(result))).toMatchObject({
      deployment: { resources: [{}, { urn: 'urn:pulumi:dev::p::t::b' }] },
    })
    expect(sha256Hex(result)).toBe('ae59b6d6ed1e2582cf98399353ff32833eb9249eb85c9fd7358f0f857d87bdb4')
  })

  it('replaces, deletes and inserts by offsets of the original base', () => {
    const result = changed(bytes('0123456789'), [
      edit(0, 0, '<'),
      edit(0, 2, 'ab'),
      edit(4, 6, ''),
      edit(6, 7, 'é€'),
      edit(10, 10, '>'),
    ])
    expect(text(result)).toBe('<ab23é€789>')
    expect(text(changed(bytes('abc'), []))).toBe('abc')
  })

  it.each([
    ['outside the base', [edit(2, 4, '')]],
    ['backwards', [edit(2, 1, '')]],
    ['before the base', [edit(-1, 1, '')]],
    ['between bytes', [edit(0.5, 1, '')]],
    ['overlapping', [edit(0, 2, ''), edit(1, 3, '')]],
    ['out of order', [edit(2, 3, ''), edit(0, 1, '')]],
  ])('is refused with ranges %s', (_name, edits) => {
    expect(() => changed(bytes('abc'), edits)).toThrow(DeltaError)
  })
})

it('applies several deltas in sequence, each to the previous result', () => {
  const parts = ['012', '', '34567', '89'].map(bytes)
  const deltas = [
    [edit(2, 4, 'ab'), edit(9, 10, '!')],
    [edit(1, 3, ''), edit(10, 10, '<end>')],
  ]
  expect(text(joined(applyDeltas(parts, deltas)))).toBe('0b45678!<end>')
})

describe('a verbatim save', () => {
  it.each([
    '{"a":1}',
    '{}',
    '{"é":"\\u003c\\"}{][","deep":[{"x":[]},{"y":{}}],"1":1e21,"n":-0.10}',
    '{ "spaced" : [ 1 , 2 ] }',
    '{"surrogate":"\\ud83d\\ude00 😀","backslash":"\\\\"}',
  ])('holds %s byte for byte', (deployment) => {
    const cut = cutVerbatim(bytes(`{"version":4,"untypedDeployment":${deployment},"sequenceNumber":12}`))
    expect(cut.version).toBe(4)
    expect(cut.sequenceNumber).toBe(12)
    expect(text(cut.untypedDeployment)).toBe(deployment)
  })

  it('accepts another member order, whitespace, escapes and extra members', () => {
    const cut = cutVerbatim(
      bytes(
        ' {\n"untypedDeployment": {"untypedDeployment": 1} , "sequenceNumber":1,"x":[true,null,"}"],\t"\\u0076ersion" : 3 }\n',
      ),
    )
    expect(cut).toMatchObject({ version: 3, sequenceNumber: 1 })
    expect(text(cut.untypedDeployment)).toBe('{"untypedDeployment": 1}')
  })

  it.each([
    ['nothing', ''],
    ['a value that is not an object', '[]'],
    ['no deployment', '{"version":3,"sequenceNumber":1}'],
    ['an empty object', '{}'],
    ['a deployment that is not an object', '{"version":3,"untypedDeployment":"{}","sequenceNumber":1}'],
    ['no version', '{"untypedDeployment":{},"sequenceNumber":1}'],
    ['an invalid number', '{"version":3,"untypedDeployment":{},"sequenceNumber":1.5}'],
    ['an unclosed bracket', '{"version":3,"untypedDeployment":{"a":[1,"sequenceNumber":1}'],
    ['an unclosed string', '{"version":3,"untypedDeployment":{"a":"x},"sequenceNumber":1}'],
    ['a string that ends in a backslash', '{"version\\'],
    ['text after the end', '{"version":3,"untypedDeployment":{},"sequenceNumber":1} x'],
    ['a missing value', '{"version":,"untypedDeployment":{},"sequenceNumber":1}'],
  ])('is refused with %s', (_name, body) => {
    expect(() => cutVerbatim(bytes(body))).toThrow(DeltaError)
  })
})
