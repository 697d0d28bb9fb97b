// Words for instants and spans. Instants are epoch milliseconds; `now` is the server's clock (lib/serverClock.ts).

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Beyond this a date says more than a count of days. */
const DATE_AFTER = 30 * DAY
const JUST_NOW = 5 * SECOND

const two = (n: number): string => String(n).padStart(2, '0')

const largestUnit = (ms: number): string => {
  if (ms >= DAY) return `${Math.floor(ms / DAY)} d`
  if (ms >= HOUR) return `${Math.floor(ms / HOUR)} h`
  if (ms >= MINUTE) return `${Math.floor(ms / MINUTE)} min`
  return `${Math.floor(ms / SECOND)} s`
}

/** How long ago or ahead, in one unit: `just now`, `12 s ago`, `in 3 min`; a date beyond 30 days. */
export function relativeTime(at: number, now: number): string {
  const age = now - at
  if (Math.abs(age) >= DATE_AFTER) return isoDate(at)
  if (Math.abs(age) < JUST_NOW) return 'just now'
  return age > 0 ? `${largestUnit(age)} ago` : `in ${largestUnit(-age)}`
}

/** A span in its two largest units: `850 ms`, `12 s`, `3 min 4 s`, `2 h 5 min`, `3 d 4 h`. Negative spans count as none. */
export function durationText(ms: number): string {
  const span = Math.max(0, ms)
  if (span < SECOND) return `${Math.round(span)} ms`
  const pair = (large: number, largeName: string, small: number, smallName: string): string => {
    const rest = Math.floor((span % large) / small)
    return `${Math.floor(span / large)} ${largeName}${rest ? ` ${rest} ${smallName}` : ''}`
  }
  if (span < MINUTE) return `${Math.floor(span / SECOND)} s`
  if (span < HOUR) return pair(MINUTE, 'min', SECOND, 's')
  if (span < DAY) return pair(HOUR, 'h', MINUTE, 'min')
  return pair(DAY, 'd', HOUR, 'h')
}

/** What is left, as a clock: `4:05`, `1:02:03`; `0:00` when nothing is. */
export function countdownText(msLeft: number): string {
  const left = Math.max(0, Math.ceil(msLeft / SECOND))
  const hours = Math.floor(left / 3600)
  const minutes = Math.floor((left % 3600) / 60)
  return hours ? `${hours}:${two(minutes)}:${two(left % 60)}` : `${minutes}:${two(left % 60)}`
}

/** The local day: `2026-01-05`. */
export function isoDate(at: number): string {
  const date = new Date(at)
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The local time of day to the minute: `12:04`. */
export function clockTime(at: number): string {
  const date = new Date(at)
  return `${two(date.getHours())}:${two(date.getMinutes())}`
}

/** The local time of day to the second: `12:04:05`. */
export const clockTimeSeconds = (at: number): string => `${clockTime(at)}:${two(new Date(at).getSeconds())}`

/** The exact instant where the reader is, with the offset: `2026-01-05 12:04:05.120 +01:00`. */
export function exactTime(at: number): string {
  const date = new Date(at)
  const offset = -date.getTimezoneOffset()
  const zone = `${offset < 0 ? '-' : '+'}${two(Math.floor(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`
  return `${isoDate(at)} ${clockTimeSeconds(at)}.${String(date.getMilliseconds()).padStart(3, '0')} ${zone}`
}
