import type { Lease } from '#contract/leases.ts'
import { serverNow } from '#src/lib/serverClock.ts'

/**
 * Age after which a lease without a renewal counts as not responding (docs/protocol.md, Verdict of a lease). The server
 * decides; this page only needs to know when to ask.
 */
const OVERDUE_MS = 200_000
/** The server closes an expired lease within 5 s. */
const CLOSED_MS = 5_000
const SOONEST_MS = 1_000
const LATEST_MS = 60_000

/**
 * Milliseconds until the verdict on one of these leases may change: no live event reports that a client fell silent.
 * False when no verdict can change by waiting.
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
  // All should have been closed by now: keep asking, slowly.
  return waits.length === 0 ? CLOSED_MS : Math.max(SOONEST_MS, Math.min(LATEST_MS, ...waits))
}

/** The same for a list of runs, which does not say when a lease was renewed. */
export const nextListLookMs = (runs: readonly { status: string }[] = []): number | false =>
  runs.some(({ status }) => status === 'running') && LATEST_MS
