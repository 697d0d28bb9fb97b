import type { Approval } from '#contract/approvals.ts'
import { isInBatchOf, readySteps, type StepFacts } from '#domain/approvals/batch.ts'
import { isAllowedTooLate } from '#domain/approvals/tally.ts'

/**
 * Why an allowed step did not run in its own run: the approval came too late (`timedOut`), or after the end of the run
 * (`ended`), or another step of the batch was not allowed (`batch`). Undefined if nothing is known against it.
 */
export type Fate = 'timedOut' | 'ended' | 'batch' | undefined

/** `approvals`: those of the run, as far as they are known; `endedAt`: when it ended. */
export function fateOf(approval: StepFacts, approvals: readonly StepFacts[], endedAt: number | null): Fate {
  const { status, decidedAt } = approval
  if (status !== 'allowed') return undefined
  if (isAllowedTooLate(approval)) return 'timedOut'
  if (decidedAt !== null && endedAt !== null && decidedAt > endedAt) return 'ended'
  return isStopped(approval, approvals) ? 'batch' : undefined
}

/** Whether another step of the same batch was not allowed: a batch has one answer, so none of its steps ran. */
export const isStopped = (approval: StepFacts, approvals: readonly StepFacts[]): boolean =>
  approvals.some((other) => isInBatchOf(approval, other) && (STOPS.has(other.status) || isAllowedTooLate(other)))

/** The number of steps of their batch that are allowed: they run as soon as those that wait are allowed, too. */
export const readyWith = (waiting: readonly StepFacts[], ofRun: readonly StepFacts[]): number =>
  readySteps(ofRun).filter((ready) => waiting.some((each) => isInBatchOf(each, ready))).length

const STOPS: ReadonlySet<Approval['status']> = new Set(['refused', 'timedOut', 'ended'])
