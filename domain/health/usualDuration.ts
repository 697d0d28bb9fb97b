import { median } from '../median.ts'

/** How many of the last runs say what is usual. */
const LAST = 10

type Run = { status: string; startedAt: number | null; endedAt: number | null }

/** What such runs usually take: the median of the last ten that succeeded, and how many those are; null without any. */
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

/** What a run of this kind usually takes, in milliseconds. */
export const usualDuration = (runs: readonly (Run & { kind: string })[], kind: string): number | null =>
  usualOf(runs.filter((run) => run.kind === kind))?.ms ?? null
