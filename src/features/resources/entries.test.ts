import { expect, it } from 'vitest'
import { toColumns } from '#domain/state/graph.ts'
import { entriesOfGraph, entriesOfRows, type Mark, matcher } from './entries.ts'

const URN = 'urn:pulumi:dev::shop::a:b:Bucket::media'
const bucket = { urn: URN, type: 'a:b:Bucket', custom: true }

const marksOf = (entry: object, pending: object[] = []) => {
  const deployment = { resources: [{ ...bucket, ...entry }], pending_operations: pending as never }
  return entriesOfGraph(toColumns({ org: 'acme', project: 'shop', stack: 'dev' }, 1, deployment)).marksOf(0)
}

it.each<[Mark, object, object[]?]>([
  ['protect', { protect: true }],
  ['delete', { delete: true }],
  ['pendingReplacement', { pendingReplacement: true }],
  ['initErrors', { initErrors: ['not ready'] }],
  ['external', { external: true }],
  ['retainOnDelete', { retainOnDelete: true }],
  ['pending', {}, [{ type: 'updating', resource: bucket }]],
])('an entry of the graph is marked %s, and nothing else', (mark, entry, pending) => {
  expect(marksOf(entry, pending)).toEqual([mark])
})

it('an ordinary entry of the graph, or a provider, has no mark', () => {
  expect(marksOf({})).toEqual([])
  expect(marksOf({ urn: 'urn:pulumi:dev::shop::pulumi:providers:aws::aws', type: 'pulumi:providers:aws' })).toEqual([])
})

it('the most serious mark of an entry is named first', () => {
  expect(marksOf({ external: true, protect: true, delete: true, initErrors: ['not ready'] })).toEqual([
    'initErrors',
    'delete',
    'protect',
    'external',
  ])
})

it.each([
  ['a part of an ID', 'MEDIA-7f3', [0]],
  ['a whole ID and a word of the type', 'media-7f3c01 bucket', [0]],
  ['a word that no resource has', 'media-7f3c01 queue', []],
  ['a word that only a resource without an ID has', 'assets', [1]],
  ['a URN', URN, [0]],
])('a search of rows finds %s', (_, query, found) => {
  const row = { ...bucket, name: 'media', parent: null, provider: null, flags: [], pending: null }
  const entries = entriesOfRows([
    { ...row, index: 0, id: 'media-7f3c01' },
    { ...row, index: 1, urn: URN.replace('media', 'assets'), name: 'assets', id: null },
  ])
  const matches = matcher(entries, query)
  expect([0, 1].filter((index) => matches?.(index))).toEqual(found)
})
