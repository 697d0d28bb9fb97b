import type { Lease } from '#contract/leases.ts'
import { serverNow } from '#src/lib/serverClock.ts'

/**
 * After this age without a renewal a lease counts as suspect (docs/protocol.md, Verdict of a lease). The server
 * decides; we only know when to ask.
 */
const OVERDUE_MS = 200_000
/** The server closes an expired lease at the latest 5 s after. */
const CLOSED_MS = 5_000
const SOONEST_MS = 1_000
const LATEST_MS = 60_000

/**
 * Milliseconds until the verdict on one of these leases may differ: nothing happens when a client falls silent, so no
 * live event can tell. False when none of them can change by waiting.
 */
export function nextLookMs(leases: readonly Lease[], now = serverNow()): number | false {
  const running = leases.filter(({ verdict }) => verdict !== 'orphaned')
  if (running.length === 0) return false
  const moments = running.flatMap(({ signs, expiresAt }) => [
    (signs.renewed ?? signs.granted) + OVERDUE_MS,
    expiresAt,
    expiresAt + CLOSED_MS,
  ])
  const waits = moments.map((moment) => moment - now).filter((wait) => wait > 0)
  // None ahead: all should have been closed by now; keep asking, without haste.
  return waits.length === 0 ? CLOSED_MS : Math.max(SOONEST_MS, Math.min(LATEST_MS, ...waits))
}
