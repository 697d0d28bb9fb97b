import { describe, expect, it } from 'vitest'
import { countdownText, durationText, exactTime, relativeTime } from './time.ts'

const NOW = Date.UTC(2026, 0, 5, 9)
const H = 3_600_000

describe('relativeTime', () => {
  it.each([
    [0, 'just now'],
    [4_999, 'just now'],
    [-4_000, 'just now'], // clocks differ a little; nothing has happened in the future
    [12_000, '12 s ago'],
    [59_999, '59 s ago'],
    [60_000, '1 min ago'],
    [H, '1 h ago'],
    [47 * H, '1 d ago'],
    [29 * 24 * H, '29 d ago'],
    [-90_000, 'in 1 min'],
  ])('an age of %d ms is "%s"', (age, words) => {
    expect(relativeTime(NOW - age, NOW)).toBe(words)
  })

  it('gives the date of what is older than 30 days', () => {
    expect(relativeTime(new Date(2025, 10, 3, 12).getTime(), NOW)).toBe('2025-11-03')
  })
})

it.each([
  [0, '0 ms'],
  [850, '850 ms'],
  [12_900, '12 s'],
  [60_000, '1 min'],
  [184_000, '3 min 4 s'],
  [2 * H + 300_000, '2 h 5 min'],
  [76 * H, '3 d 4 h'],
  [-5, '0 ms'],
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
