import { expect, it } from 'vitest'
import { lastChanges, type ReportedRun } from './lastChanges.ts'

type Row = ReportedRun['rows'][number]
const did = (urn: string, op: string, more: Partial<Row> = {}): Row => ({ urn, op, state: 'done', diffs: [], ...more })

it('finds the latest run that changed a resource, and the one that created it', () => {
  const runs = [
    { version: 4, rows: [did('a', 'same'), did('b', 'update', { state: 'failed' }), did('c', 'refresh')] },
    { version: 3, rows: [did('a', 'update'), did('c', 'refresh', { diffs: ['tags'] })] },
    { version: 2, rows: [did('a', 'update'), did('d', 'replace')] },
    { version: 1, rows: [did('a', 'create'), did('b', 'import'), did('e', 'read')] },
  ]
  expect(lastChanges(runs)).toEqual([
    { urn: 'a', created: 1, changed: 3, isUnknown: false },
    { urn: 'c', created: null, changed: 3, isUnknown: false },
    { urn: 'd', created: null, changed: 2, isUnknown: false },
    { urn: 'b', created: 1, changed: 1, isUnknown: false },
  ])
})

it('reports an unknown outcome for operations that started and never ended', () => {
  expect(lastChanges([{ version: 2, rows: [did('a', 'update', { state: 'running' })] }])).toEqual([
    { urn: 'a', created: null, changed: 2, isUnknown: true },
  ])
})

it('takes the later of two creations', () => {
  const runs = [
    { version: 3, rows: [did('a', 'create')] },
    { version: 2, rows: [did('a', 'delete')] },
    { version: 1, rows: [did('a', 'create')] },
  ]
  expect(lastChanges(runs)).toEqual([{ urn: 'a', created: 3, changed: 3, isUnknown: false }])
})
