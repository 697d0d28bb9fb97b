import { z } from 'zod'
import { Actor, Count, Instant, StackRef } from './common.ts'

/** Longest time that a stack can be held ahead, in seconds. */
export const MOST_LOCK_S = 7 * 24 * 3600
/** Longest that one call waits for a lease, in seconds: proxies give up after a minute. */
const MOST_WAIT_S = 55

const Reason = z.string().trim().min(1, 'say why: colleagues read it').max(300)
const Duration = z.number().int().min(60, 'at least a minute').max(MOST_LOCK_S, 'at most 7 days')

/**
 * A stack that someone holds for maintenance: updates are refused, previews are not
 * (docs/protocol.md, What is refused).
 */
export const MaintenanceLock = z.object({
  id: z.string(),
  stack: StackRef,
  /** A person in a browser, or one access token of theirs: no one else releases it without breaking it. */
  holder: Actor,
  reason: z.string(),
  since: Instant,
  until: Instant,
})
export type MaintenanceLock = z.infer<typeof MaintenanceLock>

export const LockRequest = z.object({ reason: Reason, durationS: Duration })
/** `durationS` is put on top of the present end. */
export const ExtendLockRequest = z.object({ durationS: Duration })
export const BreakLockRequest = z.object({
  reason: Reason,
  /** The stack's full name, typed. */
  confirm: z.string(),
  /** The lock that was seen; refused when another one holds the stack by now. */
  lock: z.string().optional(),
})

/** Someone who waits for the lease, as shown to people. */
export const Waiter = z.object({
  actor: Actor,
  since: Instant,
  address: z.string().nullable(),
  cliVersion: z.string().nullable(),
  userAgent: z.string(),
})
export type Waiter = z.infer<typeof Waiter>

export const WaitRequest = z.object({
  timeout: z.coerce.number().min(0).max(MOST_WAIT_S).default(MOST_WAIT_S),
  /** Of the answer before. A place belongs to the client that asks, so it is kept without one, too. */
  ticket: z.string().max(100).optional(),
})

/** The response to a waiting client: its turn, or who holds the stack and its place in the queue. */
export const WaitReply = z.object({
  now: Instant,
  free: z.boolean(),
  ticket: z.string(),
  /** From 1; 0 when it is free. */
  position: Count,
  /** One sentence for a CI log. */
  detail: z.string(),
  holder: z
    .object({
      actor: Actor,
      what: z.enum(['update', 'lock']),
      since: Instant,
      /** A lock's end; for an update, when its lease runs out unless it is renewed. */
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

/** Something that happened to the lease of a stack. Renewals in a row are one entry. */
export const LeaseLogEntry = z.object({
  /** Of renewals: the first. */
  at: Instant,
  /** Of renewals: the last; else the same. */
  last: Instant,
  count: Count,
  /** Of renewals: when each was. */
  times: z.array(Instant),
  what: LeaseLogWhat,
  actor: Actor,
  updateId: z.string().nullable(),
  /** Of the update, when it is one of the history. */
  version: Count.nullable(),
  detail: z.string(),
  cliVersion: z.string().nullable(),
  address: z.string().nullable(),
})
export type LeaseLogEntry = z.infer<typeof LeaseLogEntry>

/** Newest first. */
export const LeaseLog = z.object({
  entries: z.array(LeaseLogEntry),
  /** There are older entries. */
  isCut: z.boolean(),
})
export type LeaseLog = z.infer<typeof LeaseLog>
