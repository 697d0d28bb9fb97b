import { expect, it } from 'vitest'
import { localDate } from '#words/time.ts'
import { dayRange } from './day.ts'

it.each(['2026-01-31', '2026-03-29', '2026-10-25', '2024-02-29', '2026-12-31'])(
  'the range of %s is that day',
  (day) => {
    const { from = 0, until = 0 } = dayRange(day) ?? {}
    expect([from - 1, from, until - 1, until].map((at) => localDate(at) === day)).toEqual([false, true, true, false])
  },
)

it.each([undefined, '', 'today', '2026-02-30', '2026-13-01', '2026-1-1'])('%s is no day', (day) => {
  expect(dayRange(day)).toBeUndefined()
})
