/** Whole seconds until a lease expires (epoch ms, server's clock), so that its clock moves once a second and no more. */
export const secondsUntil = (expiresAt: number, now: number): number => Math.max(0, Math.ceil((expiresAt - now) / 1000))

/** How much of the granted time is left, 0 to 1: the arc of the clock, the length of the bar. */
export const fractionLeft = (secondsLeft: number, durationS: number): number =>
  durationS > 0 ? Math.min(1, secondsLeft / durationS) : 0

/** Seconds after which a missing renewal makes a lease suspect (docs/protocol.md, Verdict of a lease). */
const OVERDUE_S = 200

/** How far round the clock, from the last renewal on, that moment lies; 1 for leases too short to become suspect. */
export const overdueFraction = (durationS: number): number => (durationS > OVERDUE_S ? OVERDUE_S / durationS : 1)

/** A working client reports within seconds; this long without a sign is worth saying. */
const QUIET_AFTER_S = 15

/** Whole seconds since the last sign of life (epoch ms, server's clock); 0 while that is too short to matter. */
export function quietSeconds(lastSign: number, now: number): number {
  const seconds = Math.floor((now - lastSign) / 1000)
  return seconds >= QUIET_AFTER_S ? seconds : 0
}
