import { durationText } from '#words/time.ts'
import { type Tone, toneClasses } from '#src/ui/tone.ts'
import { useServerTime } from '#src/ui/useServerTime.ts'

const SIZE = 132
const RADIUS = 60
const ROUND = 2 * Math.PI * RADIUS
const MINUTE_MS = 60_000
/** Degrees by which the arc begins at the top, and not at the right. */
const TO_TOP = -90

type Props = {
  /** When the lock was taken. */
  since: number
  /** Usual length of the stack's runs, seconds; null if unknown. */
  usualS: number | null
  tone: Tone
}

/**
 * The age of a lock as a ring, next to where a lease shows what is left of it: the ring is the usual length of a run, its
 * arc how much of it has passed. Nothing happens when it is full, because a lock never expires. The text next to it says
 * the same, so it is hidden from screen readers.
 */
export function LockClock({ since, usualS, tone }: Props) {
  const age = useServerTime((now) => ageText(now - since))
  const passed = useServerTime((now) => (usualS === null ? 0 : Math.min(1, (now - since) / 1000 / usualS)))
  return (
    <div aria-hidden className="relative size-20 shrink-0 sm:size-33">
      <svg viewBox={`0 0 ${SIZE} ${SIZE}`} className="size-full">
        <circle cx={SIZE / 2} cy={SIZE / 2} r={RADIUS} fill="none" strokeWidth="5" className="stroke-line" />
        <circle
          cx={SIZE / 2}
          cy={SIZE / 2}
          r={RADIUS}
          fill="none"
          stroke="currentColor"
          strokeWidth="5"
          // Without a usual length there is nothing to compare with: the ring is dashed all around.
          strokeDasharray={usualS === null ? '3 9' : `${ROUND * passed} ${ROUND}`}
          style={{ transform: `rotate(${TO_TOP}deg)` }}
          className={`origin-center ${toneClasses[tone].text}`}
        />
      </svg>
      <div className="absolute inset-0 flex flex-col items-center justify-center">
        <span className="text-sm font-semibold text-ink sm:text-xl">{age}</span>
        <span className="text-xs text-muted">locked</span>
      </div>
    </div>
  )
}

/** From a minute on without seconds, which would distract from what matters. */
const ageText = (ms: number): string =>
  durationText(ms < MINUTE_MS ? Math.floor(ms / 1000) * 1000 : Math.floor(ms / MINUTE_MS) * MINUTE_MS)
