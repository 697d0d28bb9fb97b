import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { writeTimesIn } from '#words/time.ts'
import { parseWhen } from './when.ts'

/** A Wednesday, in the local zone. */
const now = new Date(2026, 0, 14, 12, 0, 0).getTime()
const local = (day: number, hour = 0, minute = 0, second = 0, ms = 0) =>
  new Date(2026, 0, day, hour, minute, second, ms).getTime()
const endOf = (day: number) => local(day, 23, 59, 59, 999)

describe('a time that a user wrote', () => {
  it.each([
    ['yesterday 18:00', local(13, 18)],
    ['Yesterday at 18.00', local(13, 18)],
    ['yesterday', endOf(13)],
    ['today 9:30', local(14, 9, 30)],
    ['today', now],
    ['today 18:00', now],
    ['9:30', local(14, 9, 30)],
    ['18:00', local(13, 18)],
    ['Monday 9:00', local(12, 9)],
    ['mon', endOf(12)],
    ['wednesday 8:00', local(14, 8)],
    ['Wednesday 18:00', local(7, 18)],
    ['Friday 18:00', local(9, 18)],
    ['3 hours ago', local(14, 9)],
    ['90 min ago', local(14, 10, 30)],
    ['2d ago', local(12, 12)],
    ['1 week ago', local(7, 12)],
    ['2026-01-10', endOf(10)],
    ['2026-01-10 13:05', local(10, 13, 5)],
    ['2026-01-10T13:05:40', local(10, 13, 5, 40)],
    ['2027-01-01', now],
    ['now', now],
  ])('is read: %s', (text, at) => {
    expect(parseWhen(text, now)).toBe(at)
  })

  it.each([
    '',
    'soon',
    '25:00',
    '9:75',
    '2026-02-31',
    '2026-13-01 9:00',
    'yesterday 18',
    'mo 9:00',
    '3 hours',
    '1 month ago',
    'th',
  ])('is refused: %s', (text) => {
    expect(parseWhen(text, now)).toBeUndefined()
  })

  it('is read in UTC for a user who has times written in UTC, on a machine in another zone', () => {
    vi.stubEnv('TZ', 'Asia/Tokyo')
    writeTimesIn('utc')
    onTestFinished(() => {
      writeTimesIn('local')
      vi.unstubAllEnvs()
    })
    const noon = Date.UTC(2026, 0, 14, 12)
    expect(parseWhen('yesterday 18:00', noon)).toBe(Date.UTC(2026, 0, 13, 18))
    expect(parseWhen('Monday', noon)).toBe(Date.UTC(2026, 0, 12, 23, 59, 59, 999))
    expect(parseWhen('2026-01-10 13:05', noon)).toBe(Date.UTC(2026, 0, 10, 13, 5))
  })
})
