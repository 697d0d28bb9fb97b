import type { Lease } from '#contract/leases.ts'
import { leaseLine } from '#domain/lease/leaseLine.ts'
import { cx } from '#src/lib/cx.ts'
import { countdownText } from '#words/time.ts'
import { useServerTime } from '#src/ui/useServerTime.ts'
import { toneClasses } from '#src/ui/tone.ts'
import { fractionLeft, overdueFraction, secondsUntil } from './leaseTime.ts'
import { useLeaseLook } from './VerdictStatus.tsx'

const SIZE = 132
const RADIUS = 60
const ROUND = 2 * Math.PI * RADIUS

/** A point on the ring; `fraction` is clockwise from the top. */
function at(fraction: number, radius: number): { x: number; y: number } {
  const angle = 2 * Math.PI * fraction - Math.PI / 2
  return { x: SIZE / 2 + radius * Math.cos(angle), y: SIZE / 2 + radius * Math.sin(angle) }
}

/** A line across the ring, from and to so many pixels beyond it. */
function Mark({ at: fraction, from, to }: { at: number; from: number; to: number }) {
  const inner = at(fraction, RADIUS + from)
  const outer = at(fraction, RADIUS + to)
  return <line x1={inner.x} y1={inner.y} x2={outer.x} y2={outer.y} strokeWidth="1.5" className="stroke-control" />
}

/**
 * The lease line as a clock: the ring is the granted time, its arc what is left, dashed while frayed. The notch is the
 * moment from which a missing renewal makes it count as not responding, the ticks are when the last renewals came. A
 * renewal fills it. The text next to it says the same, so it is hidden from screen readers.
 */
export function LeaseClock({ lease }: { lease: Lease }) {
  const { expiresAt, durationS } = lease
  const { tone } = useLeaseLook(lease)
  const secondsLeft = useServerTime((now) => secondsUntil(expiresAt, now))
  const fraction = fractionLeft(secondsLeft, durationS)
  const { style, ticks } = leaseLine(lease, expiresAt - secondsLeft * 1000)
  const notch = overdueFraction(durationS)
  const isOver = secondsLeft === 0
  return (
    <div aria-hidden className="relative size-20 shrink-0 sm:size-33">
      <svg viewBox={`0 0 ${SIZE} ${SIZE}`} className="size-full">
        <circle cx={SIZE / 2} cy={SIZE / 2} r={RADIUS} fill="none" strokeWidth="5" className="stroke-line" />
        {!isOver && (
          <circle
            cx={SIZE / 2}
            cy={SIZE / 2}
            r={RADIUS}
            fill="none"
            stroke="currentColor"
            strokeWidth="5"
            strokeLinecap="butt"
            strokeDasharray={`${ROUND * fraction} ${ROUND}`}
            // elapsed time is missing from the top on, clockwise
            style={{ transform: `rotate(${-90 + 360 * (1 - fraction)}deg)` }}
            className={cx('origin-center transition-[transform,stroke-dasharray]', toneClasses[tone].text)}
          />
        )}
        {style === 'frayed' && !isOver && (
          <circle
            cx={SIZE / 2}
            cy={SIZE / 2}
            r={RADIUS}
            fill="none"
            stroke={`var(--color-${tone}-subtle)`}
            strokeWidth="6"
            strokeDasharray="3 9"
          />
        )}
        {notch < 1 && !isOver && <Mark at={notch} from={-7} to={5} />}
        {!isOver && ticks.map((tick) => <Mark key={tick} at={1 - tick} from={-9} to={-5} />)}
      </svg>
      <div className="absolute inset-0 flex flex-col items-center justify-center">
        <span
          className={cx('font-semibold', isOver ? 'text-sm text-danger sm:text-xl' : 'text-lg text-ink sm:text-3xl')}
        >
          {isOver ? 'Expired' : countdownText(secondsLeft * 1000)}
        </span>
        {!isOver && <span className="text-xs text-muted">left</span>}
      </div>
    </div>
  )
}
