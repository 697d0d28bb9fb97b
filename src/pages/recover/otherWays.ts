import type { Diagnosis } from '#contract/recoveries.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'

export type OtherWay = { id: RecoveryId; text: string }

/** What can be wanted though nothing here says that it is needed. */
const CHANGES: readonly OtherWay[] = [
  {
    id: 'GR-16',
    text: 'The state becomes that of a former version; the infrastructure does not change by it.',
  },
  { id: 'GR-20', text: 'See what is protected, and take the guard off one by one.' },
  { id: 'GR-24', text: 'A cloud refuses a change because the object was changed outside.' },
  { id: 'GR-25', text: 'The program goes by another name than this stack.' },
  { id: 'GR-28', text: 'Somebody imported another stack’s file here.' },
]
const CREATES: readonly OtherWay[] = [
  { id: 'GR-07', text: 'You have found it: import it, or have its entry written here.' },
  { id: 'GR-08', text: 'You have found it: delete it in the cloud first, then clear.' },
]
const GUIDES: readonly OtherWay[] = [
  { id: 'GR-19', text: 'What to install where, and what to do after a downgrade.' },
  { id: 'GR-26', text: 'A passphrase or a key is missing, wrong or lost.' },
  { id: 'GR-30', text: 'The client says that its token was refused.' },
  { id: 'GR-31', text: 'A run does nothing, or cannot connect.' },
  { id: 'GR-33', text: 'A pre-step or post-step error in the log.' },
]

/** Recoveries that are opened by hand: those that write, and those that say what to do elsewhere. What was found is not repeated. */
export function otherWays({ findings, pending }: Pick<Diagnosis, 'findings' | 'pending'>): {
  changes: OtherWay[]
  guides: OtherWay[]
} {
  const found = new Set(findings.map(({ recovery }) => recovery))
  const isOpen = ({ id }: OtherWay): boolean => !found.has(id)
  const hasCreates = pending.some(({ type }) => type === 'creating')
  return {
    changes: [...(hasCreates ? CREATES : []), ...CHANGES].filter(isOpen),
    guides: GUIDES.filter(isOpen),
  }
}
