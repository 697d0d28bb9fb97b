import type { RunProgress } from '#contract/runCourse.ts'
import { usualText, workedMs } from './progress.ts'

/** `about 12s left`, by the usual duration; undefined if it is not known, or over, or if a step waits for approval. */
export function leftWords(progress: RunProgress, now: number): string | undefined {
  const { endedAt, usual, waitingSince } = progress
  const worked = workedMs(progress, now)
  if (endedAt !== null || waitingSince != null || worked === undefined || usual === null) return undefined
  const left = usual.ms - worked
  return left < 1000 ? undefined : `about ${usualText(left)} left`
}
