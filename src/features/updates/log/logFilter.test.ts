import { expect, it } from 'vitest'
import type { LogLine } from '#contract/updates.ts'
import { filterLog, splitAtHits } from './logFilter.ts'

const severities = ['debug', 'info', 'info#err', 'system', 'warning', 'error'] as const satisfies LogLine['severity'][]
const lines = severities.map((severity, sequence): LogLine => ({
  sequence,
  at: 0,
  severity,
  urn: null,
  text: `A ${severity}`,
}))

it.each([
  ['all', 6],
  ['info', 5],
  ['warning', 2],
  ['error', 1],
] as const)('the level %s keeps %d of six lines', (level, count) =>
  expect(filterLog(lines, level, '')).toHaveLength(count),
)

it('finds a text in any case, in the line and in the resource name', () => {
  expect(filterLog(lines, 'all', 'a DEBUG')).toHaveLength(1)
  expect(
    filterLog([{ sequence: 0, at: 0, severity: 'info', urn: 'urn:x::Ledger', text: 'made' }], 'all', 'ledger'),
  ).toHaveLength(1)
})

it('returns the same list without a filter, so that nothing renders again', () =>
  expect(filterLog(lines, 'all', '')).toBe(lines))

it('marks every match', () => expect(splitAtHits('Tick tock tick', 'tick')).toEqual(['', 'Tick', ' tock ', 'tick', '']))
