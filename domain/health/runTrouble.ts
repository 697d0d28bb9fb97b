/** Someone counts as waiting for a lease this long after they were blocked; milliseconds. */
export const BLOCKED_MS = 10 * 60_000

/** An update is slow when it takes longer than this many times its usual duration, and a minute longer. */
const SLOW_FACTOR = 3
const SLOW_BY_MS = 60_000

/**
 * The time from which an update counts as slow, epoch milliseconds; null without a start or a usual duration (ms,
 * `usualDuration.ts`).
 */
export const slowFrom = (startedAt: number | null, usualMs: number | null): number | null =>
  startedAt === null || usualMs === null ? null : startedAt + Math.max(SLOW_FACTOR * usualMs, usualMs + SLOW_BY_MS)

/** The logins that were blocked recently, each once, the last one first. */
export const recentlyBlocked = (refusals: readonly { login: string; at: number }[], now: number): string[] => [
  ...new Set(
    refusals
      .filter(({ at }) => at > now - BLOCKED_MS)
      .toSorted((a, b) => b.at - a.at)
      .map(({ login }) => login),
  ),
]
