import { z } from 'zod'
import { Instant } from './common.ts'

/** The actions in the audit log: each is written together with its effect, or not at all. */
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
])
export type AuditAction = z.infer<typeof AuditAction>

/** Who did what to which stack, from where, in which request. There is never a secret in it. */
export const AuditEntry = z.object({
  id: z.number().int(),
  at: Instant,
  /** Empty where no one had signed in; `holdfast` for what the server did by itself. */
  login: z.string(),
  /** Name of the access token used, or with which the browser session was started. */
  tokenName: z.string().nullable(),
  address: z.string().nullable(),
  action: z.string(),
  /** `org/project/name` as it was then. */
  stack: z.string().nullable(),
  detail: z.string(),
  requestId: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const AuditFilter = z.object({
  /** `org/project/name`; of a stack that was renamed since, what was done under its former names is found too. */
  stack: z.string().optional(),
  login: z.string().optional(),
  action: z.string().optional(),
  /** Only entries older than the one with this id. */
  before: z.coerce.number().int().positive().optional(),
})
export type AuditFilter = z.infer<typeof AuditFilter>

export const AuditPage = z.object({
  /** Newest first. */
  entries: z.array(AuditEntry),
  /** To ask for older ones with, as `before`; null at the end. */
  older: z.number().int().nullable(),
  /** Logins to choose from. */
  people: z.array(z.string()),
})
export type AuditPage = z.infer<typeof AuditPage>
