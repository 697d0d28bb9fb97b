import { isApproval } from './approvalWaits.ts'
import { isDefaultProvider } from '../state/urn.ts'
import type { Course, Step } from './course.ts'
import { stepMs } from './slowest.ts'

/** The steps that were in progress in a range of a run. */
export type RangeStats = {
  steps: Step[]
  /** Mean duration of the whole steps, not only of their parts in the range; null without any, or if one has no end. */
  meanMs: number | null
  longest: { step: number; ms: number } | null
  /** Number of steps of default providers, which are not among `steps`: the engine does not count them. */
  defaultProviders: number
}

/** Milliseconds since the start of the run. */
type Range = { from: number; to: number }

/** Those of the given steps that overlap with a range, and their durations. Steps without a begin are left out. */
export function rangeStats(course: Course, among: Iterable<number>, { from, to }: Range, now: number): RangeStats {
  const stats: RangeStats = { steps: [], meanMs: null, longest: null, defaultProviders: 0 }
  let [sum, isOpen] = [0, false]
  for (const index of among) {
    const step = course.steps[index]
    const ms = step && stepMs(step, course.to ?? now)
    if (step === undefined || ms === undefined || step.begin === null || isApproval(step)) continue
    const begin = step.begin - course.from
    if (begin > to || begin + ms < from) continue
    if (isDefaultProvider(step.urn)) {
      stats.defaultProviders += 1
      continue
    }
    stats.steps.push(step)
    sum += ms
    isOpen ||= step.end === null
    if (stats.longest === null || ms > stats.longest.ms) stats.longest = { step: index, ms }
  }
  if (stats.steps.length > 0 && !isOpen) stats.meanMs = sum / stats.steps.length
  return stats
}
