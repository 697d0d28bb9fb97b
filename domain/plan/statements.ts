import type { ConfirmationLevel, Way } from '#contract/recoveries.ts'

type Asking = Pick<Way, 'level' | 'needsStatement'>

/**
 * Whether a chosen way needs a statement of what was checked (docs/recovery.md, Confirmation levels): ways that always
 * need one; at level 3, the ways of that level, or all ways if there are none and the write as a whole was raised to
 * it.
 */
export function statementsWanted(level: ConfirmationLevel, chosen: readonly Asking[]): (way: Asking) => boolean {
  const isRaised = level === 3 && chosen.every((way) => way.level < 3)
  return (way) => way.needsStatement || (level === 3 && way.level === 3) || (isRaised && way.level > 0)
}
