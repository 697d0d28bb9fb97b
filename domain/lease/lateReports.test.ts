import { expect, it } from 'vitest'
import { mayStillRunSince, REPORTED_END, withReport } from './lateReports.ts'

const EVENTS = 'The CLI sent engine events'

it.each([
  ['nothing came late', [], undefined],
  ['the last of several reports', [3, 7, 5].map((at) => ({ at, what: EVENTS })), 7],
  [
    'it reported the end of its run',
    [
      { at: 3, what: EVENTS },
      { at: 4, what: `The CLI ${REPORTED_END}` },
    ],
    undefined,
  ],
])('a process may still run since its last report: %s', (_, late, since) => {
  expect(mayStillRunSince(late)).toBe(since)
})

it.each([
  ['the first report', null, { at: 3, isOver: false }, { at: 3, isOver: false }],
  ['a later one', { at: 3, isOver: false }, { at: 7, isOver: true }, { at: 7, isOver: true }],
  ['a call that arrives after the end', { at: 7, isOver: true }, { at: 8, isOver: false }, { at: 8, isOver: true }],
])('a run that is over stays over: %s', (_, earlier, report, last) => {
  expect(withReport(earlier, report)).toEqual(last)
})
