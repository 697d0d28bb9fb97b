import { urnType } from '../state/urn.ts'
import { isApproval } from './approvalWaits.ts'
import type { Course, Step } from './course.ts'
import { workOf } from './work.ts'

/** The time of a type's steps; `unchanged`: how many of them found nothing to do. `isOpen`: one has no end. */
export type TypeTime = {
  type: string
  count: number
  unchanged: number
  totalMs: number
  longestMs: number
  isOpen: boolean
  isLongestOpen: boolean
}
export type ResourceTime = { urn: string; op: string; ms: number; isOpen: boolean }

/** Duration of a step; undefined if its begin or end is not recorded. With `now`, a running step counts up to it. */
export function stepMs({ begin, end }: Step, now?: number): number | undefined {
  const stop = end ?? now
  return begin === null || stop === undefined ? undefined : Math.max(0, stop - begin)
}

/** The slowest steps, longest first. */
export function slowestSteps({ steps, to }: Course, now: number, most: number): ResourceTime[] {
  const slowest: ResourceTime[] = []
  for (const step of steps) {
    const ms = isApproval(step) ? undefined : stepMs(step, to ?? now)
    // Few of 10,000 steps pass this test, so sorting all of them is not necessary.
    if (ms === undefined || (slowest.length >= most && ms <= (slowest.at(-1)?.ms ?? 0))) continue
    const place = slowest.findIndex((other) => other.ms < ms)
    const time = { urn: step.urn, op: step.op, ms, isOpen: step.end === null }
    slowest.splice(place < 0 ? slowest.length : place, 0, time)
    if (slowest.length > most) slowest.pop()
  }
  return slowest
}

/** The types of resources with the longest total duration. */
export function slowestTypes({ steps, to }: Course, now: number, most: number): TypeTime[] {
  const byType = new Map<string, TypeTime>()
  for (const step of steps) {
    const ms = stepMs(step, to ?? now)
    if (ms === undefined || !step.custom) continue
    const type = urnType(step.urn)
    const sum = byType.get(type) ?? {
      type,
      count: 0,
      unchanged: 0,
      totalMs: 0,
      longestMs: 0,
      isOpen: false,
      isLongestOpen: false,
    }
    sum.count += 1
    sum.unchanged += Number(workOf(step) === 'unchanged')
    sum.isOpen ||= step.end === null
    sum.totalMs += ms
    if (ms >= sum.longestMs) sum.isLongestOpen = step.end === null
    sum.longestMs = Math.max(sum.longestMs, ms)
    byType.set(type, sum)
  }
  return [...byType.values()].toSorted((a, b) => b.totalMs - a.totalMs).slice(0, most)
}
