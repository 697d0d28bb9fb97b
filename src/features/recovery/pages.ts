import type { RecoveryRecord } from '#contract/recoveries.ts'
import { pageOf } from '#domain/recoveries/pageOf.ts'
import type { RecoveryPage } from '#domain/recoveries/recovery.ts'

/** A step of a wizard by its name in the address; the result has an address of its own. */
export type WizardStep = { key: 'known' | 'answer' | 'confirm' | 'proof'; label: string }

/** The step before, if there is something to read. */
const REVIEW: WizardStep = { key: 'known', label: 'Review' }

const asking = (label: string): WizardStep[] => [{ key: 'answer', label }, ...LAST]
const LAST: WizardStep[] = [
  { key: 'confirm', label: 'Confirm' },
  { key: 'proof', label: 'Result' },
]

type Page = {
  /** The steps of its wizard, without the one that is only read. */
  steps: readonly WizardStep[]
  /** Something may have to be read before: what is wrong, or who holds the lease. */
  mayBeRead: boolean
  /** It shows what the recovery offers; others show the diagnosis. */
  hasOptions: boolean
  /** How a finding leads to it, if it does not start a recovery. */
  leads?: 'Review untracked resources' | 'nowhere'
}

/** All that depends on which page a recovery has, besides what it shows: a recovery names its page in its own file. */
export const PAGES: Readonly<Record<RecoveryPage, Page>> = {
  guided: { steps: asking('Choose'), mayBeRead: true, hasOptions: true },
  untracked: { steps: asking('Choose'), mayBeRead: true, hasOptions: true, leads: 'Review untracked resources' },
  operations: { steps: asking('Resolve'), mayBeRead: false, hasOptions: false },
  version: { steps: asking('Review'), mayBeRead: false, hasOptions: true },
  lease: { steps: LAST, mayBeRead: true, hasOptions: false },
  nothing: { steps: [], mayBeRead: true, hasOptions: false, leads: 'nowhere' },
}

/** The steps of a page's wizard; `isRead`: with one in which nothing is asked. */
export const stepsOf = (page: RecoveryPage, isRead: boolean): readonly WizardStep[] =>
  isRead ? [REVIEW, ...PAGES[page].steps] : PAGES[page].steps

/** The same for a stack that is written by a file and a command: its result is seen in its backend. */
export const stepsByFile = (steps: readonly WizardStep[]): readonly WizardStep[] =>
  steps
    .filter(({ key }) => key !== 'proof')
    .map((step) => (step.key === 'confirm' ? { ...step, label: 'Import with the CLI' } : step))

/**
 * The steps of the wizard that made a record; undefined if none did. `count`: how many it had, which a record does not
 * tell.
 */
export function stepsOfRecord({ kind, recovery }: RecoveryRecord, count?: number): readonly WizardStep[] | undefined {
  if (kind === 'release') return stepsOf('lease', true)
  if (kind !== 'change' || recovery === 'edit') return undefined
  const page = pageOf(recovery)
  return stepsOf(page, count !== undefined && count > PAGES[page].steps.length)
}
