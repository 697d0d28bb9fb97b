import type { Diagnosis } from '#contract/recoveries.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'

export type OtherWay = { id: RecoveryId; text: string }

/** What can be wanted though nothing here says that it is needed. */
const CHANGES: readonly OtherWay[] = [
  {
    id: 'restore-version',
    text: 'The state becomes that of a former version; the infrastructure does not change by it.',
  },
  { id: 'remove-protection', text: 'See what is protected, and take the guard off one by one.' },
  { id: 'refresh-etag', text: 'A cloud refuses a change because the object was changed outside.' },
  { id: 'rename-stack', text: 'The program goes by another name than this stack.' },
  { id: 'rewrite-foreign-state', text: 'Somebody imported another stack’s file here.' },
]
const CREATES: readonly OtherWay[] = [
  { id: 'adopt-create', text: 'You have found it: import it, or have its entry written here.' },
  { id: 'discard-create', text: 'You have found it: delete it in the cloud first, then clear.' },
]
const GUIDES: readonly OtherWay[] = [
  { id: 'install-plugin', text: 'What to install where, and what to do after a downgrade.' },
  { id: 'fix-secrets', text: 'A passphrase or a key is missing, wrong or lost.' },
  { id: 'lost-lease', text: 'The client says that its token was refused.' },
  { id: 'fix-network', text: 'A run does nothing, or cannot connect.' },
  { id: 'fix-step-error', text: 'A pre-step or post-step error in the log.' },
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
