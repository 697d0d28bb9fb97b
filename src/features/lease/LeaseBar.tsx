import type { Lease } from '#contract/leases.ts'
import { cx } from '#src/lib/cx.ts'
import { toneClasses } from '#src/ui/tone.ts'
import { useServerTime } from '#src/ui/useServerTime.ts'
import { fractionLeft, secondsUntil } from './leaseTime.ts'
import { useLeaseLook } from './VerdictStatus.tsx'

/**
 * The remaining time of a lease as a thin bar, for lists: full when granted or renewed, empty at expiry. The text below
 * says the same.
 */
export function LeaseBar({ lease }: { lease: Lease }) {
  const { expiresAt, durationS, verdict } = lease
  const { tone } = useLeaseLook(lease)
  const percent = useServerTime((now) => Math.round(fractionLeft(secondsUntil(expiresAt, now), durationS) * 1000) / 10)
  return (
    <div aria-hidden className="h-1 overflow-hidden rounded-full bg-line forced-color-adjust-none">
      <div
        className={cx('h-full rounded-full', toneClasses[tone].fill)}
        style={{ width: `${verdict === 'orphaned' ? 0 : percent}%` }}
      />
    </div>
  )
}
