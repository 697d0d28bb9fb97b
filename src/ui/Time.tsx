import { cx } from '#src/lib/cx.ts'
import { useServerClock } from '#src/lib/serverClock.ts'
import {
  bothTimes,
  clockTime,
  clockTimeSeconds,
  countdownText,
  dayTitle,
  durationText,
  localDate,
  relativeTime,
  shortTime,
  weekdayTime,
} from '#words/time.ts'
import { useServerTime } from './useServerTime.ts'

type TimeProps = {
  /** Epoch milliseconds on the server's clock. */
  at: number
  /** In a `cell` the local time has a line of its own. */
  look?: 'line' | 'cell'
  className?: string | undefined
}

/** How long ago or ahead, kept current, and the local time, also where nothing hovers; the exact time and UTC on hover. */
export function Time({ at, look = 'line', className }: TimeProps) {
  const words = useServerTime((now) => relativeTime(at, now))
  const short = useServerTime((now) => shortTime(at, now))
  // Long ago, the relative time is a date itself.
  const isDate = words === localDate(at)
  return (
    <time dateTime={new Date(at).toISOString()} title={bothTimes(at)} className={className}>
      {words}
      <span className={cx('text-muted', look === 'cell' ? 'block text-xs' : 'whitespace-nowrap')}>
        {isDate ? ` ${clockTime(at)}` : look === 'cell' ? ` ${short}` : ` (${short})`}
      </span>
    </time>
  )
}

/**
 * How long ago, and the local date and time beside it, or below it in a `cell`: for facts that people compare with a log
 * or a calendar, also where nothing hovers. `withAge`: false where the age is beside it.
 */
export function DatedTime({ at, look = 'line', withAge = true, className }: TimeProps & { withAge?: boolean }) {
  const date = weekdayTime(at)
  const words = useServerTime((now) => relativeTime(at, now))
  // Long ago, the relative time is a date itself.
  const isDate = !withAge || date.includes(words)
  return (
    <time dateTime={new Date(at).toISOString()} title={bothTimes(at)} className={className}>
      {!isDate && (look === 'cell' ? `${words} ` : `${words}, `)}
      <span
        className={cx('whitespace-nowrap', !isDate && (look === 'cell' ? 'block text-xs text-muted' : 'text-muted'))}
      >
        {date}
      </span>
    </time>
  )
}

/**
 * The time of day, in a list with day heads; today also how long ago that is, below it in a `cell`, otherwise beside it.
 * Under an earlier day it would contradict the head: what is 25 hours ago may be of the day before yesterday.
 */
export function TimeOfDay({ at, look = 'cell', className }: TimeProps) {
  const words = useServerTime((now) => (localDate(at) === localDate(now) ? relativeTime(at, now) : ''))
  return (
    <time dateTime={new Date(at).toISOString()} title={bothTimes(at)} className={className}>
      {clockTime(at)}
      {words !== '' && <span className={cx('text-muted', look === 'cell' && 'sm:block sm:text-xs')}> {words}</span>}
    </time>
  )
}

/** The head of a day: `Today`, `Monday 5 January`. */
export function Day({ at }: { at: number }) {
  return <>{useServerTime((now) => dayTitle(at, now))}</>
}

/** When the data on a page was fetched, on the server's clock. `at` is this machine's (`dataUpdatedAt` of a query). */
export function UpdatedAt({ at }: { at: number }) {
  const offsetMs = useServerClock((clock) => clock.offsetMs)
  return <span>updated {clockTimeSeconds(at + offsetMs)}</span>
}

type DurationProps = { ms: number; className?: string | undefined }

/** A duration that has ended. */
export const Duration = ({ ms, className }: DurationProps) => (
  <time dateTime={`PT${(Math.max(0, ms) / 1000).toFixed(3)}S`} className={className}>
    {durationText(ms)}
  </time>
)

/** A running duration: since `since` (epoch ms, server's clock). */
export function Elapsed({ since, className }: { since: number; className?: string | undefined }) {
  const words = useServerTime((now) => durationText(Math.floor(Math.max(0, now - since) / 1000) * 1000))
  return <span className={className}>{words === '0 ms' ? '0 s' : words}</span>
}

type CountdownProps = {
  /** Epoch milliseconds on the server's clock. */
  until: number
  /** Shown when the time is up. */
  over?: string
  className?: string | undefined
}

/** The remaining time, counted down on the server's clock. */
export function Countdown({ until, over = '0:00', className }: CountdownProps) {
  const text = useServerTime((now) => (until > now ? countdownText(until - now) : over))
  return (
    <span role="timer" title={bothTimes(until)} className={className}>
      {text}
    </span>
  )
}
