import { expect, it } from 'vitest'
import { mayStillRunSince, REPORTED_END } from './lateReports.ts'

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
