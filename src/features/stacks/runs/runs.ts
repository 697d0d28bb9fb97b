import type { RunMark } from '#contract/runs.ts'
import type { UpdateBrief } from '#contract/updates.ts'
import { isWaiting } from '#domain/approvals/awaiting.ts'
import { stalledBy } from '#domain/lease/lease.ts'
import { usualDuration } from '#domain/health/usualDuration.ts'
import { counted, list } from '#words/counts.ts'
import { durationText } from '#words/time.ts'
import type { Tone } from '#src/ui/tone.ts'
import { updateWords } from '../names.ts'

/** What a bar shows: a run that works on nothing is not called running. */
export const resultOf = (run: Pick<RunMark, 'status' | 'isWaiting' | 'verdict'>): Result => {
  const stalled = stalledBy(run)
  return stalled === 'awaitingApproval' ? 'waiting' : (stalled ?? run.status)
}
type Result = RunMark['status'] | 'waiting' | 'notProgressing' | 'notResponding' | 'disconnected'

/** The colour of a bar: that of the status of a run (`UpdateStatus.tsx`). */
export const runTones = {
  waiting: 'waiting',
  'not started': 'unknown',
  notProgressing: 'attention',
  notResponding: 'attention',
  disconnected: 'disconnected',
  running: 'running',
  succeeded: 'ok',
  failed: 'attention',
  cancelled: 'unknown',
  expired: 'danger',
} as const satisfies Record<ReturnType<typeof resultOf>, Tone>

/** Whether a run has the mark of one that failed; an interrupted one is cut instead. */
export const isFailed = ({ status }: Pick<RunMark, 'status'>): boolean => status === 'failed'
export const isInterrupted = ({ status }: Pick<RunMark, 'status'>): boolean => status === 'expired'

/** Height of a bar, from 0 to 1: by the square root, so that one long run does not flatten all others. */
export function heightsOf(runs: readonly RunMark[]): number[] {
  const most = Math.max(1, ...runs.map(({ tookMs }) => tookMs ?? 0))
  return runs.map(({ tookMs }) => (tookMs === null ? 1 : Math.sqrt(tookMs / most)))
}

/**
 * Moves places on an axis apart, so that none hides another: at least 1 between two, each group centred on where it
 * would be. They are in ascending order, from 0 to `end`, and stay so.
 */
export function apart(places: readonly number[], end: number): number[] {
  const groups: { from: number; size: number }[] = []
  for (const place of places) {
    let [from, size] = [Math.min(place, end - 1), 1]
    for (let last = groups.at(-1); last && last.from + last.size > from; last = groups.at(-1)) {
      groups.pop()
      const sum = last.size + size
      from = Math.max(0, Math.min(end - sum, (last.from * last.size + (from - last.size) * size) / sum))
      size = sum
    }
    groups.push({ from, size })
  }
  return groups.flatMap(({ from, size }) => Array.from({ length: size }, (_, index) => from + index))
}

/**
 * Runs with their places on an axis, moved apart; where that moves one by more than `most`, the axis would lie: then each
 * place has one run, the worst or else the last.
 */
export function placed(
  runs: readonly RunMark[],
  placeOf: (run: RunMark) => number,
  end: number,
  most: number,
): { run: RunMark; place: number }[] {
  const exact = runs.map(placeOf)
  const places = apart(exact, end)
  const isTrue = places.every((place, index) => Math.abs(place - (exact[index] ?? place)) <= most)
  if (isTrue) return runs.map((run, index) => ({ run, place: places[index] ?? 0 }))
  const worst = new Map<number, RunMark>()
  for (const run of runs) {
    const place = Math.min(Math.floor(placeOf(run)), end - 1)
    const other = worst.get(place)
    if (!other || isBad(run) || !isBad(other)) worst.set(place, run)
  }
  return [...worst].map(([place, run]) => ({ run, place }))
}

const isBad = (run: RunMark): boolean => isFailed(run) || isInterrupted(run)

/** `Update 12 failed, 3m 4s`. */
export const runWords = (run: RunMark): string =>
  run.tookMs === null ? updateWords(run) : `${updateWords(run)}, ${durationText(run.tookMs)}`

/** The usual duration of such a run here. */
export const usualOf = (runs: readonly RunMark[], kind: RunMark['kind'] = 'update'): number | null =>
  usualDuration(
    runs.map((run) => ({ ...run, startedAt: run.at, endedAt: run.tookMs === null ? null : run.at + run.tookMs })),
    kind,
  )

/** The results of runs, in the order in which they are listed. */
export const resultWords = {
  succeeded: 'succeeded',
  failed: 'failed',
  expired: 'interrupted',
  cancelled: 'cancelled',
  waiting: 'waiting for approval',
  notResponding: 'not responding',
  disconnected: 'disconnected',
  notProgressing: 'not progressing',
  running: 'running',
} as const satisfies Partial<Record<ReturnType<typeof resultOf>, string>>

/** Runs by result: `12 updates: 10 succeeded and 2 failed`. `one`: what a run is called. */
export function countWords(runs: readonly RunMark[], one = 'update'): string {
  const parts = Object.entries(resultWords).flatMap(([result, word]) => {
    const many = runs.filter((run) => resultOf(run) === result).length
    return many === 0 ? [] : [`${many} ${word}`]
  })
  return `${counted(runs.length, one)}: ${list(parts)}`
}

/** A strip in words: the same, and the usual duration. */
export function stripWords(runs: readonly RunMark[]): string {
  if (runs.length === 0) return 'no updates'
  const usual = usualOf(runs)
  return `${countWords(runs)}${usual === null ? '' : `; usually ${durationText(usual)}`}`
}

/** The runs of a history without previews, oldest first, as bars. */
export const runMarks = (updates: readonly UpdateBrief[]): RunMark[] =>
  updates
    .flatMap(({ id, version, kind, status, approvals, verdict, startedAt, createdAt, endedAt }): RunMark[] => {
      const at = startedAt ?? createdAt
      return version === null
        ? []
        : [
            {
              id,
              version,
              kind,
              status,
              isWaiting: isWaiting({ status, approvals }),
              verdict,
              at,
              tookMs: endedAt && Math.max(0, endedAt - at),
            },
          ]
    })
    .toReversed()
