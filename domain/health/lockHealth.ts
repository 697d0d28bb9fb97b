import type { LockWord } from '#contract/backends.ts'
import type { Health } from '#contract/stacks.ts'

/**
 * What the locks of a stack in a self-managed backend mean for its health. A stack whose locks do not show that someone
 * works there is never `running`.
 */
export const LOCK_HEALTH = {
  unlockedWriter: 'notResponding',
  several: 'notResponding',
  unreadable: 'notResponding',
  probablyDead: 'notResponding',
  interrupted: 'orphaned',
  leftBehind: 'notResponding',
  quiet: 'notProgressing',
  waitingOrWorking: 'running',
  working: 'running',
} as const satisfies Record<LockWord, Health>
