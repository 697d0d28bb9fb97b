import type { BrokenTags } from '#contract/backends.ts'
import { unlockedSince } from '#domain/backends/diy/looks.ts'
import type { Elsewhere, SeenLock } from '../../store/port/elsewhere.ts'
import type { OtherNames } from '#domain/state/foreignEntries.ts'
import { cliNameOf, lockId, type ListedStack } from '#domain/backends/diy/layout.ts'
import type { ObjectFacts } from '../../blobs/port.ts'

/** Number of write times that are kept: enough to know how often a run writes. */
const MAX_WRITES = 20
const UNLOCKED_MS = 60 * 60_000

/** What a look saw of a stack. */
export type Seen = {
  listed: ListedStack<ObjectFacts> | undefined
  locks: SeenLock[]
  lockCount: number
  /** The state as read just now; undefined if it did not change. */
  state: { object: ObjectFacts; problem: Elsewhere['stateProblem']; otherNames: OtherNames | null } | undefined
  tagsMark: string | null
  brokenSidecars: string[]
  brokenTags: BrokenTags | null
  isStopped: boolean
  isInvisible: boolean
  isInFolder: boolean
  at: number
}

/** A stack of which a look has seen no more than its name. */
export const unread = (name: string): Elsewhere => ({
  cliName: cliNameOf(name),
  isLegacy: !name.includes('/'),
  key: null,
  mark: null,
  writtenAt: null,
  tagsMark: null,
  locks: [],
  lockCount: 0,
  unreadStates: [],
  brokenSidecars: [],
  brokenTags: null,
  brokenEntries: null,
  isStopped: false,
  isInvisible: false,
  writes: [],
  unlockedSince: null,
  stateProblem: null,
  otherNames: null,
  historyAfter: null,
  lastRun: null,
  runLengthsS: [],
  word: null,
})

export const MISSING = {
  kind: 'missing',
  detail: 'The state file of this stack is missing; its history or a copy is still there.',
} as const

/** What a stack is elsewhere after a look, without its judgement. `before`: as its history says already. */
export function elsewhereAfter(before: Elsewhere, seen: Seen): Elsewhere {
  const { state, locks, lockCount, tagsMark, brokenSidecars, brokenTags, isStopped, isInvisible, isInFolder } = seen
  const isMissing = seen.listed?.state === undefined
  const written = state && { key: state.object.key, mark: state.object.mark, writtenAt: state.object.at }
  return {
    ...before,
    ...written,
    ...(isMissing && { key: null, mark: null }),
    stateProblem: isMissing ? MISSING : state === undefined ? before.stateProblem : state.problem,
    otherNames: isMissing ? null : state === undefined ? (before.otherNames ?? null) : state.otherNames,
    writes: state === undefined ? before.writes : writesWith(before.writes, state.object.at),
    locks,
    lockCount,
    tagsMark,
    unreadStates: (seen.listed?.others ?? []).map(({ key }) => key),
    brokenSidecars,
    brokenTags,
    isStopped,
    isInvisible,
    isInFolder,
    unlockedSince: unlockedAfter(before, seen),
  }
}

const writesWith = (writes: readonly number[], at: number): number[] =>
  writes.at(-1) === at ? [...writes] : [...writes, at].slice(-MAX_WRITES)

/** Nothing is concluded from a lock that went so long ago, if nothing was written since. */
function unlockedAfter(before: Elsewhere, { locks, state, at }: Seen): number | null {
  const since = unlockedSince(
    { since: before.unlockedSince, before: before.locks, after: locks, endedAt: before.lastRun?.endedAt ?? null },
    at,
  )
  const written = state?.object.at ?? before.writtenAt ?? 0
  return since === null || at - Math.max(since, written) > UNLOCKED_MS ? null : since
}

/** A lock file as it is stored; what cannot be read of it is null. */
export const seenLock = ({ key, at, size }: ObjectFacts, file: SeenLock['file']): SeenLock => ({
  id: lockId(key),
  key,
  at,
  size,
  file,
})

/** Whether a look has to judge the stack again although nothing changed: time changes the judgement. */
export const isWatched = ({ locks, unlockedSince, word }: Elsewhere): boolean =>
  locks.length > 0 || unlockedSince !== null || word !== null
