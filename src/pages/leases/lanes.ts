import type { ForeignHolder } from '#contract/backends.ts'
import type { StackRef } from '#contract/common.ts'
import type { HeldSpan, Lease, LeaseBoard, Leases } from '#contract/leases.ts'
import type { MaintenanceLock, PastLock, QueuePlace } from '#contract/locks.ts'
import { fullName } from '#domain/stackName.ts'
import { byUrgency, leaseUrgency, lockUrgency, MAINTENANCE, NOT_HELD, type Urgency } from './urgency.ts'

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

/** A lane for each stack that was held or locked in the period: the most urgent first, the rest by time. */
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
  return [...lanes.values()].toSorted((a, b) => byUrgency(urgencyOf(a), urgencyOf(b)))
}

/** What is held comes first, the longest held before others of its kind; then what was held last. */
function urgencyOf({ held, lock, foreign, spans, pastLocks }: Lane): Urgency {
  if (held) return leaseUrgency(held)
  if (foreign) return lockUrgency(foreign)
  return lock ? [MAINTENANCE, lock.since] : [NOT_HELD, -Math.max(spans[0]?.to ?? 0, pastLocks[0]?.to ?? 0)]
}
