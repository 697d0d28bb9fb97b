import type { RunProgress } from '#contract/runCourse.ts'
import { usualText } from './progress.ts'

/** `about 12s left`, by the usual duration; undefined if it is not known, or over. */
export function leftWords({ startedAt, endedAt, usual }: RunProgress, now: number): string | undefined {
  if (endedAt !== null || startedAt === null || usual === null) return undefined
  const left = startedAt + usual.ms - now
  return left < 1000 ? undefined : `about ${usualText(left)} left`
}
