import { opGroup } from '../events/opGroups.ts'
import { isApproval } from './approvalWaits.ts'
import type { Step } from './course.ts'

/** What a step was for its resource: a change (also one that failed), only a look at it, or no difference found. */
export type Work = 'change' | 'read' | 'unchanged' | 'approval'

export function workOf(step: Pick<Step, 'op' | 'outcome'>): Work {
  if (isApproval(step)) return 'approval'
  const group = opGroup(step.op)
  if (group === 'read' || group === 'refresh') return 'read'
  return group === 'same' && step.outcome === 'done' ? 'unchanged' : 'change'
}

/** The number of steps by what they were for their resources. */
export function workCounts(steps: Iterable<Pick<Step, 'op' | 'outcome'>>): Record<Work, number> {
  const counts = { change: 0, read: 0, unchanged: 0, approval: 0 }
  for (const step of steps) counts[workOf(step)] += 1
  return counts
}
