// Instants and spans for sentences. Instants are epoch milliseconds; `now` is the server's clock.
import { LOCALE } from './counts.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
export const DAY_MS = 24 * HOUR
/** Beyond this, a date is more useful than a number of days. */
const DATE_AFTER = 30 * DAY_MS
const JUST_NOW = 5 * SECOND

const relative = new Intl.RelativeTimeFormat(LOCALE, { style: 'short' })
const spans = new Intl.DurationFormat(LOCALE, { style: 'narrow' })
const clock = new Intl.DurationFormat(LOCALE, { minutes: 'numeric', minutesDisplay: 'always', seconds: '2-digit' })
const longClock = new Intl.DurationFormat(LOCALE, { hours: 'numeric', minutes: '2-digit', seconds: '2-digit' })

/** More than the spans below a day, some 6,000. */
const MAX_TEXTS = 8_000
const texts = new Map<string, string>()
/**
 * Formats a span once, and keeps the text: the platform takes 30 µs for one, fifty times as long as for a date, and a
 * list of stacks needs a thousand.
 */
function spanText(parts: Parameters<Intl.DurationFormat['format']>[0]): string {
  const key = JSON.stringify(parts)
  const known = texts.get(key)
  if (known !== undefined) return known
  if (texts.size >= MAX_TEXTS) texts.clear()
  const text = spans.format(parts)
  texts.set(key, text)
  return text
}

/**
 * Relative time: `just now`, `12 sec ago`, `in 3 min`; within a day with its minutes, so that rows in an order differ:
 * `1 hr 12 min ago`; a date beyond 30 days.
 */
export function relativeTime(at: number, now: number): string {
  const ahead = at - now
  const span = Math.abs(ahead)
  if (span >= DATE_AFTER) return localDate(at)
  if (span < JUST_NOW) return 'just now'
  if (span < MINUTE) return relative.format(Math.trunc(ahead / SECOND), 'second')
  if (span < HOUR) return relative.format(Math.trunc(ahead / MINUTE), 'minute')
  if (span < DAY_MS) return hoursAway(ahead)
  return relative.format(calendarDays(at, now), 'day')
}

function hoursAway(ahead: number): string {
  const [hours, minutes] = [Math.trunc(ahead / HOUR), Math.trunc(ahead / MINUTE) % 60]
  const away = relative.format(hours, 'hour')
  if (minutes === 0) return away
  const more = relative.format(minutes, 'minute')
  return ahead < 0 ? `${away.replace(/ ago$/, '')} ${more}` : `${away} ${more.replace(/^in /, '')}`
}

/** Midnights between two instants: beside a date, `2 days ago` is the day before yesterday. */
const calendarDays = (at: number, now: number): number =>
  Math.round((Date.parse(localDate(at)) - Date.parse(localDate(now))) / DAY_MS)

/** A duration in its two largest units: `850ms`, `12s`, `3m 4s`, `2h 5m`, `3d 4h`. Negative ones count as zero. */
export function durationText(ms: number): string {
  const span = Math.max(0, Math.round(ms))
  if (span === 0) return '0s'
  if (span < SECOND) return spanText({ milliseconds: span })
  const seconds = Math.floor(span / SECOND) % 60
  const minutes = Math.floor(span / MINUTE) % 60
  const hours = Math.floor(span / HOUR) % 24
  if (span < HOUR) return spanText({ minutes, seconds })
  if (span < DAY_MS) return spanText({ hours, minutes })
  return spanText({ days: Math.floor(span / DAY_MS), hours })
}

/** Remaining time as a clock: `4:05`, `1:02:03`; `0:00` if it is over. */
export function countdownText(msLeft: number): string {
  const left = Math.max(0, Math.ceil(msLeft / SECOND))
  const time = { hours: Math.floor(left / 3600), minutes: Math.floor((left % 3600) / 60), seconds: left % 60 }
  return (time.hours > 0 ? longClock : clock).format(time)
}

/** The user's time zone, in which instants are written: that of the machine, or UTC. */
let zone: 'local' | 'utc' = 'local'

/** Sets the user's time zone for all texts from now on. A page does it before it is drawn: texts on it stay as they are. */
export function writeTimesIn(next: typeof zone): void {
  zone = next
}

/** ISO 8601 in a zone that is `minutesAhead` of UTC. */
const iso = (at: number, minutesAhead: number): string => new Date(at + minutesAhead * MINUTE).toISOString()
/** Minutes by which the zone in which times are written is ahead of UTC at an instant. */
export const minutesAhead = (at: number): number => (zone === 'utc' ? 0 : -new Date(at).getTimezoneOffset())
const local = (at: number): string => iso(at, minutesAhead(at))

