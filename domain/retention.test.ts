import { describe, expect, it } from 'vitest'
import { outdated } from './retention.ts'

const DAY = 24 * 3600 * 1000
const NOW = 100 * DAY
/** Versions 1 to 10, written on days 10 to 100, newest first. */
const states = Array.from({ length: 10 }, (_, index) => 10 - index).map((version) => ({
  id: `v${version}`,
  version,
  createdAt: version * 10 * DAY,
  textRemovedAt: null as number | null,
}))
const removed = (
  rule: { keepNewest?: number; keepDays?: number },
  { at = NOW, needed = [], of = states }: { at?: number; needed?: string[]; of?: typeof states } = {},
) =>
  outdated(
    of,
    { keepNewest: rule.keepNewest ?? null, keepDays: rule.keepDays ?? null },
    { at, needed: new Set(needed) },
  )
    .map(({ version }) => version)
    .toReversed()

describe('a retention rule removes', () => {
  it('what is older than the newest versions it keeps', () => {
    expect(removed({ keepNewest: 7 })).toEqual([1, 2, 3])
    expect(removed({ keepNewest: 10 })).toEqual([])
  })

  it('what was superseded more than the given number of days ago', () => {
    expect(removed({ keepDays: 75 })).toEqual([1]) // replaced on day 20, 80 days ago
    expect(removed({ keepDays: 80 })).toEqual([]) // an equal age is not older
    expect(removed({ keepDays: 5 })).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('with both limits, only what neither keeps', () => {
    expect(removed({ keepNewest: 9, keepDays: 5 })).toEqual([1])
    expect(removed({ keepNewest: 1, keepDays: 75 })).toEqual([1])
  })

  it('never the newest version, however old, and never one that is needed', () => {
    expect(removed({ keepDays: 1 }, { at: NOW * 10 })).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(removed({ keepNewest: 8 }, { needed: ['v1'] })).toEqual([2])
  })

  it('the same, whatever was written after the given time', () => {
    expect(removed({ keepNewest: 2 }, { at: 50 * DAY })).toEqual([1, 2, 3])
  })

  it('nothing that was removed before', () => {
    const some = states.map((state) => ({ ...state, textRemovedAt: state.version === 2 ? NOW : null }))
    expect(removed({ keepNewest: 7 }, { of: some })).toEqual([1, 3])
  })
})
