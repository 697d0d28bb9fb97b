import type { RunProgress } from '#contract/runCourse.ts'
import { slowFrom } from '#domain/health/runTrouble.ts'
import { counted, number } from '#words/counts.ts'
import { durationText } from '#words/time.ts'

/** A usual duration is shown in whole seconds: more would be false precision. */
export const usualText = (ms: number): string => durationText(Math.max(1000, Math.round(ms / 1000) * 1000))

/** For how long a run has worked: without the time for which it waited for approval; undefined before its start. */
export function workedMs(
  { startedAt, endedAt, waitedMs = 0, waitingSince }: RunProgress,
  now: number,
): number | undefined {
  if (startedAt === null) return undefined
  return Math.max(0, (waitingSince ?? endedAt ?? now) - startedAt - waitedMs)
}

/**
 * `7 of 52 changes · 41 unchanged · 28s · usually 40s`, or `… · 10× as long as usual (40s)`, without unknown parts; a
 * short text leaves out the unchanged and the waiting. The clock is that of the work, as the usual duration is; while a step waits for
 * approval, it stands still and is left out: `0 of 15 steps done · 4 waiting for approval · 11 to come`.
 */
export function progressWords(progress: RunProgress, now: number, isShort = false): string {
  const { done, unchanged, usual, waitingSince, waiting = 0 } = progress
  const total = expectedTotal(progress)
  if (waitingSince != null && !isShort) return waitingWords(progress, total)
  const parts = [total === null ? counted(done, 'change') : `${number(done)} of ${counted(total, 'change')}`]
  if (unchanged > 0 && !isShort) parts.push(`${number(unchanged)} unchanged`)
  if (waiting > 0 && !isShort) parts.push(`${number(waiting)} waiting for approval`)
  if (waitingSince != null) return parts.join(' · ')
  const worked = workedMs(progress, now)
  if (worked !== undefined) parts.push(durationText(worked - (worked % 1000)))
  if (usual !== null) {
    const text = usualText(usual.ms)
    const times = number(Math.floor((worked ?? 0) / Math.max(1000, usual.ms)))
    parts.push(
      isOverdue(progress, now) ? `${times}× as long as usual${isShort ? '' : ` (${text})`}` : `usually ${text}`,
    )
  }
  return parts.join(' · ')
}

/** The same while steps wait for approval, in the word that the approval has for them: the numbers add up. */
function waitingWords(progress: RunProgress, total: number | null): string {
  const { done, runningCount, waiting = 0 } = progress
  const left = (total ?? 0) - done - waiting - runningCount
  return stepWords(progress, [
    waiting > 0 && `${number(waiting)} waiting for approval`,
    runningCount > 0 && `${number(runningCount)} in progress`,
    left > 0 && `${number(left)} to come`,
  ])
}

/** The same below what asks for the approval, which says how many wait and are to come: `0 of 15 steps done`. */
export const doneWords = (progress: RunProgress): string =>
  stepWords(progress, [progress.runningCount > 0 && `${number(progress.runningCount)} in progress`])

function stepWords(progress: RunProgress, others: readonly (string | false)[]): string {
  const { done, unchanged } = progress
  const total = expectedTotal(progress)
  return [
    total === null ? `${counted(done, 'step')} done` : `${number(done)} of ${counted(total, 'step')} done`,
    ...others,
    unchanged > 0 && `${counted(unchanged, 'resource')} unchanged`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** The number of changes to expect: more than was expected as soon as more are done, in progress or waiting; null if unknown. */
export const expectedTotal = ({ done, expected, runningCount, waiting = 0 }: RunProgress): number | null =>
  expected && Math.max(done + runningCount + waiting, expected.count)

/** Whether a run takes far longer than usual: the same rule as for the health of its stack. */
export function isOverdue(progress: RunProgress, now: number): boolean {
  const worked = workedMs(progress, now)
  const from = slowFrom(0, progress.usual && progress.usual.ms)
  return from !== null && worked !== undefined && worked >= from
}

/** A run is never shown as complete before it has ended. */
const MOST = 0.95

/** Progress, 0 to 1: by count, else by the usual duration; undefined if neither is known, or the run takes far longer. */
export function progressShare(progress: RunProgress, now: number): number | undefined {
  const { done, endedAt, usual } = progress
  const worked = workedMs(progress, now)
  const total = expectedTotal(progress)
  const most = endedAt === null ? MOST : 1
  if (total !== null && total > 0) return Math.min(most, done / total)
  if (usual === null || usual.ms === 0 || worked === undefined || isOverdue(progress, now)) return undefined
  return Math.min(most, worked / usual.ms)
}

const SOURCES = {
  preview: 'counted by its preview',
  run: 'counted by the last run of the kind',
  state: 'the size of the state',
} as const satisfies Record<NonNullable<RunProgress['expected']>['from'], string>

/** The source of the numbers, in words. */
export const expectedEnd = ({ expected, usual, unchanged }: RunProgress): string =>
  [
    unchanged > 0 && `${counted(unchanged, 'resource')} unchanged so far.`,
    expected && `${number(expected.count)}: ${SOURCES[expected.from]}.`,
    usual && `Usual is the median of the last ${counted(usual.runs, 'successful run')}.`,
  ]
    .filter(Boolean)
    .join(' ')
