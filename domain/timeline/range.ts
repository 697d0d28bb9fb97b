import { isApproval } from './approvalWaits.ts'
import type { Course } from './course.ts'
import { stepMs } from './slowest.ts'

/** The steps that were in progress in a range of a run. */
export type RangeStats = {
  count: number
  failed: number
  /** Mean duration of the whole steps, not only of their parts in the range; null without any, or if one has no end. */
  meanMs: number | null
  longest: { step: number; ms: number } | null
}

/** Milliseconds since the start of the run. */
type Range = { from: number; to: number }

/** Counts and durations of those of the given steps that overlap with a range. Steps without a begin are left out. */
export function rangeStats(course: Course, among: Iterable<number>, { from, to }: Range, now: number): RangeStats {
  const stats: RangeStats = { count: 0, failed: 0, meanMs: null, longest: null }
  let [sum, isOpen] = [0, false]
  for (const index of among) {
    const step = course.steps[index]
    const ms = step && stepMs(step, course.to ?? now)
    if (step === undefined || ms === undefined || step.begin === null || isApproval(step)) continue
    const begin = step.begin - course.from
    if (begin > to || begin + ms < from) continue
    stats.count += 1
    stats.failed += Number(step.outcome === 'failed')
    sum += ms
    isOpen ||= step.end === null
    if (stats.longest === null || ms > stats.longest.ms) stats.longest = { step: index, ms }
  }
  if (stats.count > 0 && !isOpen) stats.meanMs = sum / stats.count
  return stats
}
