import { expect, it } from 'vitest'
import type { LogLine } from '#contract/updates.ts'
import { type LogLevel, matcher, splitAtHits } from './logFilter.ts'

const severities = ['debug', 'info', 'info#err', 'system', 'warning', 'error'] as const satisfies LogLine['severity'][]
const lines = severities.map((severity, sequence): LogLine => ({
  sequence,
  at: 0,
  severity,
  urn: null,
  text: `A ${severity}`,
}))

const found = (level: LogLevel, search: string) => lines.filter(matcher(level, search) ?? (() => true))

it.each([
  ['all', 6],
  ['info', 5],
  ['warning', 2],
  ['error', 1],
] as const)('the level %s keeps %d of six lines', (level, count) => expect(found(level, '')).toHaveLength(count))

it('finds a text in any case, in the line and in the resource name', () => {
  expect(found('all', 'a DEBUG')).toHaveLength(1)
  const made: LogLine = { sequence: 0, at: 0, severity: 'info', urn: 'urn:x::Ledger', text: 'made' }
  expect(matcher('all', 'ledger')?.(made)).toBe(true)
})

it('compares no line without a filter', () => expect(matcher('all', '')).toBeUndefined())

it('marks every match', () => expect(splitAtHits('Tick tock tick', 'tick')).toEqual(['', 'Tick', ' tock ', 'tick', '']))
