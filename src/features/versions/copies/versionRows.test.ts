import { describe, expect, it } from 'vitest'
import type { StateCopy } from '#contract/backends.ts'
import { versionRows } from './versionRows.ts'

const version = (number: number, at: number) => ({
  version: number,
  update: null,
  source: 'seen' as const,
  at,
  bytes: 1,
  resourceCount: 1,
  pendingCount: 0,
  integrity: null,
  removedAt: null,
})

const copy = (key: string, writtenAt: number, more: Partial<StateCopy> = {}): StateCopy => ({
  place: 'backup',
  key,
  version: null,
  writtenAt,
  bytes: 2,
  sameAs: null,
  problem: null,
  entries: 3,
  pending: 0,
  verdict: { isAccepted: true, errors: 0 },
  brokenBy: null,
  differs: null,
  isBest: false,
  commands: [],
  ...more,
})

const named = (rows: ReturnType<typeof versionRows>) => rows.map((row) => row.copy?.key ?? row.version)
const WHOLE = { before: null, isLast: true }

describe('the list of versions with the copies in the backend', () => {
  it('is ordered by time, and a copy has no number of its own', () => {
    const rows = versionRows(
      [version(3, 300), version(1, 100)],
      [copy('newest', 400), copy('middle', 200), copy('oldest', 50), copy('same time', 100)],
      WHOLE,
    )
    expect(named(rows)).toEqual(['newest', 3, 'middle', 1, 'same time', 'oldest'])
    expect(rows[0]).toMatchObject({ at: 400, bytes: 2, resourceCount: 3 })
    // A gap is said between numbers, wherever copies lie.
    expect(rows.map((row) => row.version)).toEqual([4, 3, 3, 1, 1, 1])
  })

  it('names a copy of the same state at its version, and no state that is a version anyway', () => {
    const rows = versionRows(
      [version(2, 200), version(1, 100)],
      [copy('a', 150, { sameAs: 1 }), copy('b', 150, { sameAs: 9 }), copy('c', 50, { place: 'seen', sameAs: 1 })],
      WHOLE,
    )
    expect(named(rows)).toEqual([2, 1])
    expect(rows.map(({ also }) => also?.map(({ key }) => key))).toEqual([undefined, ['a']])
  })

  it('has each copy on one page', () => {
    const copies = [500, 350, 250, 150, 50].map((at) => copy(`at ${at}`, at))
    const [first, second] = [
      [version(4, 400), version(3, 300)],
      [version(2, 200), version(1, 100)],
    ]
    const pages = [
      versionRows(first ?? [], copies, { before: null, isLast: false }),
      versionRows(second ?? [], copies, { before: 300, isLast: true }),
    ]
    expect(pages.map(named)).toEqual([
      ['at 500', 4, 'at 350', 3],
      ['at 250', 2, 'at 150', 1, 'at 50'],
    ])
  })

  it('is of copies alone where no state could be read', () => {
    expect(named(versionRows([], [copy('old', 1), copy('new', 2)], WHOLE))).toEqual(['new', 'old'])
  })
})
