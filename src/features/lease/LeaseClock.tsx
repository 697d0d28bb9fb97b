import type { Lease } from '#contract/leases.ts'
import { cx } from '#src/lib/cx.ts'
import { countdownText } from '#words/time.ts'
import { useServerTime } from '#src/ui/useServerTime.ts'
import { toneClasses } from '#src/ui/tone.ts'
import { fractionLeft, overdueFraction, secondsUntil } from './leaseTime.ts'
import { useLeaseLook } from './VerdictStatus.tsx'

const SIZE = 96
const RADIUS = 42
const ROUND = 2 * Math.PI * RADIUS

/** A point on the ring; `fraction` is clockwise from the top. */
function at(fraction: number, radius: number): { x: number; y: number } {
  const angle = 2 * Math.PI * fraction - Math.PI / 2
  return { x: SIZE / 2 + radius * Math.cos(angle), y: SIZE / 2 + radius * Math.sin(angle) }
}

/**
 * The lease as a clock: the ring is the granted time, its arc what is left, the notch the moment from which a missing
 * renewal makes it count as not responding. A renewal fills it. The text next to it says the same, so it is hidden from screen readers.
 */
export function LeaseClock({ lease }: { lease: Lease }) {
  const { expiresAt, durationS, verdict } = lease
  const { tone } = useLeaseLook(lease)
  const secondsLeft = useServerTime((now) => secondsUntil(expiresAt, now))
  const fraction = fractionLeft(secondsLeft, durationS)
  const notch = overdueFraction(durationS)
  const inner = at(notch, RADIUS - 7)
  const outer = at(notch, RADIUS + 5)
  const isOver = verdict === 'orphaned' || secondsLeft === 0
  return (
    <div aria-hidden className="relative size-24 shrink-0">
      <svg viewBox={`0 0 ${SIZE} ${SIZE}`} className="size-24">
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
            transform={`rotate(${-90 + 360 * (1 - fraction)} ${SIZE / 2} ${SIZE / 2})`}
            className={toneClasses[tone].text}
          />
        )}
        {notch < 1 && !isOver && (
          <line x1={inner.x} y1={inner.y} x2={outer.x} y2={outer.y} strokeWidth="1.5" className="stroke-control" />
        )}
      </svg>
      <div className="absolute inset-0 flex flex-col items-center justify-center">
        <span className={cx('font-semibold tabular-nums', isOver ? 'text-lg text-danger' : 'text-xl text-ink')}>
          {isOver ? 'Expired' : countdownText(secondsLeft * 1000)}
        </span>
        {!isOver && <span className="text-xs text-muted">left</span>}
      </div>
    </div>
  )
}
