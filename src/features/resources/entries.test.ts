import { expect, it } from 'vitest'
import { toColumns } from '#domain/state/graph.ts'
import { entriesOfGraph, type Mark } from './entries.ts'

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
