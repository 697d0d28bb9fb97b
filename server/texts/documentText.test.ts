import { describe, expect, it } from 'vitest'
import type { StateDocument } from '#domain/state/checkpoint.ts'
import { textOf } from './documentText.ts'

const entries = Array.from({ length: 1_203 }, (_, at) => ({
  urn: `urn:pulumi:prod::web::a:b:C::Müller-😀-${at}`,
  type: 'a:b:C',
  custom: at % 2 === 0,
  inputs: { text: '"resources":[]', lone: '\ud800', nothing: null, left: undefined },
}))
const document = (resources: unknown) =>
  ({
    version: 3,
    'of no one here': { deployment: { resources: [] } },
    missing: undefined,
    deployment: {
      metadata: { resources: [] },
      manifest: { time: '2026-01-05T09:00:00Z', magic: '', version: '' },
      resources,
      pending_operations: [],
      last: 1,
    },
    after: '€',
  }) as unknown as StateDocument // shapes outside the type are tested here

describe('the JSON text of a deployment', () => {
  it.each([
    ['many entries', entries],
    ['a whole number of pieces', entries.slice(0, 1_000)],
    ['few', entries.slice(0, 3)],
    ['none', []],
    ['entries that are not objects', [...entries, null, undefined, 7]],
    ['a missing list', null],
    ['nothing', undefined],
  ])('is what JSON.stringify writes: %s', (_, resources) => {
    const expected = JSON.stringify(document(resources))
    const length = new TextEncoder().encode(expected).length
    for (const about of [0, 10, length - 1, length, length * 2])
      expect(new TextDecoder().decode(textOf(document(resources), about))).toBe(expected)
  })
})
