import { describe, expect, it } from 'vitest'
import { sampleChange } from '#testing/samples/sampleRun.ts'
import type { ChangeRow } from '#contract/updates.ts'
import { changeTree, filterCounts } from './changeTree.ts'

const change = (urn: string, parent: string | null, more: Partial<ChangeRow> = {}) =>
  sampleChange({ urn, parent, ...more })
const rows = [
  change('stack', null),
  change('network', 'stack'),
  change('subnet', 'network', { op: 'create' }),
  change('service', 'stack'),
  change('task', 'service', { op: 'update', state: 'failed' }),
  change('bucket', 'stack'),
]
const lines = (filter: Parameters<typeof changeTree>[1], list = rows) =>
  changeTree(list, filter).map(
    ({ change: { name }, level, isContext }) => `${' '.repeat(level - 1)}${name}${isContext ? ' …' : ''}`,
  )

describe('changes as a tree', () => {
  it('keeps what changed and its ancestors', () =>
    expect(lines('changes')).toEqual(['stack …', ' network …', '  subnet', ' service …', '  task']))
  it('keeps only the failed ones on request', () =>
    expect(lines('failed')).toEqual(['stack …', ' service …', '  task']))
  it('shows all on request', () => expect(lines('all')).toHaveLength(6))
  it('counts the rows of each filter', () =>
    expect(filterCounts(rows)).toEqual({
      all: 6,
      changes: 2,
      failed: 1,
      refused: 0,
      waiting: 0,
      allowed: 0,
      unknown: 0,
    }))
  it('counts apart what is only wanted, and what is unknown', () =>
    expect(
      filterCounts([
        ...rows,
        change('a', null, { op: 'create', state: 'unknown' }),
        change('c', null, { op: 'delete', state: 'waiting' }),
        change('d', null, { op: 'delete', state: 'allowed' }),
      ]),
    ).toMatchObject({ changes: 5, unknown: 1, waiting: 1, allowed: 1 }))
  it.each([
    ['was never reported', [change('a', 'gone', { op: 'create' })]],
    ['is the row itself', [change('a', 'a', { op: 'create' })]],
    ['is part of a cycle', [change('a', 'b', { op: 'create' }), change('b', 'a')]],
  ])('loses no row whose parent %s', (_, list) => expect(lines('changes', list).join()).toMatch(/\ba\b(?! …)/))
  it('lists an unchanged resource with an error', () =>
    expect(lines('changes', [change('a', null, { messages: [{ severity: 'error', text: 'no' }] })])).toEqual(['a']))
})
