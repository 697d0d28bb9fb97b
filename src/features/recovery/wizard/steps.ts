import type { RecoveryRecord } from '#contract/recoveries.ts'
import { pageOf } from '#domain/recoveries/pageOf.ts'

/** A step of a wizard by its name in the address; the result has an address of its own. */
export type WizardStep = { key: 'known' | 'answer' | 'confirm' | 'proof'; label: string }

const LAST = [
  { key: 'confirm', label: 'Confirm' },
  { key: 'proof', label: 'Result' },
] as const satisfies WizardStep[]

/** Answering pending operations. */
export const ANSWER_STEPS: readonly WizardStep[] = [{ key: 'answer', label: 'Resolve' }, ...LAST]

/** Choosing options for problems. */
export const CHANGE_STEPS: readonly WizardStep[] = [{ key: 'answer', label: 'Choose' }, ...LAST]

/** The same, after reading what has to be done elsewhere. */
export const GUIDED_STEPS: readonly WizardStep[] = [{ key: 'known', label: 'Review' }, ...CHANGE_STEPS]

/** Releasing a lease. */
export const RELEASE_STEPS: readonly WizardStep[] = [{ key: 'known', label: 'Review' }, ...LAST]

/** Restoring an earlier version. */
export const RESTORE_STEPS: readonly WizardStep[] = [{ key: 'answer', label: 'Review' }, ...LAST]

/**
 * The steps of the wizard that made a record; undefined if none did. `count`: how many it had, which a record does not
 * tell.
 */
export function stepsOf({ kind, recovery }: RecoveryRecord, count?: number): readonly WizardStep[] | undefined {
  if (kind === 'release') return RELEASE_STEPS
  if (kind !== 'change' || recovery === 'edit') return undefined
  const page = pageOf(recovery)
  if (page === 'version') return RESTORE_STEPS
  if (page === 'operations') return ANSWER_STEPS
  return count === GUIDED_STEPS.length ? GUIDED_STEPS : CHANGE_STEPS
}
