import { z } from 'zod'
import { Instant, ListQuery, Period } from './common.ts'

/** Actions in the audit log. Each is written together with its effect, or not at all. */
export const AuditAction = z.enum([
  'signin',
  'signin.failed',
  'signout',
  'signout.everywhere',
  'session.end',
  'token.create',
  'token.revoke',
  'token.failed',
  'user.create',
  'user.change',
  'user.remove',
  'user.signin-link',
  'organization.create',
  'organization.remove',
  'backend.connect',
  'backend.change',
  'backend.disconnect',
  'stack.create',
  'stack.delete',
  'stack.restore',
  'stack.rename',
  'stack.transfer',
  'stack.import',
  'stack.tags',
  'update.start',
  'update.cancel',
  'update.end',
  'lock.take',
  'lock.extend',
  'lock.release',
  'lock.break',
  'lock.end',
  'secrets.decrypt',
  'state.recovery',
  'orphan.settle',
  'orphan.answer',
  'alarm.acknowledge',
  'keys.rotate',
  'retention.change',
  'retention.run',
  'approval.rules',
  'approval.ask',
  'approval.allow',
  'approval.refuse',
  'approval.use',
])
export type AuditAction = z.infer<typeof AuditAction>

/** Who did what to which stack, from where, in which request. Never contains a secret. */
export const AuditEntry = z.object({
  id: z.number().int(),
  at: Instant,
  /** Empty if no one was signed in; `holdfast` for actions of the server itself. */
  login: z.string(),
  /** Name of the access token used, or of the one that started the browser session. */
  tokenName: z.string().nullable(),
  address: z.string().nullable(),
  action: z.string(),
  /** `org/project/name` at the time. */
  stack: z.string().nullable(),
  detail: z.string(),
  requestId: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** An entry of the list, in which a run is one entry: the one about its end, with the one about its start. */
export const ListedAuditEntry = AuditEntry.extend({
  /** The start of the run whose end this is. It is not listed by itself then. */
  started: AuditEntry.nullable(),
})
export type ListedAuditEntry = z.infer<typeof ListedAuditEntry>

export const AuditFilter = z.object({
  /** `org/project/name`. For a stack that was renamed since, includes entries under its former names. */
  stack: z.string().optional(),
  login: z.string().optional(),
  action: z.string().optional(),
  since: Period.optional(),
  /** Written then or later, and before `until`. */
  from: z.coerce.number().int().optional(),
  until: z.coerce.number().int().optional(),
  /** Words, each in the person, action, stack, details, token, address or request. */
  q: ListQuery.optional(),
  /** Returns only entries older than the one with this id. */
  before: z.coerce.number().int().positive().optional(),
})
export type AuditFilter = z.infer<typeof AuditFilter>

export const AuditPage = z.object({
  /** Newest first. */
  entries: z.array(ListedAuditEntry),
  /** Value of `before` for the next page; null on the last page. */
  older: z.number().int().nullable(),
  /** Logins to filter by. */
  people: z.array(z.string()),
})
export type AuditPage = z.infer<typeof AuditPage>
