import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { courseFromTrace, isTraceFile } from './fromTrace.ts'
import { firstField, GobError } from './gob.ts'
import { waitsOf } from './waits.ts'

/** Written by the CLI's tracing library: a preview and an update of a component and two resources. */
const bytes = new Uint8Array(gunzipSync(readFileSync(new URL('../../fixtures/traces/up.trace.gz', import.meta.url))))
const urn = (type: string, name: string) => `urn:pulumi:dev::shop::${type}::${name}`
const START = Date.parse('2023-11-14T22:13:30Z')

it('a trace is recognised by its first bytes', () => {
  expect(isTraceFile(bytes)).toBe(true)
  expect(isTraceFile(new TextEncoder().encode('{"sequence":1}'))).toBe(false)
})

it('the timeline of a trace has the provider calls of the update, not of its preview, with their dependencies', () => {
  const course = courseFromTrace(bytes)
  expect(course).toMatchObject({ source: 'trace', precisionMs: 1, from: START, to: START + 4000 })
  expect(course.steps).toEqual([
    {
      urn: urn('shop:index:Group', 'group'),
      op: 'create',
      begin: START,
      end: START,
      outcome: 'done',
      custom: false,
      parent: null,
      provider: null,
      after: [],
    },
    {
      urn: urn('a:b:C', 'vpc'),
      op: 'create',
      begin: START + 200,
      end: START + 1050,
      outcome: 'done',
      custom: true,
      parent: urn('shop:index:Group', 'group'),
      provider: urn('pulumi:providers:a', 'default'),
      after: [],
    },
    {
      urn: urn('a:b:C', 'subnet'),
      op: 'update',
      begin: START + 1150,
      end: START + 3150,
      outcome: 'failed',
      custom: true,
      parent: null,
      provider: null,
      after: [urn('a:b:C', 'vpc'), urn('shop:index:Group', 'group')],
    },
  ])
  expect(waitsOf({ ...course, precisionMs: 50 })[2]).toEqual({ why: 'dependency', on: 1 })
})

it('a truncated trace, or another file, is refused with a message', () => {
  for (let length = 0; length < 2000; length += 7) {
    expect(() => firstField(bytes.subarray(0, length))).toThrow(GobError)
  }
  expect(() => firstField(new Uint8Array([3, 4, 0, 255]))).toThrow(GobError)
  expect(() => firstField(new Uint8Array(64).fill(0xf8))).toThrow(GobError)
})
