import type { ForeignHolder, ForeignLock, LockWord } from '#contract/backends.ts'
import { isContainer, type LockFile, MAX_LOCK_BYTES } from '#domain/lease/lockFile.ts'
import { counted, number, plural } from '#words/counts.ts'
import { durationText } from '#words/time.ts'
import { lockId } from './layout.ts'

/**
 * A lock file as it was seen. `at` is the object's time: by the store's clock, which the times below are too. Null if
 * only its text is known.
 */
export type LockToJudge = {
  key: string
  at: number | null
  size: number
  /** Null if it cannot be read. */
  file: LockFile | null
  /**
   * What is known of its process, if the lock was taken on this very machine, in the same pid namespace: `reused` if a
   * process of that number started after the lock.
   */
  process?: 'runs' | 'gone' | 'reused' | undefined
}

/** What is known of the runs of a stack. Times are epoch milliseconds by the store's clock. */
export type RunFacts = {
  /** Whether the backend is a folder: then a lock's host is almost certainly this machine, not another of its name. */
  isInFolder?: boolean | undefined
  /** When the current state was written; null if unknown. */
  writtenAt: number | null
  /** Times of writes of the state, as looks saw them, oldest first. */
  writes: readonly number[]
  /** Pending operations in the current state. */
  pending: number
  /**
   * The last run in the history, and when its entry was written, by the store's clock; null if there is none, or the
   * history was not read. `startedAt`: when it began by the clock of its machine, in whole seconds, if that is known.
   */
  lastRun: { endedAt: number; startedAt?: number | null | undefined } | null
  /** Lengths of recent runs, seconds. */
  runLengthsS: readonly number[]
  /** When a look found that a lock was gone without an entry in the history: `unlockedSince` in `looks.ts`. */
  unlockedSince: number | null
}

/** What is known of a stack's locks and of the runs around them. */
export type LockFacts = RunFacts & {
  /** The first of them, `MAX_LOCKS` or all. */
  locks: readonly LockToJudge[]
  /** Of all locks, if these are not all. */
  lockCount?: number | undefined
}

