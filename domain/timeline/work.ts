import { opGroup } from '../events/opGroups.ts'
import { isDefaultProvider } from '../state/urn.ts'
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

/** What counts of steps tell apart: also those that failed, and those without an end. */
export type Counted = Work | 'failed' | 'open'

/**
 * The number of steps by what came of them. Default providers are left out: the engine does not count them, so the
 * numbers are those of the changes and of the progress.
 */
export function workCounts(
  steps: Iterable<Pick<Step, 'urn' | 'op' | 'outcome' | 'custom'>>,
): Readonly<Record<Counted, number>> {
  const counts = { change: 0, read: 0, unchanged: 0, approval: 0, failed: 0, open: 0 }
  for (const step of steps) if (!isDefaultProvider(step.urn)) counts[countedAs(step)] += 1
  return counts
}

function countedAs({ op, outcome, custom }: Pick<Step, 'op' | 'outcome' | 'custom'>): Counted {
  const work = workOf({ op, outcome: 'done' })
  if (work === 'approval') return work
  if (outcome === 'failed') return 'failed'
  // A component is open while its content is: nothing is done for itself.
  return outcome === 'open' && custom ? 'open' : work
}
