import { type ForeignHolder, LockWord } from '#contract/backends.ts'
import type { StackRef } from '#contract/common.ts'
import { type HeldSpan, type Lease, type LeaseBoard, type Leases, LeaseVerdict } from '#contract/leases.ts'
import type { MaintenanceLock, PastLock, QueuePlace } from '#contract/locks.ts'
import { isCalm } from '#domain/backends/backendNames.ts'
import { fullName } from '#domain/stackName.ts'

/** What is known of a stack's lease in a period. */
export type Lane = {
  stack: StackRef
  /** Held now, or orphaned. */
  held: Lease | undefined
  lock: MaintenanceLock | undefined
  /** Held by lock files of a connected backend. */
  foreign: ForeignHolder | undefined
  /** Held before, newest first. */
  spans: HeldSpan[]
  /** Maintenance locks before, newest first. */
  pastLocks: PastLock[]
  refusals: { at: number; login: string }[]
  /** The queue, the next client first. */
  waiting: readonly QueuePlace[]
}

/**
 * A lane for each stack that was held or locked in the period: orphaned ones first, then held ones by severity, locks, the
 * rest by time.
 */
export function lanesOf(
  { leases, orphaned = [], locks = [], foreign = [] }: Leases,
  board: LeaseBoard,
  since: number,
): Lane[] {
  const lanes = new Map<string, Lane>()
  const laneOf = (stack: StackRef): Lane => {
    const known = lanes.get(fullName(stack))
    if (known) return known
    const lane: Lane = {
      stack,
      held: undefined,
      lock: undefined,
      foreign: undefined,
      spans: [],
      pastLocks: [],
      refusals: [],
      waiting: [],
    }
    lanes.set(fullName(stack), lane)
    return lane
  }
  for (const lease of [...orphaned, ...leases]) {
    const lane = laneOf(lease.stack)
    lane.held = lease
    lane.refusals.push(
      ...lease.refused.filter(({ at }) => at >= since).map(({ at, actor }) => ({ at, login: actor.login })),
    )
  }
  for (const lock of locks) laneOf(lock.stack).lock = lock
  for (const { stack, elsewhere } of foreign) laneOf(stack).foreign = elsewhere.holder
  for (const span of board.spans) {
    // An orphaned lease is shown as such.
    if (span.to >= since && span.updateId !== lanes.get(fullName(span.stack))?.held?.updateId)
      laneOf(span.stack).spans.push(span)
  }
  for (const past of board.locks) if (past.to >= since) laneOf(past.stack).pastLocks.push(past)
  for (const { stack, queue } of board.waiting) laneOf(stack).waiting = queue
  for (const { stack, refused, last, first } of board.collisions) {
    const lane = lanes.get(fullName(stack))
    if (lane && !lane.held)
      lane.refusals.push(
        ...[...new Set([first, last])].filter((at) => at >= since).map((at) => ({ at, login: refused.login })),
      )
  }
  return [...lanes.values()].toSorted((a, b) => urgency(b) - urgency(a) || latest(b) - latest(a))
}

/**
 * A lock of a backend that needs nothing is as urgent as a lease that is alive, any other as one that does not respond;
 * among them the most harmful word comes first.
 */
const urgency = ({ held, lock, foreign }: Lane): number =>
  held
    ? 2 + LeaseVerdict.options.indexOf(held.verdict)
    : foreign
      ? 2 + LeaseVerdict.options.indexOf(isCalm(foreign.word) ? 'alive' : 'notResponding') + harmOf(foreign)
      : lock
        ? 1
        : 0

/** Less than 1, so that it decides only among locks. */
const harmOf = ({ word }: ForeignHolder): number =>
  1 - (1 + LockWord.options.indexOf(word)) / (1 + LockWord.options.length)

/** When the oldest lock file was written; of a run without lock, its last write, which is all that is known of it. */
export const lockedSince = ({ locks, lastWriteAt }: ForeignHolder): number =>
  locks.length > 0 ? Math.min(...locks.map(({ since }) => since)) : (lastWriteAt ?? 0)

const latest = ({ held, lock, foreign, spans, pastLocks }: Lane): number =>
  held?.since ?? (foreign && lockedSince(foreign)) ?? lock?.since ?? Math.max(spans[0]?.to ?? 0, pastLocks[0]?.to ?? 0)
