type Look = { key: string; at: number }

/** Whether a lock vanished although its run left no entry in the history, by two looks at a stack. */
export type LockChange = {
  /** The answer of the look before. */
  since: number | null
  before: readonly Look[]
  after: readonly Look[]
  /**
   * When the newest entry of the history was written, by the store's clock; null if there is none. Read it before
   * asking, whenever a lock is gone.
   */
  endedAt: number | null
}

/**
 * Since when a stack may have a writer without a lock: the time of the look (`now`, the store's clock) that found a lock
 * gone without an entry in the history, as after `pulumi cancel`. A later entry ends it. Null if every lock that went
 * left an entry. State edits leave none either, so this alone is no alarm: `judgeLocks` asks for later writes.
 */
export function unlockedSince({ since, before, after, endedAt }: LockChange, now: number): number | null {
  const left = new Set(after.map(keyOf))
  const gone = before.some((lock) => !left.has(keyOf(lock)) && (endedAt === null || endedAt < lock.at))
  if (gone) return now
  return since !== null && endedAt !== null && endedAt > since ? null : since
}

/** A process that takes its lock again uses the same file name. */
const keyOf = ({ key, at }: Look): string => `${at} ${key}`
