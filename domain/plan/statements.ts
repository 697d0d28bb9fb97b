import type { ConfirmationLevel, Option } from '#contract/recoveries.ts'

type Asking = Pick<Option, 'level' | 'needsStatement'>

/**
 * Whether a chosen option needs a statement of what was checked (docs/recovery.md, Confirmation levels): options that always
 * need one; at level 3, the options of that level, or all options if there are none and the write as a whole was raised to
 * it.
 */
export function statementsWanted(level: ConfirmationLevel, chosen: readonly Asking[]): (option: Asking) => boolean {
  const isRaised = level === 3 && chosen.every((option) => option.level < 3)
  return (option) => option.needsStatement || (level === 3 && option.level === 3) || (isRaised && option.level > 0)
}
