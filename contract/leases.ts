import { z } from 'zod'
import { ForeignHolder, KeptElsewhere } from './backends.ts'
import { Actor, CiJob, Count, Instant, StackRef } from './common.ts'
import { MaintenanceLock, PastLock, QueuePlace } from './locks.ts'

/**
 * Verdict on a held lease, or on an update that ended because its lease expired (docs/protocol.md, Verdict of a lease);
 * the most harmful last.
 */
export const LeaseVerdict = z.enum([
  'alive',
  'awaitingApproval',
  'notProgressing',
  'notResponding',
  'disconnected',
  'orphaned',
])
export type LeaseVerdict = z.infer<typeof LeaseVerdict>

/** A refused request for a lease that was held. */
export const RefusedAttempt = z.object({
  at: Instant,
  actor: Actor,
  what: z.enum(['start', 'import', 'rename', 'delete', 'recovery']),
  cliVersion: z.string().nullable(),
  address: z.string().nullable(),
})
export type RefusedAttempt = z.infer<typeof RefusedAttempt>

/** An operation that was started and has not ended: it is in progress, or was when the client died. */
export const OperationInFlight = z.object({
  type: z.string(),
  urn: z.string(),
  name: z.string(),
  resourceType: z.string(),
  since: Instant.nullable(),
})
export type OperationInFlight = z.infer<typeof OperationInFlight>

/** Where a client runs, as far as it reported that. */
export const ClientFacts = z.object({
  cliVersion: z.string().nullable(),
  command: z.string().nullable(),
  os: z.string().nullable(),
  address: z.string().nullable(),
  host: z.string().nullable(),
  ci: z.object({ system: z.string(), build: z.string().nullable(), url: z.string().nullable() }).nullable(),
  agent: z.string().nullable(),
})
export type ClientFacts = z.infer<typeof ClientFacts>

export const LeaseSigns = z.object({
  granted: Instant,
  renewed: Instant.nullable(),
  write: Instant.nullable(),
  event: Instant.nullable(),
  /** The latest of the times above. */
  last: Instant,
})

/** A held lease, or the last lease of an orphaned update. */
export const Lease = z.object({
  stack: StackRef,
  updateId: z.string(),
  kind: z.string(),
  version: Count.nullable(),
  holder: Actor,
  message: z.string(),
  client: ClientFacts,
  verdict: LeaseVerdict,
  /** The reason for the verdict, one sentence. */
  reason: z.string(),
  /** While a step waits for approval: when it is refused, if nobody decides. */
  decideBy: Instant.optional(),
  since: Instant,
  /** For an orphaned update: when the server closed it. */
  expiresAt: Instant,
  durationS: z.number(),
  signs: LeaseSigns,
  renewals: z.array(Instant),
  inFlight: z.array(OperationInFlight),
  refused: z.array(RefusedAttempt),
})
export type Lease = z.infer<typeof Lease>

/** A stack of a connected backend that is held there. */
export const ForeignHeld = z.object({ stack: StackRef, elsewhere: KeptElsewhere.extend({ holder: ForeignHolder }) })
export type ForeignHeld = z.infer<typeof ForeignHeld>

export const Leases = z.object({
  now: Instant,
  leases: z.array(Lease),
  /** Expired leases of updates that are not resolved yet; no one holds them any more. */
  orphaned: z.array(Lease).optional(),
  /** Stacks locked for maintenance; such a stack has no lease. */
  locks: z.array(MaintenanceLock).optional(),
  /** Stacks of connected backends that are held there. */
  foreign: z.array(ForeignHeld).optional(),
})
export type Leases = z.infer<typeof Leases>

/** A lease that ended recently. */
export const HeldSpan = z.object({
  stack: StackRef,
  updateId: z.string(),
  kind: z.string(),
  version: Count.nullable(),
  status: z.enum(['not started', 'running', 'succeeded', 'failed', 'cancelled', 'expired']),
  holder: Actor,
  ci: CiJob.nullable(),
  from: Instant,
  to: Instant,
})
export type HeldSpan = z.infer<typeof HeldSpan>

/** A request for a stack that was refused because another client held it. */
export const Collision = z.object({
  stack: StackRef,
  refused: Actor,
  /** The refused request: `start`, `import` and so on. */
  what: z.string(),
  /** Who held it at the time: by an update, or, without a version, by a maintenance lock. Null if no record of that lock is left. */
  holder: Actor.nullable(),
  /** The holder's CI job, if it was one. */
  ci: CiJob.nullable(),
  kind: z.string().nullable(),
  version: Count.nullable(),
  times: Count,
  first: Instant,
  last: Instant,
  /** When the holder's update or lock had ended; null if it has not. */
  until: Instant.nullable(),
})
export type Collision = z.infer<typeof Collision>

/** Recent history of leases: those and the maintenance locks that ended within a day, who is waiting now, and who was refused within a week. */
export const LeaseBoard = z.object({
  now: Instant,
  spansSince: Instant,
  /** Newest first. */
  spans: z.array(HeldSpan),
  /** Maintenance locks that ended in the same time, newest first. */
  locks: z.array(PastLock),
  /** The queues of stacks that are held, the next client first. */
  waiting: z.array(z.object({ stack: StackRef, queue: z.array(QueuePlace) })),
  collisionsSince: Instant,
  /** Latest first. */
  collisions: z.array(Collision),
})
export type LeaseBoard = z.infer<typeof LeaseBoard>
