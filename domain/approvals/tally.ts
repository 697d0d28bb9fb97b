import type { Approval } from '#contract/approvals.ts'

/** What rules did to a run: steps that did not run, and how long steps waited, in milliseconds. */
export type ApprovalTally = { refused: number; waitedMs: number }

type Facts = Pick<Approval, 'status' | 'since' | 'until' | 'decidedAt'>

/**
 * Counts the refused steps of a run, and the time for which steps waited until they were decided; the same time counts
 * once, however many waited. Null if there is nothing to say.
 */
export function approvalTally(approvals: readonly Facts[]): ApprovalTally | null {
  const refused = approvals.filter(wasRefused).length
  const waits = approvals.flatMap(({ since, until, decidedAt }) =>
    decidedAt === null ? [] : [{ since, until: Math.min(decidedAt, Math.max(since, until)) }],
  )
  let waitedMs = 0
  let counted = 0
  for (const { since, until } of waits.toSorted((a, b) => a.since - b.since)) {
    waitedMs += Math.max(0, until - Math.max(since, counted))
    counted = Math.max(counted, until)
  }
  return refused === 0 && waitedMs === 0 ? null : { refused, waitedMs }
}

/** Whether a step did not run in its run, because of a rule, a user, or because nobody decided in time. */
export const wasRefused = (approval: Facts): boolean =>
  approval.status === 'refused' || approval.status === 'timedOut' || isAllowedTooLate(approval)

/**
 * Whether a step was allowed only after its time, so that it did not run in this run. A step that passed by an approval
 * kept from an earlier run never waited: its times are one (`since` = `until` = `decidedAt`), and it is not late.
 */
export const isAllowedTooLate = ({ status, decidedAt, until, since }: Facts): boolean =>
  status === 'allowed' && until > since && decidedAt !== null && decidedAt >= until
