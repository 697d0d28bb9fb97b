import { isApproval } from './approvalWaits.ts'
import type { Course, Step } from './course.ts'
import { heldBefore } from './journalWaits.ts'
import type { Wait } from './waits.ts'

/** A part of a run's duration. */
export type PathPart = { from: number; to: number } & (
  | { kind: 'step'; step: number }
  /**
   * Time between two steps: waiting for the limit of concurrent steps, or for the program; or before the first and
   * after the last step.
   */
  | { kind: 'limit' | 'program' | 'startup' | 'finish' }
)

export type CriticalPath = {
  parts: PathPart[]
  /** Indexes of the steps on the path. */
  steps: ReadonlySet<number>
  /** Duration by cause in milliseconds. `approval`: the steps that only waited for a person; `journal`: the maximum time that the client held entries back. */
  shares: Record<'steps' | 'approval' | 'journal' | 'limit' | 'program' | 'startup' | 'finish', number>
}

/**
 * The critical path of a run: from the step that ended last (or is not over), back through what each step waited for, to the start. If
 * that is unknown, a step waited for the one that ended last before it. The parts follow each other without a gap, so
 * that the shares add up to the whole run.
 */
export function criticalPath(course: Course, waits: readonly (Wait | undefined)[], now: number): CriticalPath {
  const { steps, from } = course
  const to = Math.max(from, course.to ?? now)
  const within = (at: number): number => Math.min(to, Math.max(from, at))
  const byEnd = steps
    .flatMap(({ begin, end }, index) => {
      if (begin === null) return []
      return { index, begin: Math.min(within(begin), within(end ?? to)), end: within(end ?? to) }
    })
    .toSorted((a, b) => a.end - b.end || a.begin - b.begin)
  const place = new Map(byEnd.map(({ index }, at) => [index, at]))
  const held = heldBefore(course)
  const parts: PathPart[] = []
  const shares = { steps: 0, approval: 0, journal: 0, limit: 0, program: 0, startup: 0, finish: 0 }
  const push = (part: PathPart): void => {
    if (part.to > part.from || part.kind === 'step') parts.push(part)
  }
  // Steps in progress all "end" now: the one that started first is what the run has waited for.
  const open = byEnd.filter(({ index }) => steps[index]?.end === null && isWaitedFor(steps[index]))
  let current = open.toSorted((a, b) => a.begin - b.begin)[0] ?? byEnd.at(-1)
  push({ kind: 'finish', from: current?.end ?? from, to })
  const seen = new Set<number>()
  while (current) {
    const { index, begin, end } = current
    seen.add(index)
    push({ kind: 'step', step: index, from: begin, to: end })
    shares.journal += Math.min(end - begin, held(end))
    const wait = waits[index]
    const on = wait?.why === 'dependency' || wait?.why === 'limit' ? (wait.on ?? undefined) : undefined
    const own = place.get(index) ?? 0
    // Steps of one instant may wait for each other: only an earlier one of the order leads back to the start.
    const known = on === undefined ? -1 : (place.get(on) ?? -1)
    const before = (known < own ? byEnd[known] : undefined) ?? lastBefore(byEnd, begin, own)
    const gap = { from: Math.min(before?.end ?? from, begin), to: begin }
    push({ kind: before === undefined ? 'startup' : wait?.why === 'limit' ? 'limit' : 'program', ...gap })
    shares.journal += Math.min(gap.to - gap.from, held(begin))
    current = before
  }
  for (const part of parts) shares[shareOf(part, steps)] += part.to - part.from
  return { parts: parts.toReversed(), steps: seen, shares }
}

function shareOf(part: PathPart, steps: Course['steps']): Exclude<keyof CriticalPath['shares'], 'journal'> {
  if (part.kind !== 'step') return part.kind
  const step = steps[part.step]
  return step !== undefined && isApproval(step) ? 'approval' : 'steps'
}

/** A component is open while its content is: the run waits for that. */
const isWaitedFor = (step: Step): boolean => step.custom || isApproval(step)

type Timed = { index: number; begin: number; end: number }

/** The step that ended last before `at`, among those before an index of the list. */
function lastBefore(byEnd: readonly Timed[], at: number, place: number): Timed | undefined {
  let [low, high] = [0, place]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((byEnd[middle]?.end ?? Infinity) <= at) low = middle + 1
    else high = middle
  }
  return byEnd[low - 1]
}
