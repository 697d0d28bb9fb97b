import { describe, expect, it } from 'vitest'
import type { LogLine } from '#contract/updates.ts'
import { anchorOf, firstError, type LogChoice, nextError, viewOfLog } from './logView.ts'

const line = (text: string, rest: Partial<LogLine> = {}): LogLine => ({
  sequence: 0,
  at: 0,
  severity: 'info',
  urn: null,
  text,
  ...rest,
})
const urn = (name: string) => `urn:pulumi:dev::shop::a:b:C::${name}`
const LINES = [
  line('started'),
  line('creating', { urn: urn('ledger') }),
  line('creating', { urn: urn('images') }),
  line('name taken', { urn: urn('images'), severity: 'error' }),
  line('created', { urn: urn('ledger') }),
  line('update failed', { severity: 'error' }),
]
const rowsOf = (choice: Partial<LogChoice> = {}) => {
  const view = viewOfLog(LINES, { level: 'all', search: '', isGrouped: false, ...choice })
  return Array.from({ length: view.count }, (_, index) => view.row(index)).map((row) =>
    row && 'head' in row
      ? (row.head.urn?.split('::').at(-1) ?? 'engine')
      : row && 'line' in row
        ? row.number
        : 'missing',
  )
}

describe('the rows of a log', () => {
  it('are its lines with their numbers', () => expect(rowsOf()).toEqual([1, 2, 3, 4, 5, 6]))
  it('keep the numbers of the whole log with a filter', () => {
    expect(rowsOf({ level: 'error' })).toEqual([4, 6])
    expect(rowsOf({ search: 'creating' })).toEqual([2, 3])
  })
  it('are grouped by resource, those with errors first', () => {
    expect(rowsOf({ isGrouped: true })).toEqual(['engine', 1, 6, 'images', 3, 4, 'ledger', 2, 5])
    expect(rowsOf({ isGrouped: true, search: 'creating' })).toEqual(['ledger', 2, 'images', 3])
  })
  it('count lines and errors in the head of a group', () => {
    const view = viewOfLog(LINES, { level: 'all', search: '', isGrouped: true })
    expect(view.row(3)).toEqual({ head: { urn: urn('images'), lines: 2, errors: 1 } })
    expect([view.count, view.lineCount]).toEqual([9, 6])
  })
  it('have their place before the lines in front of them are loaded', () => {
    const view = viewOfLog(
      LINES.slice(0, 1),
      { level: 'all', search: '', isGrouped: false },
      { before: 3, lines: LINES.slice(3) },
    )
    expect([0, 1, 3, 6].map(view.row)).toEqual([
      { line: LINES[0], number: 1 },
      { missing: 2 },
      { line: LINES[3], number: 4 },
      undefined,
    ])
    expect([view.count, view.lineCount, view.indexOf(4)]).toEqual([6, 4, 3])
  })
  it('are found by number, unless they are filtered out', () => {
    const all = viewOfLog(LINES, { level: 'all', search: '', isGrouped: false })
    expect([0, 1, 6, 7].map(all.indexOf)).toEqual([-1, 0, 5, -1])
    const errors = viewOfLog(LINES, { level: 'error', search: '', isGrouped: false })
    expect([4, 5, 6].map(errors.indexOf)).toEqual([0, -1, 1])
    expect(viewOfLog(LINES, { level: 'all', search: '', isGrouped: true }).indexOf(4)).toBe(5)
  })
})

describe('the errors of a log', () => {
  it('begin with the cause, not with the closing line of the engine', () => {
    expect(firstError(LINES)).toBe(4)
    expect(firstError([line('error: update failed', { severity: 'error' }), ...LINES])).toBe(5)
    expect(firstError([line('x'), line('update failed', { severity: 'error' })])).toBe(2)
    expect(firstError([line('x')])).toBeUndefined()
  })
  it('are walked through in both directions', () => {
    const view = viewOfLog(LINES, { level: 'all', search: '', isGrouped: false })
    expect(nextError(view, -1, 1)).toBe(4)
    expect(nextError(view, 3, 1)).toBe(6)
    expect(nextError(view, 5, 1)).toBeUndefined()
    expect(nextError(view, 5, -1)).toBe(4)
  })
})

it.each([
  [50, 50],
  [10, 40],
  [61, 40],
  [-1, 40],
])('with line %d marked and 40 to 60 in view, row %d stays in its place', (marked, anchor) => {
  expect(anchorOf({ startIndex: 40, endIndex: 60 }, marked)).toBe(anchor)
})
