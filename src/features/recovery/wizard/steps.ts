import type { RecoveryRecord } from '#contract/recoveries.ts'
import { ANSWERS_OPERATIONS } from '../words.ts'

/** A step of a wizard by its name in the address; the proof has an address of its own. */
export type WizardStep = { key: 'known' | 'answer' | 'effect' | 'confirm' | 'proof'; label: string }

const LAST = [
  { key: 'effect', label: 'What changes' },
  { key: 'confirm', label: 'Confirm' },
  { key: 'proof', label: 'Result' },
] as const satisfies WizardStep[]

/** Answering pending operations. */
export const ANSWER_STEPS: readonly WizardStep[] = [
  { key: 'known', label: 'Review' },
  { key: 'answer', label: 'Resolve' },
  ...LAST,
]

/** Choosing ways out of problems. */
export const CHANGE_STEPS: readonly WizardStep[] = [
  { key: 'known', label: 'Review' },
  { key: 'answer', label: 'Choose' },
  ...LAST,
]

/** Ending somebody's run. */
export const RELEASE_STEPS: readonly WizardStep[] = [{ key: 'known', label: 'Review' }, ...LAST]

/** The steps of the wizard that made a record; undefined where no wizard did. */
export function stepsOf({ kind, recovery }: RecoveryRecord): readonly WizardStep[] | undefined {
  if (kind === 'release') return RELEASE_STEPS
  if (kind !== 'change' || recovery === 'edit') return undefined
  return ANSWERS_OPERATIONS.includes(recovery) ? ANSWER_STEPS : CHANGE_STEPS
}
