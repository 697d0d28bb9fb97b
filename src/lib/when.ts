import { DAY_MS, instantOf, localDate, utcDate } from '#words/time.ts'

const MINUTE = 60_000
const UNITS: Readonly<Record<string, number>> = {
  m: MINUTE,
  h: 60 * MINUTE,
  d: 24 * 60 * MINUTE,
  w: 7 * 24 * 60 * MINUTE,
}
const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

const AGO = /^(\d{1,4}) ?(m|mins?|minutes?|h|hours?|d|days?|w|weeks?) ago$/
const ON =
  /^(?:(today|yesterday|[a-z]{3,9})|(\d{4})-(\d{1,2})-(\d{1,2}))?(?:(?:^| |t| at )(\d{1,2})[:.](\d{2})(?::(\d{2}))?)?$/

/**
 * A time that a user wrote, in their zone: `yesterday 18:00`, `Monday 9:30`, `18:00`, `3 hours ago`, `2026-01-17 13:05`;
 * a day alone is its end. Epoch milliseconds, never after `now`; undefined if it is none of these.
 */
export function parseWhen(text: string, now: number): number | undefined {
  const words = text.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  if (words === '') return undefined
  if (words === 'now') return now
  const ago = AGO.exec(words)
  if (ago) return now - Number(ago[1]) * (UNITS[ago[2]?.[0] ?? ''] ?? 0)
  const on = ON.exec(words)
  const at = on && instantOn(on, now)
  return at === undefined || at === null ? undefined : Math.min(at, now)
}

function instantOn([, name, year, month, day, hour, minute, second]: RegExpExecArray, now: number): number | undefined {
  const date =
    year === undefined ? dayNamed(name, now) : [year, month?.padStart(2, '0'), day?.padStart(2, '0')].join('-')
  if (date === undefined || daysBefore(date, 0) !== date) return undefined
  if (hour === undefined) return instantOf(`${date}T23:59:59.999`)
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second ?? 0) > 59) return undefined
  const time = `${hour.padStart(2, '0')}:${minute}:${second ?? '00'}`
  const at = instantOf(`${date}T${time}`)
  // A time alone is the last one that was that late; so is a day of the week.
  if (year !== undefined || at <= now) return at
  const back = name === undefined ? 1 : name === 'today' || name === 'yesterday' ? 0 : 7
  return instantOf(`${daysBefore(date, back)}T${time}`)
}

/** The date of a day in the zone in which times are written; the last one of that name. */
function dayNamed(name: string | undefined, now: number): string | undefined {
  const today = localDate(now)
  if (name === undefined || name === 'today') return today
  if (name === 'yesterday') return daysBefore(today, 1)
  const wanted = name.length < 3 ? -1 : DAYS.findIndex((each) => each.startsWith(name))
  if (wanted < 0) return undefined
  return daysBefore(today, (new Date(today).getUTCDay() - wanted + 7) % 7)
}

/** The date so many days before another; undefined if that is no date. */
function daysBefore(date: string, days: number): string | undefined {
  const at = Date.parse(`${date}T00:00Z`)
  return Number.isNaN(at) ? undefined : utcDate(at - days * DAY_MS)
}
