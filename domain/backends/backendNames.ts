import type { BackendKind, ForeignLock, LayoutWord, LockWord } from '#contract/backends.ts'
import { counted, list, number, plural } from '#words/counts.ts'

/** What a person calls each kind of backend. */
export const BACKEND_KINDS = {
  folder: 'Folder',
  s3: 'S3',
  gcs: 'Google Cloud Storage',
  azure: 'Azure Blob Storage',
  postgres: 'PostgreSQL',
  opened: 'Opened in this browser',
} as const satisfies Record<BackendKind, string>

/** The layout of a backend (docs/state.md, Layout). */
export const LAYOUTS = {
  project: 'by project',
  legacy: 'old, without projects',
  mixed: 'mixed: by project, and old',
  empty: 'empty',
} as const satisfies Record<LayoutWord, string>

/** What each word about lock files is called, in the middle of a line. */
export const LOCK_WORDS = {
  unlockedWriter: 'unlocked writer',
  several: 'several locks',
  unreadable: 'unreadable lock',
  probablyDead: 'lock probably abandoned',
  interrupted: 'interrupted',
  leftBehind: 'left behind',
  quiet: 'quiet',
  waitingOrWorking: 'waiting or working',
  working: 'working',
} as const satisfies Record<LockWord, string>

/** How urgent each word is, in lists, cards and findings. */
export const LOCK_TONES = {
  unlockedWriter: 'danger',
  several: 'danger',
  unreadable: 'danger',
  probablyDead: 'danger',
  interrupted: 'danger',
  leftBehind: 'attention',
  quiet: 'attention',
  waitingOrWorking: 'running',
  working: 'running',
} as const satisfies Record<LockWord, string>

/** `runner on ci-runner-7`: who took a lock, as far as its file says; null if it says nothing. */
export function lockOwner({ username, hostname }: Pick<ForeignLock, 'username' | 'hostname'>): string | null {
  return username !== null && hostname !== null ? `${username} on ${hostname}` : (username ?? hostname)
}

/** Who holds the stack, in short, by its lock files. */
export function holderName({
  locks,
  lockCount,
}: {
  locks: readonly Pick<ForeignLock, 'username' | 'hostname'>[]
  lockCount: number
}): string {
  const [lock] = locks
  if (lock === undefined) return 'A run without a lock'
  return lockCount > 1 ? counted(lockCount, 'lock file') : (lockOwner(lock) ?? 'A lock file')
}

/** The same, with everyone by name. */
export const holderNames = (holder: Parameters<typeof holderName>[0]): string =>
  holder.locks.length > 1 ? list(holder.locks.map((lock) => lockOwner(lock) ?? 'unknown')) : holderName(holder)

/** The link to the evidence about a holder. */
export const VIEW_LOCK = 'View lock'

/** The link to the steps that remove a lock, which begin with the check whether its holder still runs. */
export const REMOVE_LOCK = 'How to remove the lock'

/** The anchor of those steps on the page of the stack. */
export const REMOVE_LOCK_ANCHOR = 'remove-lock'

/** Words of a lock whose holder has probably ended, so that it may be removed once someone has looked. */
export const isProbablyOver = (word: LockWord): boolean =>
  word === 'probablyDead' || word === 'leftBehind' || word === 'unreadable'

/** Whether removing the one lock of a stack is the next step. */
export const isRemovalNext = ({ word, locks }: { word: LockWord; locks: readonly unknown[] }): boolean =>
  locks.length === 1 && isProbablyOver(word)

/** That a lock is no lease. */
export const HOW_LOCKS_DIFFER = 'A lock never expires, and removing it does not stop its holder.'

/** Words of a run that may be at work: they need nothing from anyone, and nothing may be written. */
export const isCalm = (word: LockWord): boolean => word === 'working' || word === 'waitingOrWorking'

/** Older than this, what a mirror shows is said to be old: five looks at an idle backend. */
const STALE_MS = 10 * 60_000

/** What must not be run after a lock is removed, while this many creates are pending. */
export const banOfUpdate = (creates: number): string =>
  `Don’t run pulumi up until ${plural(creates, 'the create is', `the ${number(creates)} creates are`)} resolved: it could fail or create ${plural(creates, 'a duplicate', 'duplicates')}.`

/** Whether a mirror shows an earlier state of its backend: it cannot be read, or was not for some time. */
export const isStale = (seen: { seenAt: number | null; problem: string | null }, now: number): boolean =>
  seen.problem !== null || seen.seenAt === null || now - seen.seenAt > STALE_MS
