import type { RetentionRule } from '#contract/retention.ts'

/** A version of a stack's state, as far as retention asks. */
export type Kept = { id: string; version: number; createdAt: number; textRemovedAt: number | null }

const DAY_MS = 24 * 3600 * 1000

/**
 * Which states a rule removes at `at`. `states` come newest first. Kept are the newest so many, those that were in force
 * within the last so many days (a version's age counts from when the next one replaced it), what is `needed`, and what came
 * after `at`. The newest is always kept.
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
