/** Whole seconds until a lease expires (epoch ms, server's clock), so that its clock changes once a second. */
export const secondsUntil = (expiresAt: number, now: number): number => Math.max(0, Math.ceil((expiresAt - now) / 1000))

/** Share of the granted time that is left, 0 to 1: the arc of the clock, the length of the bar. */
export const fractionLeft = (secondsLeft: number, durationS: number): number =>
  durationS > 0 ? Math.min(1, secondsLeft / durationS) : 0

/** Seconds after which the CLI renews a lease: the half of it. */
export const renewalS = (durationS: number): number => durationS / 2

/** Seconds after which a missing renewal makes a lease count as not responding (docs/protocol.md, Verdict of a lease). */
const OVERDUE_S = 200

/** Position of that moment on the clock, from the last renewal on; 1 for leases too short to count as not responding. */
export const overdueFraction = (durationS: number): number => (durationS > OVERDUE_S ? OVERDUE_S / durationS : 1)

/** A working client reports every few seconds; a silence this long is shown. */
const QUIET_AFTER_S = 15

/** Whole seconds since the last sign of life (epoch ms, server's clock); 0 while too short to matter. */
export function quietSeconds(lastSign: number, now: number): number {
  const seconds = Math.floor((now - lastSign) / 1000)
  return seconds >= QUIET_AFTER_S ? seconds : 0
}
