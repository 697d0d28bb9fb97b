import type { Approval } from '#contract/approvals.ts'
import type { Course, Step } from './course.ts'

/** The operation of a step that only waits until a person decides. */
export const APPROVAL_OP = 'approval'

type Held = Pick<Approval, 'urn' | 'status' | 'isRefusal' | 'since' | 'until' | 'decidedAt'>

/** A course with the time that steps waited for approval, as steps of their own: no provider was called in it. */
export function withApprovals(course: Course, approvals: readonly Held[]): Course {
  const waits = approvals.filter(({ isRefusal }) => !isRefusal).map((held) => waitOf(held, course))
  if (waits.length === 0) return course
  const steps = [...course.steps, ...waits].toSorted((a, b) => (a.begin ?? 0) - (b.begin ?? 0))
  return { ...course, steps }
}

function waitOf({ urn, status, since, until, decidedAt }: Held, { to, steps }: Course): Step {
  const known = steps.find((step) => step.urn === urn)
  const isWaiting = status === 'waiting'
  const last = Math.min(until, to ?? Infinity)
  const decided = decidedAt ?? last
  // What was allowed after that counts for the next run: in this one the step did not run.
  const isGiven = decided <= last && (status === 'allowed' || status === 'withdrawn')
  return {
    urn,
    op: APPROVAL_OP,
    begin: since,
    end: isWaiting ? null : Math.min(decided, last),
    outcome: isWaiting ? 'open' : isGiven ? 'done' : 'failed',
    custom: false, // no provider's time
    parent: known?.parent ?? null,
    provider: null,
    after: [],
  }
}

/** Whether a step only waits for approval. */
export const isApproval = ({ op }: Pick<Step, 'op'>): boolean => op === APPROVAL_OP
