import type { AuditAction, AuditEntry } from '#contract/audit.ts'

/** The actions of the audit log in words, as shown and searched; a new one does not compile without them. */
export const auditWords = {
  signin: 'signed in',
  'signin.failed': 'failed to sign in',
  signout: 'signed out',
  'signout.everywhere': 'signed out everywhere',
  'session.end': 'ended a session',
  'token.create': 'created a token',
  'token.revoke': 'revoked a token',
  'token.failed': 'sent a wrong token',
  'user.create': 'created a user',
  'user.change': 'changed a user',
  'user.remove': 'removed a user',
  'user.signin-link': 'created a sign-in link',
  'organization.create': 'created an organization',
  'organization.remove': 'removed an organization',
  'backend.connect': 'connected a backend',
  'backend.change': 'changed a connected backend',
  'backend.disconnect': 'disconnected a backend',
  'stack.create': 'created a stack',
  'stack.delete': 'deleted a stack',
  'stack.restore': 'restored a stack',
  'stack.rename': 'renamed a stack',
  'stack.transfer': 'moved a stack',
  'stack.import': 'imported a state',
  'stack.tags': 'changed tags',
  'update.start': 'started an update',
  'update.cancel': 'released a lease',
  'update.end': 'ended an update',
  'lock.take': 'locked a stack',
  'lock.extend': 'extended a lock',
  'lock.release': 'released a lock',
  'lock.break': 'broke a lock',
  'lock.end': 'lock ended',
  'secrets.decrypt': 'decrypted secrets',
  'state.recovery': 'recovered a state',
  'orphan.settle': 'resolved an interrupted update',
  'orphan.answer': 'resolved an untracked resource',
  'alarm.acknowledge': 'acknowledged an alarm',
  'keys.rotate': 'rotated keys',
  'retention.change': 'changed the retention',
  'retention.run': 'removed old versions',
  'approval.rules': 'changed the approval rules',
  'approval.ask': 'asked for approval',
  'approval.allow': 'allowed a step',
  'approval.refuse': 'refused a step',
  'approval.use': 'started a step that was allowed before',
} as const satisfies Record<AuditAction, string>

/** What else people call an action when they search for it. */
const ALSO: Partial<Record<AuditAction, string>> = {
  'update.cancel': 'cancelled an update',
  'update.end': 'ran an update',
  'update.start': 'took a lease',
  'lock.take': 'maintenance lock',
  'orphan.settle': 'orphaned update',
  'approval.ask': 'held a step',
  'approval.allow': 'approved a step',
  'approval.refuse': 'rejected a step',
  'approval.use': 'used a kept approval',
}

/** The actions that are called by a word, in lower case. */
export const actionsCalled = (word: string): string[] =>
  Object.entries(auditWords).flatMap(([action, words]) =>
    words.includes(word) || ALSO[action as AuditAction]?.includes(word) ? [action] : [],
  )

/** Actions about steps of a run. */
const OF_STEPS: readonly string[] = [
  'approval.ask',
  'approval.allow',
  'approval.refuse',
  'approval.use',
] satisfies AuditAction[]

/**
 * The run that an entry is about, as its details name it: `update 3`. A cancelled preview has no version, and no entry
 * about its start.
 */
export const runOfEntry = ({ action, detail }: Pick<AuditEntry, 'action' | 'detail'>): string | undefined =>
  isStart({ action }) || isEnd({ action }) || OF_STEPS.includes(action)
    ? /^\w+ \d+(?=$|[:,])/.exec(detail)?.[0]
    : undefined

/** Whether an entry is about a decision of a person about a step, or of the server. */
export const isDecision = ({ action }: Pick<AuditEntry, 'action'>): boolean =>
  action === 'approval.allow' || action === 'approval.refuse'

/** A decision as its details tell it: `destroy 3: deleting books (aws:rds/instance:Instance): “They were moved.”` */
export function decisionOf(
  entry: Pick<AuditEntry, 'action' | 'detail'>,
): { run: string; step: string; reason: string } | undefined {
  const run = isDecision(entry) ? runOfEntry(entry) : undefined
  const [, step, reason = ''] =
    /^: (\w+ing .+? \([^()]*\))(?:: (.+))?$/s.exec(entry.detail.slice(run?.length ?? 0)) ?? []
  return run === undefined || step === undefined ? undefined : { run, step, reason }
}

/**
 * What the entry about the end of a run says before the name of the run. Who ran it is in the entry about its start: the
 * two differ where the server or another person ended it.
 */
export function runVerb({ action, login }: Pick<AuditEntry, 'action' | 'login'>, started: Pick<AuditEntry, 'login'>) {
  if (action === 'update.cancel') return 'released the lease of'
  return login === started.login ? 'ran' : 'ended'
}

/** The actions that start and end a run. */
const STARTS: readonly string[] = ['update.start'] satisfies AuditAction[]
const ENDS: readonly string[] = ['update.end', 'update.cancel'] satisfies AuditAction[]
export const RUN_ACTIONS: readonly string[] = [...STARTS, ...ENDS]

/** Whether an entry is about the start of a run. */
export const isStart = ({ action }: Pick<AuditEntry, 'action'>): boolean => STARTS.includes(action)

/** Whether an entry is about the end of a run. */
export const isEnd = ({ action }: Pick<AuditEntry, 'action'>): boolean => ENDS.includes(action)