/** The instant of a local time `2026-01-05T00:00`; NaN if it is none. */
export const instantOf = (text: string): number => Date.parse(zone === 'utc' ? `${text}Z` : text)

/** The date in the user's time zone: `2026-01-05`. */
export const localDate = (at: number): string => local(at).slice(0, 10)

/** Parts of the date in the user's time zone: the platform writes the date in UTC of an instant that is as far ahead. */
function dateText(options: Intl.DateTimeFormatOptions): (at: number) => string {
  const format = new Intl.DateTimeFormat(LOCALE, { ...options, timeZone: 'UTC' })
  return (at) => format.format(at + minutesAhead(at) * MINUTE)
}

/** The date in the user's time zone without year, for an axis: `5 Jan`. */
export const monthDay = dateText({ day: 'numeric', month: 'short' })

const inFull = dateText({ weekday: 'long', day: 'numeric', month: 'long' })
const inFullWithYear = dateText({ day: 'numeric', month: 'long', year: 'numeric' })

/** The date in the user's time zone as a heading: `Today`, `Yesterday`, `Monday 5 January`, `5 January 2025`. */
export function dayTitle(at: number, now: number): string {
  const day = localDate(at)
  if (day === localDate(now)) return 'Today'
  if (day === localDate(now - DAY_MS)) return 'Yesterday'
  return (day.slice(0, 4) === localDate(now).slice(0, 4) ? inFull : inFullWithYear)(at)
}

/** The time of day in the user's time zone: `12:04`. */
export const clockTime = (at: number): string => local(at).slice(11, 16)

const weekday = dateText({ weekday: 'short' })

/** An instant to choose by, in the user's time zone: `Mon 2026-01-05 12:04`. */
export const weekdayTime = (at: number): string => `${weekday(at)} ${localDate(at)} ${clockTime(at)}`

/**
 * An instant of the last or next month beside its relative time, in the user's time zone: `12:04` today, `Mon 12:04`
 * within a week, `5 Jan 12:04`.
 */
export function shortTime(at: number, now: number): string {
  if (localDate(at) === localDate(now)) return clockTime(at)
  const day = Math.abs(at - now) < 6 * DAY_MS ? weekday(at) : monthDay(at)
  return `${day} ${clockTime(at)}`
}

/** The time of day in the user's time zone with seconds: `12:04:05`. */
export const clockTimeSeconds = (at: number): string => local(at).slice(11, 19)

/** The exact instant in the user's time zone with its offset: `2026-01-05 12:04:05.120 +01:00`. */
export function exactTime(at: number): string {
  const ahead = minutesAhead(at)
  const offset = iso(0, Math.abs(ahead)).slice(11, 16)
  return `${localDate(at)} ${local(at).slice(11, 23)} ${ahead < 0 ? '-' : '+'}${offset}`
}

/** An instant in UTC, for users in any time zone: `2026-01-05 12:04:05 UTC`. */
export const utcTime = (at: number): string => `${iso(at, 0).slice(0, 19).replace('T', ' ')} UTC`

/** The minute in UTC, to compare with the log of another machine: `2026-01-05 12:04 UTC`. */
export const utcMinute = (at: number): string => `${utcTime(at).slice(0, 16)} UTC`

/** The zone beside a local time, to compare it with another machine's: `UTC`, or `(11:04 UTC)` if that differs. */
export function besideUtc(at: number): string {
  if (minutesAhead(at) === 0) return 'UTC'
  return `(${utcDate(at) === localDate(at) ? utcMinute(at).slice(11) : utcMinute(at)})`
}

/** An instant in the user's time zone and in UTC: `2026-01-05 12:04:05 +01:00, 11:04:05 UTC`. */
export function bothTimes(at: number): string {
  if (minutesAhead(at) === 0) return utcTime(at)
  const utc = utcTime(at)
  const here = `${localDate(at)} ${clockTimeSeconds(at)} ${exactTime(at).slice(-6)}`
  return `${here}, ${utcDate(at) === localDate(at) ? utc.slice(11) : utc}`
}

/** The date in UTC: `2026-01-05`. */
export const utcDate = (at: number): string => iso(at, 0).slice(0, 10)

/** The time of day in UTC with seconds: `22:19:08`. */
export const clockTimeUtc = (at: number): string => iso(at, 0).slice(11, 19)
