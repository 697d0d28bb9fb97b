import type { Approval } from '#contract/approvals.ts'

export type StepFacts = Pick<Approval, 'id' | 'updateId' | 'status' | 'since' | 'until' | 'decidedAt'>

/**
 * Whether two steps are of one batch, which has one answer. One batch of a run waits at a time, so steps that waited at
 * the same time are.
 */
export const isInBatchOf = (one: StepFacts, other: StepFacts): boolean =>
  one.id !== other.id &&
  one.updateId === other.updateId &&
  (one.since === other.since || (one.since < endOf(other) && other.since < endOf(one)))

const endOf = ({ decidedAt, until }: StepFacts): number => Math.min(decidedAt ?? until, until)

/** Steps that are allowed while others of their batch wait: they run as soon as those are allowed, too. */
export const readySteps = <Step extends StepFacts>(approvals: readonly Step[]): Step[] => {
  const waiting = approvals.filter(({ status }) => status === 'waiting')
  return approvals.filter(
    (approval) => approval.status === 'allowed' && waiting.some((other) => isInBatchOf(approval, other)),
  )
}
