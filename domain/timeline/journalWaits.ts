import { type Batch, type Course, FULL_BATCH, type Step } from './course.ts'
import { sorted } from './waits.ts'

/**
 * Maximum time that the client held back the entries received at a moment: its period, or the time since the batch
 * before if that is shorter.
 */
export function heldBefore({ batches, journalPeriodMs }: Course): (at: number) => number {
  const held = new Map<number, number>()
  for (const [index, { at, entries }] of batches.entries()) {
    const before = batches[index - 1]?.at
    // Nothing waits before the first batch, and a full batch is sent at once.
    if (before === undefined || entries >= FULL_BATCH || journalPeriodMs === null) continue
    held.set(at, Math.min(journalPeriodMs, at - before))
  }
  return (at) => held.get(at) ?? 0
}

export type JournalWaits = {
  batches: number
  /** Maximum total time of collecting entries. */
  heldMs: number
  /** The part of it in which no provider call ran, so that nothing else made progress. */
  aloneMs: number
}

/** The time that the client waited to fill journal batches. */
export function journalWaits(course: Course): JournalWaits {
  const { batches, steps } = course
  const held = heldBefore(course)
  const withProvider = stepsUnderWay(steps)
  const sum = (of: readonly Batch[]) => of.reduce((total, { at }) => total + held(at), 0)
  return {
    batches: batches.length,
    heldMs: sum(batches),
    aloneMs: sum(batches.filter(({ at }) => withProvider(at) === 0)),
  }
}

/** Number of steps that started before an instant and ended after it. */
function stepsUnderWay(steps: readonly Step[]): (at: number) => number {
  const timed = steps.filter(({ begin }) => begin !== null)
  const begins = sorted(timed.flatMap(({ begin }) => begin ?? []))
  const ends = sorted(timed.flatMap(({ end }) => end ?? []))
  return (at) => begins.below(at) - ends.upTo(at)
}
