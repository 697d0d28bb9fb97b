import { minutesAhead } from '#words/time.ts'

const MINUTE_MS = 60_000

/**
 * The round times of an axis: the local times that `stepMs` divides, from `since` on; none so close to `now` that its
 * label would touch that of the end.
 */
export function roundTicks(since: number, now: number, stepMs: number): number[] {
  const ahead = minutesAhead(now) * MINUTE_MS
  const first = Math.ceil((since + ahead) / stepMs) * stepMs - ahead
  const count = Math.max(0, Math.floor((now - stepMs / 2 - first) / stepMs) + 1)
  return Array.from({ length: count }, (_, n) => first + n * stepMs)
}
