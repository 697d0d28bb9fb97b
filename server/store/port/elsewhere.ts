import type { BrokenTags, EntryProblem, LockWord } from '#contract/backends.ts'
import type { LockToJudge } from '#domain/backends/diy/judgeLocks.ts'
import type { OtherNames } from '#domain/state/foreignEntries.ts'
import type { LockFile } from '#domain/lease/lockFile.ts'

// What mirrored stacks are in their backends.

/** A lock file as it was seen; times are by the store's clock. */
export type SeenLock = {
  id: string
  key: string
  at: number
  size: number
  /** Null if it cannot be read. */
  file: LockFile | null
  /** As in `LockToJudge`, at the last look. */
  process?: LockToJudge['process']
}

/** How many entries of a history cannot be read, and the newest of them, newest first, each with its mark. */
export type SeenBrokenEntries = { count: number; newest: { key: string; mark: string; why: EntryProblem }[] }

/** What a stack is in its backend, as last seen. */
export type Elsewhere = {
  cliName: string
  isLegacy: boolean
  /** Key and mark of the object with the current state; null if it is missing. */
  key: string | null
  mark: string | null
  /** When the state was written. */
  writtenAt: number | null
  /** Mark of the object with its tags; null if it has none. */
  tagsMark: string | null
  /** Whether its backend is a folder. Absent in older rows. */
  isInFolder?: boolean
  /** The first of them, up to a limit. */
  locks: SeenLock[]
  /** Of all lock files. */
  lockCount: number
  /** Keys of state files of other compressions, which the CLI does not read. */
  unreadStates: string[]
  /** Keys of sidecars that make every read of their file fail. */
  brokenSidecars: string[]
  /** Absent in older rows; null if its tags can be read, or it has none. */
  brokenTags?: BrokenTags | null
  /** Entries of its history that cannot be read. Absent in older rows; null if there are none. */
  brokenEntries?: SeenBrokenEntries | null | undefined
  /** Whether `meta.yaml` of its backend stops every command. Absent in older rows. */
  isStopped?: boolean
  /** Whether no CLI sees it: it is in the old layout, and `meta.yaml` says the new one. Absent in older rows. */
  isInvisible?: boolean
  /** Times of recent writes of the state, as looks saw them, oldest first. */
  writes: number[]
  /** When a look found that a lock was gone without an entry in the history. */
  unlockedSince: number | null
  /** Why the state cannot be shown; null if it is whole. */
  stateProblem: { kind: 'missing' | 'damaged' | 'unsupported'; detail: string } | null
  /** The entries of its state whose URNs name another stack. Absent in older rows; null if there are none. */
  otherNames?: OtherNames | null
  /** The newest known object of its history; entries after it are new. */
  historyAfter: string | null
  /** Whether its history had more runs than were read when the stack was first opened. Absent in older rows. */
  hasOlderRuns?: boolean
  lastRun: {
    /** When its entry was written, by the store's clock. */
    endedAt: number
    /** By the clock of its machine; null if its entry does not say. Absent in older rows. */
    startedAt?: number | null
    user: string | null
    ci: { system: string; build: string | null; url: string | null } | null
  } | null
  /** Lengths of recent runs, seconds. */
  runLengthsS: number[]
  /** The judged condition, for lists. */
  word: LockWord | null
}
