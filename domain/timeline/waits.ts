import { atOnce, type InPieces, PIECE } from '../inPieces.ts'
import type { Course, Step } from './course.ts'
import { isRootStack } from '../events/eventShapes.ts'
import { urnType } from '../state/urn.ts'

/** Why a step did not begin before. */
export type Wait =
  /** What it needs came to its end just before. */
  | { why: 'dependency'; on: number }
  /** As many steps were under way as the engine does at once; one of them made room. */
  | { why: 'limit'; on: number | null }
  /** It was free to begin, and nothing had asked for it: the program, or the engine. */
  | { why: 'program' }
  /** Nothing came before it. */
  | { why: 'start' }

/** Beyond the precision of the record: what an answer and a turn of the program take. */
const TURN_MS = 30

/** How far apart two instants may be that belong together. */
export const toleranceOf = ({ precisionMs }: Pick<Course, 'precisionMs'>): number => 2 * precisionMs + TURN_MS

/** Numbers in ascending order, to be asked how many are below one. */
export function sorted(values: readonly number[]): {
  below: (value: number) => number
  upTo: (value: number) => number
} {
  const list = values.toSorted((a, b) => a - b)
  const search = (value: number, isInside: (found: number, value: number) => boolean): number => {
    let [low, high] = [0, list.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (isInside(list[middle] ?? Infinity, value)) low = middle + 1
      else high = middle
    }
    return low
  }
  return {
    below: (value) => search(value, (found, than) => found < than),
    upTo: (value) => search(value, (found, than) => found <= than),
  }
}

/** What each step waited for, by its place in the course; undefined where its begin is not recorded. */
export const waitsOf = (course: Course): (Wait | undefined)[] => atOnce(waitsInPieces(course))

export function* waitsInPieces(course: Course): InPieces<(Wait | undefined)[]> {
  const { steps, parallel } = course
  const tolerance = toleranceOf(course)
  const needs = needsOf(steps)
  const begins = sorted(steps.flatMap(({ begin }) => begin ?? []))
  const ends = sorted(steps.flatMap(({ end }) => end ?? []))
  const byEnd = steps
    .flatMap((step, index) => (step.end === null ? [] : { index, end: step.end }))
    .toSorted((a, b) => a.end - b.end)
  const waitOf = (step: Step, index: number): Wait | undefined => {
    const { begin } = step
    if (begin === null) return undefined
    const last = needs(index).reduce<number | undefined>((latest, each) => {
      const end = steps[each]?.end ?? -Infinity
      return end <= begin && (latest === undefined || end > (steps[latest]?.end ?? -Infinity)) ? each : latest
    }, undefined)
    if (last !== undefined && begin - (steps[last]?.end ?? 0) <= tolerance) return { why: 'dependency', on: last }
    // Those that ended just before held the places that were taken now.
    const busy = begins.below(begin) - ends.below(begin - tolerance)
    const freed = byEnd[ends.upTo(begin) - 1]
    if (parallel !== null && busy >= parallel && freed && freed.end >= begin - tolerance)
      return { why: 'limit', on: freed.index === index ? null : freed.index }
    return begins.below(begin) === 0 ? { why: 'start' } : { why: 'program' }
  }
  const waits: (Wait | undefined)[] = []
  for (const [index, step] of steps.entries()) {
    if (index % PIECE === 0) yield
    waits.push(waitOf(step, index))
  }
  return waits
}

/**
 * The steps that have to end before each: what a resource depends on, its parent and its provider; for a delete those
 * that depend on it; for another step of the same resource the one before.
 */
function needsOf(steps: readonly Step[]): (index: number) => readonly number[] {
  const namedBy = namesOf()
  const made = new Map<string, number[]>()
  const dependents = new Map<string, number[]>()
  for (const [index, step] of steps.entries()) {
    add(made, step.urn, index)
    if (isDelete(step)) for (const urn of namedBy(step)) add(dependents, urn, index)
  }
  return (index) => {
    const step = steps[index]
    if (step === undefined) return []
    const needed = (made.get(step.urn) ?? []).filter((each) => each < index)
    if (isDelete(step)) return [...needed, ...(dependents.get(step.urn) ?? [])]
    for (const urn of namedBy(step)) {
      for (const each of made.get(urn) ?? []) if (!isDelete(steps[each])) needed.push(each)
    }
    return needed
  }
}

const isDelete = (step: Step | undefined): boolean => step !== undefined && /^(delete|discard)/.test(step.op)

/** The root stack is everyone's parent, and no one waits for it. Many name the same: each URN is examined once. */
function namesOf(): (step: Step) => string[] {
  const known = new Map<string, boolean>()
  const isWaitedFor = (urn: string): boolean => {
    let is = known.get(urn)
    if (is === undefined) known.set(urn, (is = !isRootStack({ type: urnType(urn), urn })))
    return is
  }
  return ({ after, parent, provider }) => {
    const names = after.filter(isWaitedFor)
    if (parent !== null && isWaitedFor(parent)) names.push(parent)
    if (provider !== null && isWaitedFor(provider)) names.push(provider)
    return names
  }
}

function add(lists: Map<string, number[]>, key: string, value: number): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}
