import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  besideUtc,
  utcMinute,
  bothTimes,
  countdownText,
  clockTime,
  dayTitle,
  durationText,
  exactTime,
  instantOf,
  localDate,
  monthDay,
  relativeTime,
  shortTime,
  utcDate,
  utcTime,
  weekdayTime,
  writeTimesIn,
} from './time.ts'

const NOW = Date.UTC(2026, 0, 5, 9)
const H = 3_600_000

it('weekdayTime has the day of the week, by which users remember', () => {
  expect(weekdayTime(new Date(2026, 0, 6, 9, 5).getTime())).toBe('Tue 2026-01-06 09:05')
})

it.each([
  [[2026, 0, 6, 9, 5], '09:05'],
  [[2026, 0, 5, 23, 50], 'Mon 23:50'],
  [[2026, 0, 9, 12, 0], 'Fri 12:00'],
  // A week ago the day of the week would be today's.
  [[2025, 11, 30, 8, 0], '30 Dec 08:00'],
] as const)('shortTime of %j is "%s"', ([year, month, day, hour, minute], words) => {
  const now = new Date(2026, 0, 6, 18).getTime()
  expect(shortTime(new Date(year, month, day, hour, minute).getTime(), now)).toBe(words)
})

describe('relativeTime', () => {
  it.each([
    [0, 'just now'],
    [4_999, 'just now'],
    [-4_000, 'just now'], // clocks differ a little; no event is in the future
    [12_000, '12 sec ago'],
    [59_999, '59 sec ago'],
    [60_000, '1 min ago'],
    [H, '1 hr ago'],
    [H + 12 * 60_000 + 59_000, '1 hr 12 min ago'],
    [24 * H - 1, '23 hr 59 min ago'],
    [-2 * H - 300_000, 'in 2 hr 5 min'],
    [25 * H, '1 day ago'],
    [47 * H, '2 days ago'], // by the calendar, as the head of the day beside it
    [29 * 24 * H, '29 days ago'],
    [-90_000, 'in 1 min'],
  ])('an age of %d ms is "%s"', (age, words) => {
    expect(relativeTime(NOW - age, NOW)).toBe(words)
  })

  it('gives the date of what is older than 30 days', () => {
    expect(relativeTime(new Date(2025, 10, 3, 12).getTime(), NOW)).toBe('2025-11-03')
  })
})

it.each([
  [0, '0s'],
  [850, '850ms'],
  [12_900, '12s'],
  [60_000, '1m'],
  [184_000, '3m 4s'],
  [2 * H + 300_000, '2h 5m'],
  [76 * H, '3d 4h'],
  [-5, '0s'],
])('a span of %d ms is "%s"', (ms, words) => {
  expect(durationText(ms)).toBe(words)
})

it.each([
  [245_000, '4:05'],
  [3_723_000, '1:02:03'],
  [999, '0:01'],
  [0, '0:00'],
  [-1, '0:00'],
])('with %d ms left the clock shows %s', (ms, text) => {
  expect(countdownText(ms)).toBe(text)
})

it('writes an instant so that it can be read back', () => {
  const at = NOW + 120
  const [day, clock, zone] = exactTime(at).split(' ')
  expect(Date.parse(`${day}T${clock}${zone}`)).toBe(at)
})

it('writes an instant where the reader is and in UTC, once where they are the same', () => {
  const text = bothTimes(NOW + 5_000)
  expect(text).toMatch(/(?:^2026-01-05 |, )09:00:05 UTC$/)
  expect(text).toContain(localDate(NOW))
  expect(text.match(/UTC/g)).toHaveLength(1)
})

/** Half an hour before and after midnight in UTC. */
const AROUND_MIDNIGHT = [Date.UTC(2026, 0, 4, 23, 30), Date.UTC(2026, 0, 5, 0, 30)] as const

it('writes every instant in UTC for a reader who prefers it', () => {
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-120) // two hours ahead of it
  writeTimesIn('utc')
  onTestFinished(() => writeTimesIn('local'))
  const written = AROUND_MIDNIGHT.map((at) => [
    clockTime(at),
    localDate(at),
    monthDay(at),
    weekdayTime(at),
    shortTime(at, NOW),
    dayTitle(at, NOW),
    exactTime(at),
    bothTimes(at),
  ])
  expect(written).toEqual([
    [
      '23:30',
      '2026-01-04',
      '4 Jan',
      'Sun 2026-01-04 23:30',
      'Sun 23:30',
      'Yesterday',
      '2026-01-04 23:30:00.000 +00:00',
      '2026-01-04 23:30:00 UTC',
    ],
    [
      '00:30',
      '2026-01-05',
      '5 Jan',
      'Mon 2026-01-05 00:30',
      '00:30',
      'Today',
      '2026-01-05 00:30:00.000 +00:00',
      '2026-01-05 00:30:00 UTC',
    ],
  ])
  expect(instantOf('2026-01-05T00:30')).toBe(AROUND_MIDNIGHT[1])
})

it('reads the time that it writes, in either zone', () => {
  for (const zone of ['local', 'utc'] as const) {
    writeTimesIn(zone)
    expect(instantOf(`${localDate(NOW)}T${clockTime(NOW)}`)).toBe(NOW)
  }
  writeTimesIn('local')
})

it.each([
  [0, 'Today'],
  [1, 'Yesterday'],
  [3, 'Friday 2 January'],
  [30, '6 December 2025'],
])('%d days ago has the heading %s', (days, words) => {
  expect(dayTitle(NOW - days * 86_400_000, NOW)).toBe(words)
})

it('writes an instant in UTC for readers in any zone', () => {
  expect(utcTime(NOW + 5_999)).toBe('2026-01-05 09:00:05 UTC')
  expect(utcDate(NOW)).toBe('2026-01-05')
})

it('formats each duration once', () => {
  const format = vi.spyOn(Intl.DurationFormat.prototype, 'format')
  expect([durationText(93_784_000), durationText(93_784_000)]).toEqual(['1d 2h', '1d 2h'])
  expect(format).toHaveBeenCalledTimes(1)
})

it('keeps a bounded number of durations', () => {
  const hours = (count: number) => durationText(count * 3_600_000)
  hours(24)
  for (let count = 25; count <= 10_000; count++) hours(count)
  const format = vi.spyOn(Intl.DurationFormat.prototype, 'format')
  expect(hours(24)).toBe('1d')
  expect(format, 'the oldest was dropped').toHaveBeenCalledTimes(1)
})

it('a time that is compared with another machine’s has its zone', () => {
  const at = Date.parse('2026-01-05T12:04:40Z')
  expect(utcMinute(at)).toBe('2026-01-05 12:04 UTC')
  writeTimesIn('utc')
  onTestFinished(() => writeTimesIn('local'))
  expect(besideUtc(at)).toBe('UTC')
})
