import type { RetentionRule } from '#contract/retention.ts'
import { DAY_MS } from '#words/time.ts'

/** A version of a stack's state, with the fields that retention needs. */
export type Kept = { id: string; version: number; createdAt: number; textRemovedAt: number | null }

/**
 * The states that a rule removes at time `at`, given `states` newest first. Kept are the newest `keepNewest`, those
 * that were current within the last `keepDays` days (a version's age counts from when the next one replaced it), those
 * in `needed`, and those newer than `at`. The newest one is always kept.
 */
export function outdated<State extends Kept>(
  states: readonly State[],
  { keepNewest, keepDays }: RetentionRule,
  { at, needed }: { at: number; needed: ReadonlySet<string> },
): State[] {
  const then = states.filter(({ createdAt }) => createdAt <= at)
  const since = keepDays === null ? Infinity : at - keepDays * DAY_MS
  return then.filter(({ id, textRemovedAt }, index) => {
    if (textRemovedAt !== null || needed.has(id)) return false
    const replacedAt = then[index - 1]?.createdAt ?? at
    return index >= (keepNewest ?? 1) && replacedAt < since
  })
}
