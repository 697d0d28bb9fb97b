import { atOnce, type InPieces, PIECE } from '../inPieces.ts'
import type { Course, Step } from './course.ts'
import { isRootStack } from '../events/eventShapes.ts'
import { urnType } from '../state/urn.ts'

/** Why a step did not begin earlier. */
export type Wait =
  /** A dependency ended just before. */
  | { why: 'dependency'; on: number }
  /** The maximum number of concurrent steps was reached; one of them ended just before. */
  | { why: 'limit'; on: number | null }
  /** It could have started, but the program or the engine had not requested it yet. */
  | { why: 'program' }
  /** Nothing came before it. */
  | { why: 'start' }

/** Time for a response and the program's reaction, added to the precision of the record. */
const TURN_MS = 30

/** Maximum distance between two instants that count as the same. */
export const toleranceOf = ({ precisionMs }: Pick<Course, 'precisionMs'>): number => 2 * precisionMs + TURN_MS

/** Sorted numbers, with counts of those below a value or up to it. */
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

/** What each step waited for, by index in the course; undefined if its begin is not recorded. */
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
    const last = needs(index).reduce<{ on: number; end: number } | undefined>((latest, on) => {
      const end = steps[on]?.end ?? Infinity // one that still runs was not waited for
      return end <= begin && end > (latest?.end ?? -Infinity) ? { on, end } : latest
    }, undefined)
    if (last !== undefined && begin - last.end <= tolerance) return { why: 'dependency', on: last.on }
    // Steps that ended just before still count, as they held the slots that are taken now.
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
 * The steps that have to end before each step: those of the resource's dependencies, parent and provider; for a delete,
 * those of its dependents; otherwise the previous step of the same resource.
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

/**
 * The references of a step without the root stack, which is everyone's parent and delays nothing. Cached by URN, as
 * many steps refer to the same ones.
 */
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
