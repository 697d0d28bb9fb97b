import type { Approval } from '#contract/approvals.ts'
import { isAllowedTooLate } from '#domain/approvals/tally.ts'

/**
 * Why an allowed step did not run in its own run: the approval came too late (`timedOut`), or after the end of the run
 * (`ended`), or another step of the batch was not allowed (`batch`). Undefined if nothing is known against it.
 */
export type Fate = 'timedOut' | 'ended' | 'batch' | undefined

type Facts = Pick<Approval, 'id' | 'updateId' | 'status' | 'since' | 'until' | 'decidedAt'>

/** `approvals`: those of the run, as far as they are known; `endedAt`: when it ended. */
export function fateOf(approval: Facts, approvals: readonly Facts[], endedAt: number | null): Fate {
  const { status, decidedAt } = approval
  if (status !== 'allowed') return undefined
  if (isAllowedTooLate(approval)) return 'timedOut'
  if (decidedAt !== null && endedAt !== null && decidedAt > endedAt) return 'ended'
  return isStopped(approval, approvals) ? 'batch' : undefined
}

/** Whether another step of the same batch was not allowed: a batch has one answer, so none of its steps ran. */
export const isStopped = (approval: Facts, approvals: readonly Facts[]): boolean =>
  approvals.some((other) => isInBatchOf(approval, other) && (STOPS.has(other.status) || isAllowedTooLate(other)))

/** The number of steps of their batch that are allowed: they run as soon as those that wait are allowed, too. */
export const readyWith = (waiting: readonly Facts[], ofRun: readonly Facts[]): number =>
  ofRun.filter(
    (other) =>
      other.status === 'allowed' && waiting.some((each) => each.status === 'waiting' && isInBatchOf(each, other)),
  ).length

const STOPS: ReadonlySet<Approval['status']> = new Set(['refused', 'timedOut', 'ended'])

/** One batch of a run waits at a time, so steps that waited at the same time are of one batch. */
const isInBatchOf = (one: Facts, other: Facts): boolean =>
  one.id !== other.id &&
  one.updateId === other.updateId &&
  (one.since === other.since || (one.since < endOf(other) && other.since < endOf(one)))

const endOf = ({ decidedAt, until }: Facts): number => Math.min(decidedAt ?? until, until)
