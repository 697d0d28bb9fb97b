import type { LockWord } from '#contract/backends.ts'

type Holder = { word: LockWord | null; locks: readonly unknown[] }

/** Whether someone holds the stack: by a lock file, or by writing on although the lock was removed. */
export const isHeldThere = (holder: Holder | null | undefined): holder is NonNullable<typeof holder> =>
  holder != null && (holder.locks.length > 0 || holder.word === 'unlockedWriter')
