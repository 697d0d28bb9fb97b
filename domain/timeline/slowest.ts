import { urnType } from '../state/urn.ts'
import type { Course, Step } from './course.ts'

export type TypeTime = { type: string; count: number; totalMs: number; longestMs: number }
export type ResourceTime = { urn: string; op: string; ms: number; isOpen: boolean }

/** How long a step took; undefined where its begin or its end is not recorded. `now`: one that runs counts up to it. */
export function stepMs({ begin, end }: Step, now?: number): number | undefined {
  const stop = end ?? now
  return begin === null || stop === undefined ? undefined : Math.max(0, stop - begin)
}

/** The steps that took longest, longest first. */
export function slowestSteps({ steps, to }: Course, now: number, most: number): ResourceTime[] {
  return steps
    .flatMap((step): ResourceTime[] => {
      const ms = stepMs(step, to ?? now)
      return ms === undefined ? [] : [{ urn: step.urn, op: step.op, ms, isOpen: step.end === null }]
    })
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, most)
}

/** The types of resources whose steps took longest, all together. */
export function slowestTypes({ steps, to }: Course, now: number, most: number): TypeTime[] {
  const byType = new Map<string, TypeTime>()
  for (const step of steps) {
    const ms = stepMs(step, to ?? now)
    if (ms === undefined || !step.custom) continue
    const type = urnType(step.urn)
    const sum = byType.get(type) ?? { type, count: 0, totalMs: 0, longestMs: 0 }
    byType.set(type, {
      type,
      count: sum.count + 1,
      totalMs: sum.totalMs + ms,
      longestMs: Math.max(sum.longestMs, ms),
    })
  }
  return [...byType.values()].toSorted((a, b) => b.totalMs - a.totalMs).slice(0, most)
}
