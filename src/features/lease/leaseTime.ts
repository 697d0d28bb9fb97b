import type { Lease } from '#contract/leases.ts'

/** Where a lease stands at `now` (epoch ms, server's clock). */
export type LeaseTime = {
  secondsLeft: number
  /** How much of the granted time is left, 0 to 1: the arc of the clock. */
  fractionLeft: number
}

type Timed = Pick<Lease, 'expiresAt' | 'durationS'>

/** What is left, in whole seconds, so that a clock moves once a second and no more. */
export function leaseTime({ expiresAt, durationS }: Timed, now: number): LeaseTime {
  const secondsLeft = Math.max(0, Math.ceil((expiresAt - now) / 1000))
  return { secondsLeft, fractionLeft: durationS > 0 ? Math.min(1, secondsLeft / durationS) : 0 }
}

/** Where on the clock (0 to 1 of the granted time, from the grant on) a renewal counts as overdue. */
export const overdueFraction = (durationS: number): number => Math.min(1, 200 / durationS)
