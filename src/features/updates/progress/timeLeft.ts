import type { RunProgress } from '#contract/runCourse.ts'
import { usualText, workedMs } from './progress.ts'

/** `about 12s left`, by the usual duration; undefined if it is not known, or over. */
export function leftWords(progress: RunProgress, now: number): string | undefined {
  const { endedAt, usual } = progress
  const worked = workedMs(progress, now)
  if (endedAt !== null || worked === undefined || usual === null) return undefined
  const left = usual.ms - worked
  return left < 1000 ? undefined : `about ${usualText(left)} left`
}
