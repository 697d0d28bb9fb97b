import type { ConfirmationLevel } from '#contract/recoveries.ts'
import { DomainError } from '../../errors.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import { fullName } from '../stacks/names.ts'

/** Throws unless the user typed the stack's full name, from level 2 on (docs/recovery.md, Confirmation levels). */
export function checkConfirmed(stack: StackRow, level: ConfirmationLevel, confirm: string | undefined): void {
  const name = fullName(stack)
  if (level >= 2 && confirm !== name) throw new DomainError({ kind: 'notConfirmed', expected: name })
}