/** The facts on a lock of which only the text is known. */
export const NOTHING_KNOWN: RunFacts = {
  writtenAt: null,
  writes: [],
  pending: 0,
  lastRun: null,
  runLengthsS: [],
  unlockedSince: null,
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** A write this recent means that the holder lives. */
const WORKING_MS = 2 * MINUTE
/** Longer gaps between writes lie between two runs, not within one. */
const LONGEST_GAP_MS = HOUR
/** Length of a run if the history says nothing. */
const USUAL_RUN_MS = 15 * MINUTE
const QUIET_MS = HOUR
/** Nobody answers the question of a preview after so long. */
const FORGOTTEN_MS = 24 * HOUR
/** Two runs that start together both write a lock, and one or both give up at once. */
const RACE_MS = 10 * SECOND
const JUST_NOW_MS = 2 * SECOND
/** Locks of one stack that are read and listed; a folder of thousands says no more. */
export const MAX_LOCKS = 50

type Judgement = { word: LockWord; evidence: string }

/**
 * Who holds a stack of a self-managed backend, judged by evidence: its locks never expire and nothing renews them
 * (docs/backends.md, Locks). Null if there is no lock and no sign of a run. `now` is the store's clock.
 */
export function judgeLocks(facts: LockFacts, now: number): ForeignHolder | null {
  const judged = facts.locks.map((lock) => ({ lock, ...judgeLock(lock, facts, now) }))
  const judgement = ofStack(judged, facts, now)
  if (judgement === undefined) return null
  return {
    ...judgement,
    locks: judged.slice(0, MAX_LOCKS).map(lockView),
    lockCount: lockCountOf(facts),
    usualS: usualS(facts.runLengthsS),
    lastWriteAt: facts.writtenAt === null ? null : Math.round(facts.writtenAt),
    inFlight: facts.pending,
  }
}

const lockView = ({ lock: { key, at, file }, word, evidence }: Judgement & { lock: LockToJudge }): ForeignLock => ({
  id: lockId(key),
  key,
  since: Math.round(at ?? file?.at ?? 0),
  username: file?.username || null,
  hostname: file?.hostname || null,
  pid: pidOf(file),
  word,
  evidence,
})

const lockCountOf = ({ locks, lockCount = locks.length }: Pick<LockFacts, 'locks' | 'lockCount'>): number => lockCount

const pidOf = (file: LockFile | null): number | null => {
  const pid = file?.pid ?? null
  return pid !== null && Number.isSafeInteger(pid) && pid >= 0 ? pid : null
}

function ofStack(judged: (Judgement & { lock: LockToJudge })[], facts: LockFacts, now: number): Judgement | undefined {
  const unlocked = unlockedWriter(facts, now)
  if (unlocked !== undefined) return { word: 'unlockedWriter', evidence: unlocked }
  const [only, ...more] = judged
  if (only === undefined) return interrupted(facts, now)
  if (more.length === 0) return { word: only.word, evidence: only.evidence }
  const isRace = judged.every(({ lock }) => lock.at !== null && ageOf(lock.at, now) < RACE_MS)
  return {
    word: 'several',
    evidence: isRace
      ? `${number(lockCountOf(facts))} runs started within the last ${RACE_MS / SECOND} seconds; at most one of them continues.`
      : `There are ${counted(lockCountOf(facts), 'lock')}: no update, refresh or destroy can start until ${lockCountOf(facts) === 2 ? 'both' : 'all of them'} are gone.`,
  }
}

/** One lock of a stack, by the table of docs/backends.md (Locks): the first row that fits. */
export function judgeLock(lock: LockToJudge, facts: RunFacts, now: number): Judgement {
  if (lock.file === null) return { word: 'unreadable', evidence: `${unreadable(lock)}: it does not say who took it.` }
  const since = lock.at ?? lock.file.at
  return (
    (facts.isInFolder ? byProcess(lock, lock.file) : undefined) ??
    leftBehind(since, lock.file, facts, now) ??
    working(since, facts, now) ??
    byProcess(lock, lock.file) ??
    (lock.process === 'runs' ? processRuns(lock.file) : undefined) ??
    waiting(since, facts, now) ??
    silent(since, facts, now)
  )
}

function unreadable({ size }: LockToJudge): string {
  if (size === 0) return 'The lock file is empty'
  return size > MAX_LOCK_BYTES ? 'The lock file is larger than any lock' : 'The lock file is truncated, or no JSON'
}

function byProcess({ process }: LockToJudge, { pid, hostname }: LockFile): Judgement | undefined {
  if (process !== 'gone' && process !== 'reused') return undefined
  const evidence =
    process === 'gone'
      ? `Its ${processName(pid)} does not run${onHost(hostname)} any more.`
      : `The ${processName(pid)}${onHost(hostname)} started after the lock was taken, so it is another one.`
  return { word: 'probablyDead', evidence }
}

const processRuns = ({ pid, hostname }: LockFile): Judgement => ({
  word: 'waitingOrWorking',
  evidence: `Its ${processName(pid)} runs${onHost(hostname)}.`,
})

const processName = (pid: number | null): string => (pid === null ? 'process' : `process ${pid}`)
const onHost = (hostname: string): string => (hostname === '' ? '' : ` on ${hostname}`)

/** The history has an entry from after the lock: its run ended, and could not remove it. */
function leftBehind(
  since: number | null,
  { at: takenAt }: LockFile,
  { lastRun, writtenAt }: RunFacts,
  now: number,
): Judgement | undefined {
  if (since === null || lastRun === null || lastRun.endedAt <= since) return undefined
  // A run takes its lock before it begins, by the same clock: this one went on when its own lock was removed.
  if (takenAt !== null && isBefore(lastRun.startedAt, takenAt)) return undefined
  // An entry is written after the last state; a later one is the work of someone who runs.
  if (writtenAt !== null && writtenAt > lastRun.endedAt + RACE_MS) return undefined
  const ago = ageOf(lastRun.endedAt, now)
  if (ago < WORKING_MS) {
    return { word: 'working', evidence: `Its run ended ${agoText(ago)}, and may still write its backup.` }
  }
  return {
    word: 'leftBehind',
    evidence: `The history says that its run ended ${agoText(ago)}: only the lock was not removed.`,
  }
}

const isBefore = (seconds: number | null | undefined, at: number): boolean =>
  seconds != null && seconds < Math.floor(at / SECOND) * SECOND

function working(since: number | null, facts: RunFacts, now: number): Judgement | undefined {
  const { writtenAt } = facts
  if (since === null || writtenAt === null || writtenAt <= since) return undefined
  const ago = ageOf(writtenAt, now)
  if (ago > Math.max(WORKING_MS, 3 * usualGap(facts.writes))) return undefined
  return { word: 'working', evidence: 'The state was written recently, after the lock was taken.' }
}

function waiting(since: number | null, facts: RunFacts, now: number): Judgement | undefined {
  const { writtenAt } = facts
  if (since === null || (writtenAt !== null && writtenAt > since)) return undefined
  const usual = usualS(facts.runLengthsS)
  const age = ageOf(since, now)
  if (age >= (usual === null ? USUAL_RUN_MS : usual * SECOND)) return undefined
  return {
    word: 'waitingOrWorking',
    evidence: `${sinceTaken(writtenAt)}: the preview before an update, a question at its terminal, or a long step${lengthOfRuns(facts)}.`,
  }
}

/** The last sign of its holder is too old for all that a run does. */
function silent(since: number | null, facts: RunFacts, now: number): Judgement {
  const { writtenAt, pending } = facts
  const hasWritten = since !== null && writtenAt !== null && writtenAt > since
  const lastSign = hasWritten ? writtenAt : since
  if (lastSign === null) return { word: 'quiet', evidence: 'The lock does not say when it was taken.' }
  const quiet = ageOf(lastSign, now)
  const usual = (usualS(facts.runLengthsS) ?? 0) * SECOND
  // Operations that were in flight before it was taken are an earlier run's.
  const ofRun = hasWritten ? pending : 0
  const limit = Math.max(ofRun > 0 ? QUIET_MS : FORGOTTEN_MS, 4 * usual)
  const isDead = quiet > limit
  const operations = ofRun > 0 ? `, with ${inFlight(ofRun)}` : ''
  const evidence = isDead
    ? `${hasWritten ? `Nothing was written for ${durationText(quiet)}` : sinceTaken(writtenAt, ` ${agoText(quiet)}`)}${operations}${lengthOfRuns(facts)}.`
    : `${hasWritten ? 'The state was written after the lock was taken, but not recently' : sinceTaken(writtenAt)}${operations}.`
  return { word: isDead ? 'probablyDead' : 'quiet', evidence }
}

/** What is known of writes of a holder of whom none was seen. `ago`: when it took the lock, if that is the evidence. */
const sinceTaken = (writtenAt: number | null, ago = ''): string =>
  writtenAt === null
    ? `Whether anything was written since the lock was taken${ago} is not known`
    : `Nothing has been written since the lock was taken${ago}`

/** What to compare a silence with, if it is known. */
function lengthOfRuns({ runLengthsS }: RunFacts): string {
  const usual = usualS(runLengthsS)
  return usual === null ? '' : `; runs of this stack usually take up to ${durationText(usual * SECOND)}`
}

const inFlight = (pending: number): string => `${counted(pending, 'operation')} in flight`

/**
 * A lock is gone without an entry in the history, and writes go on: removing a lock does not stop its holder. Two
 * writes, or one in the middle of an operation: a state edit takes a lock of its own, writes once and leaves no entry.
 */
function unlockedWriter(facts: LockFacts, now: number): string | undefined {
  const { unlockedSince, writes, locks, lastRun, pending } = facts
  if (unlockedSince === null || (lastRun !== null && lastRun.endedAt > unlockedSince)) return undefined
  const taken = locks.reduce(
    (first, { at }) => (at !== null && at > unlockedSince && at < first ? at : first),
    Infinity,
  )
  const since = writes.filter((at) => at > unlockedSince && at < taken)
  const last = since.at(-1)
  if (last === undefined || (since.length < 2 && pending === 0)) return undefined
  const ago = ageOf(last, now)
  if (ago > Math.max(QUIET_MS, 4 * SECOND * (usualS(facts.runLengthsS) ?? 0))) return undefined
  return `Its lock was removed ${agoText(ageOf(unlockedSince, now))}, and the state was written ${times(since.length)} since: the run that held it goes on.`
}

const times = (count: number): string => plural(count, 'once', `${number(count)} times`)

/** No lock, operations in flight, and no entry in the history from after the last write. */
function interrupted({ pending, writtenAt, lastRun }: LockFacts, now: number): Judgement | undefined {
  if (pending === 0 || writtenAt === null || (lastRun !== null && writtenAt <= lastRun.endedAt)) return undefined
  const ago = ageOf(writtenAt, now)
  const written = `The state was written with ${inFlight(pending)}, and there is no lock`
  return {
    word: 'interrupted',
    evidence:
      ago < WORKING_MS
        ? `${written}: a run was stopped just now, or pulumi watch runs, which takes no lock.`
        : `${written}: a run was stopped in the middle, and its lock was removed.`,
  }
}

/** `3m 4s ago`, or `just now`. */
const agoText = (ms: number): string => (ms < JUST_NOW_MS ? 'just now' : `${durationText(ms)} ago`)

/** The clocks of two machines differ a little: nothing is younger than now. */
const ageOf = (at: number, now: number): number => Math.max(0, now - at)

/** Length that nine of ten runs do not exceed, seconds; null if no run is known. */
export function usualS(lengths: readonly number[]): number | null {
  const sorted = lengths.filter((length) => Number.isFinite(length) && length >= 0).toSorted((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * 0.9) - 1] ?? null
}

/** Median gap between writes within a run, milliseconds; 0 if unknown. */
function usualGap(writes: readonly number[]): number {
  const gaps = writes
    .flatMap((at, index) => (index === 0 ? [] : [at - (writes[index - 1] ?? at)]))
    .filter((gap) => gap > 0 && gap <= LONGEST_GAP_MS)
    .toSorted((a, b) => a - b)
  return gaps[Math.floor(gaps.length / 2)] ?? 0
}

/** Reasons to ask a person before a lock is removed, each a sentence. */
export function reasonsToAsk({ at, file }: Pick<LockToJudge, 'at' | 'file'>, now: number): string[] {
  if (file === null) return []
  const since = at ?? file.at
  return [
    ...(since === null || ageOf(since, now) < HOUR
      ? ['The lock is younger than an hour, or does not say how old it is.']
      : []),
    ...(file.hostname === '' ? ['The lock names no host.'] : []),
    ...(isContainer(file)
      ? [`Process ${file.pid ?? '?'} on ${file.hostname} looks like a container: ask its CI run, not that number.`]
      : []),
  ]
}
