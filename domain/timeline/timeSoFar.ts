import { isApproval } from './approvalWaits.ts'
import type { Course } from './course.ts'
import type { CriticalPath } from './criticalPath.ts'

/**
 * How the duration of a running update is made up so far: the time in which a step was in progress, or only an approval
 * was awaited, or nothing. Its critical path changes with each step that ends; what is past here stays as it is.
 */
export function timeSoFar({ steps, from }: Course, now: number): CriticalPath['shares'] {
  const shares = { steps: 0, approval: 0, journal: 0, limit: 0, program: 0, startup: 0, finish: 0 }
  const turns = steps.flatMap((step) => {
    const what = isApproval(step) ? 'approval' : 'steps'
    // A component is open while its content is: that is nobody's work.
    if (step.begin === null || (what === 'steps' && !step.custom)) return []
    return [
      { at: step.begin, by: 1, what } as const,
      { at: Math.max(step.begin, step.end ?? now), by: -1, what } as const,
    ]
  })
  const open = { steps: 0, approval: 0 }
  let [at, isStarted] = [from, false]
  const passUpTo = (next: number): void => {
    const until = Math.min(now, Math.max(at, next))
    const share = open.steps > 0 ? 'steps' : open.approval > 0 ? 'approval' : isStarted ? 'program' : 'startup'
    shares[share] += until - at
    at = until
  }
  for (const turn of turns.toSorted((a, b) => a.at - b.at || b.by - a.by)) {
    passUpTo(turn.at)
    open[turn.what] += turn.by
    isStarted = true
  }
  passUpTo(now)
  return shares
}
