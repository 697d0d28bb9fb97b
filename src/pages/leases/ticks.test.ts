import { expect, it, onTestFinished, vi } from 'vitest'
import { clockTime, writeTimesIn } from '#words/time.ts'
import { roundTicks } from './ticks.ts'

const HOUR = 3_600_000
const at = (hour: number, minute: number) => new Date(2026, 0, 14, hour, minute).getTime()

it.each([
  ['an hour', HOUR, HOUR / 6, ['12:10', '12:20', '12:30', '12:40', '12:50', '13:00']],
  ['six hours', 6 * HOUR, HOUR, ['08:00', '09:00', '10:00', '11:00', '12:00']],
  ['a day', 24 * HOUR, 4 * HOUR, ['16:00', '20:00', '00:00', '04:00', '08:00']],
])('the axis of %s has round times, and none beside its end', (_, rangeMs, stepMs, times) => {
  const now = at(13, 8)
  expect(roundTicks(now - rangeMs, now, stepMs).map(clockTime)).toEqual(times)
})

it('the axis may start at a round time', () => {
  expect(roundTicks(at(12, 0), at(13, 0), HOUR / 6).map(clockTime)).toEqual([
    '12:00',
    '12:10',
    '12:20',
    '12:30',
    '12:40',
    '12:50',
  ])
})

it('the times are round for a user who has times written in UTC, on a machine in another zone', () => {
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-330) // five and a half hours ahead of it
  writeTimesIn('utc')
  onTestFinished(() => writeTimesIn('local'))
  const now = Date.UTC(2026, 0, 14, 13, 8)
  expect(roundTicks(now - 3 * HOUR, now, HOUR).map(clockTime)).toEqual(['11:00', '12:00'])
})
