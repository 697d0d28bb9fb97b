import { z } from 'zod'
import { Actor, CiJob, Count, Instant, StackRef } from './common.ts'

/** Maximum duration of a maintenance lock, in seconds. */
export const MAX_LOCK_S = 7 * 24 * 3600
/** Maximum time that one call waits for a lease, in seconds: proxies time out after a minute. */
const MAX_WAIT_S = 55

const Reason = z.string().trim().min(1, 'say why: colleagues read it').max(300)
const Duration = z.number().int().min(60, 'at least a minute').max(MAX_LOCK_S, 'at most 7 days')

/** A maintenance lock on a stack: updates are refused, previews are not (docs/protocol.md, What is refused). */
export const MaintenanceLock = z.object({
  id: z.string(),
  stack: StackRef,
  /** A browser user, or one access token. Anyone else has to break the lock to end it. */
  holder: Actor,
  reason: z.string(),
  since: Instant,
  until: Instant,
})
export type MaintenanceLock = z.infer<typeof MaintenanceLock>

/** A maintenance lock that has ended. */
export const PastLock = MaintenanceLock.pick({ stack: true, holder: true, reason: true }).extend({
  from: Instant,
  to: Instant,
  /** Released by its holder, broken by someone else, or over by itself. */
  end: z.enum(['released', 'broken', 'expired']),
})
export type PastLock = z.infer<typeof PastLock>

export const LockRequest = z.object({ reason: Reason, durationS: Duration })
/** `durationS` is added to the current end. */
export const ExtendLockRequest = z.object({ durationS: Duration })
export const BreakLockRequest = z.object({
  reason: Reason,
  /** The stack's full name, as typed by the user. */
  confirm: z.string(),
  /** Id of the lock to break; refused if another lock has replaced it. */
  lock: z.string().optional(),
})

/** A client that waits for a lease, as shown to users. */
export const QueuePlace = z.object({
  actor: Actor,
  since: Instant,
  address: z.string().nullable(),
  cliVersion: z.string().nullable(),
  userAgent: z.string(),
})
export type QueuePlace = z.infer<typeof QueuePlace>

export const WaitRequest = z.object({
  timeout: z.coerce.number().min(0).max(MAX_WAIT_S).default(MAX_WAIT_S),
  /** The ticket of the previous reply. Optional: the place in the queue belongs to the requesting client. */
  ticket: z.string().max(100).optional(),
})

/** Reply to a waiting client: that it is its turn, or the holder and the client's place in the queue. */
export const WaitReply = z.object({
  now: Instant,
  free: z.boolean(),
  ticket: z.string(),
  /** Place in the queue, from 1; 0 if the stack is free. */
  position: Count,
  /** One sentence for a CI log. */
  detail: z.string(),
  holder: z
    .object({
      actor: Actor,
      what: z.enum(['update', 'lock']),
      since: Instant,
      /** When the lock ends; for an update, when its lease expires unless renewed. */
      until: Instant,
    })
    .nullable(),
})
export type WaitReply = z.infer<typeof WaitReply>

export const LeaseLogWhat = z.enum([
  'granted',
  'renewed',
  'refused',
  'released',
  'expired',
  'completed',
  'extended',
  'came-back',
  'locked',
  'lock-extended',
  'lock-released',
  'lock-broken',
  'lock-ended',
])
export type LeaseLogWhat = z.infer<typeof LeaseLogWhat>

/** An event in the history of a stack's lease. Consecutive renewals are one entry. */
export const LeaseLogEntry = z.object({
  /** For renewals, the time of the first. */
  at: Instant,
  /** For renewals, the time of the last; otherwise equal to `at`. */
  last: Instant,
  count: Count,
  /** For renewals, the time of each. */
  times: z.array(Instant),
  what: LeaseLogWhat,
  actor: Actor,
  /** The CI job of the update, where its client is the actor. */
  ci: CiJob.nullable(),
  updateId: z.string().nullable(),
  /** The version of the update, if it is in the history. */
  version: Count.nullable(),
  detail: z.string(),
  cliVersion: z.string().nullable(),
  address: z.string().nullable(),
})
export type LeaseLogEntry = z.infer<typeof LeaseLogEntry>

/** Newest first. */
export const LeaseLog = z.object({
  entries: z.array(LeaseLogEntry),
  /** Whether there are older entries. */
  isCut: z.boolean(),
})
export type LeaseLog = z.infer<typeof LeaseLog>
