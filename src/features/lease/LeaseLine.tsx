import type { Lease } from '#contract/leases.ts'
import { leaseLine } from '#domain/lease/leaseLine.ts'
import { cx } from '#src/lib/cx.ts'
import { toneClasses } from '#src/ui/tone.ts'
import { useServerTime } from '#src/ui/useServerTime.ts'
import { durationText } from '#words/time.ts'
import { quietSeconds } from './leaseTime.ts'
import { verdictLooks } from '#src/ui/verdictLooks.ts'

/** The line moves by a hundredth of a usual term at once: finer steps are not seen, and would render it every second. */
const STEP_MS = 3000
const MINUTE_MS = 60_000
/** How much of a cut line is left to be seen. */
const STUB = 0.03

type Props = {
  lease: Lease
  /** The text for screen readers, where no other text on the page says when the lease expires. */
  isSaid?: boolean
  className?: string | undefined
}

/**
 * A lease as a line made fast: full width when renewed, shorter until it expires, with a tick where each of the last
 * renewals came; dashed while a renewal or progress is overdue, cut once no client holds it.
 */
export function LeaseLine({ lease, isSaid = false, className }: Props) {
  const { verdict, signs, expiresAt } = lease
  const now = useServerTime((at) => Math.floor(at / STEP_MS) * STEP_MS)
  const { style, left, ticks } = leaseLine(lease, now)
  const isQuiet = verdict === 'alive' && quietSeconds(signs.last, now) > 0
  const { fill } = toneClasses[isQuiet ? 'unknown' : verdictLooks[verdict].tone]
  const isCut = style === 'cut'
  const length = isCut ? Math.max(left, STUB) : left
  return (
    <div
      className={cx('relative h-0.5', className)}
      data-line={style}
      title={ticks.length > 0 ? 'What is left of the lease; a tick for each renewal' : 'What is left of the lease'}
    >
      {isSaid && <span className="sr-only">{wordsOf(left === 0 ? 0 : expiresAt - now)}</span>}
      <div aria-hidden className="absolute inset-0 overflow-x-clip">
        <div
          className={cx('relative h-full transition-transform duration-200', !isCut && fill, LOOKS[style])}
          style={{ transform: `translateX(${(length - 1) * 100}%)` }}
        >
          {isCut && (
            <>
              <div className={cx('h-full', fill)} />
              {/* The sign of a break in an axis. With forced colours the line behind it is as dark. */}
              <div className="absolute top-0 left-full h-full w-5 forced-color-adjust-none forced-colors:bg-[Canvas]" />
              {['ml-1', 'ml-2.5'].map((place) => (
                <div
                  key={place}
                  className={cx('absolute -top-1.5 left-full h-3.5 w-0.5 rotate-[24deg]', place, fill)}
                />
              ))}
            </>
          )}
        </div>
        {isCut && (
          <div
            className={cx('absolute inset-y-0 right-0 opacity-35', fill)}
            style={{ left: `calc(${length * 100}% + 1.125rem)` }}
          />
        )}
      </div>
      {ticks.map((tick) => (
        <span
          key={tick}
          aria-hidden
          className="absolute top-0 h-1.5 w-px bg-control forced-color-adjust-none forced-colors:bg-[CanvasText]"
          style={{ left: `${tick * 100}%` }}
        />
      ))}
    </div>
  )
}

const LOOKS = { solid: '', frayed: 'line-frayed', cut: '' } as const

/** In whole minutes, so that a screen reader is not told of every step. */
const wordsOf = (leftMs: number): string =>
  leftMs <= 0
    ? 'The lease has expired.'
    : `The lease expires in ${durationText(Math.ceil(leftMs / MINUTE_MS) * MINUTE_MS)} unless it is renewed.`
