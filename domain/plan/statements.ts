import type { ConfirmationLevel, Way } from '#contract/recoveries.ts'

type Asking = Pick<Way, 'level' | 'needsStatement'>

/**
 * Which of the ways that were chosen want the words of who looked (docs/recovery.md, Confirmation levels): those that do by
 * their nature; at level 3 those that ask for it, or all of them where none does and the write as a whole was raised to it.
 */
export function statementsWanted(level: ConfirmationLevel, chosen: readonly Asking[]): (way: Asking) => boolean {
  const isRaised = level === 3 && chosen.every((way) => way.level < 3)
  return (way) => way.needsStatement || (level === 3 && way.level === 3) || (isRaised && way.level > 0)
}
