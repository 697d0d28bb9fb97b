import { expect, it } from 'vitest'
import { mayStillRunSince, withReport } from './lateReports.ts'

it.each([
  ['nothing came late', null, null],
  ['its last report', { at: 7, isOver: false }, 7],
  ['it reported the end of its run', { at: 7, isOver: true }, null],
])('a process may still run since its last report: %s', (_, report, since) => {
  expect(mayStillRunSince(report)).toBe(since)
})

it.each([
  ['the first report', null, { at: 3, isOver: false }, { at: 3, isOver: false }],
  ['a later one', { at: 3, isOver: false }, { at: 7, isOver: true }, { at: 7, isOver: true }],
  ['a call that arrives after the end', { at: 7, isOver: true }, { at: 8, isOver: false }, { at: 8, isOver: true }],
])('a run that is over stays over: %s', (_, earlier, report, last) => {
  expect(withReport(earlier, report)).toEqual(last)
})
