import { median } from '../median.ts'

/** Number of last runs that determine the usual duration. */
const LAST = 10

type Run = { status: string; startedAt: number | null; endedAt: number | null }

/** The usual duration of runs: the median of the last ten successful ones, and their number; null if there are none. */
export function usualOf(runs: readonly Run[]): { ms: number; runs: number } | null {
  const took = runs
    .flatMap(({ status, startedAt, endedAt }) =>
      status === 'succeeded' && startedAt !== null && endedAt !== null ? [{ startedAt, ms: endedAt - startedAt }] : [],
    )
    .toSorted((a, b) => b.startedAt - a.startedAt)
    .slice(0, LAST)
  const ms = median(took.map((run) => run.ms))
  return ms === undefined ? null : { ms: Math.round(ms), runs: took.length }
}

/** The usual duration of runs of this kind, in milliseconds; null if unknown. */
export const usualDuration = (runs: readonly (Run & { kind: string })[], kind: string): number | null =>
  usualOf(runs.filter((run) => run.kind === kind))?.ms ?? null
