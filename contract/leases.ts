import { z } from 'zod'
import { Actor, Count, Instant, StackRef } from './common.ts'
import { MaintenanceLock } from './locks.ts'

/**
 * Verdict on a held lease, or on an update that ended by expiry (docs/protocol.md, Verdict of a lease); the most harmful
 * last.
 */
export const LeaseVerdict = z.enum(['alive', 'silent', 'suspect', 'disconnected', 'orphaned'])
export type LeaseVerdict = z.infer<typeof LeaseVerdict>

/** Somebody who was refused while the lease was held. */
export const RefusedAttempt = z.object({
  at: Instant,
  actor: Actor,
  what: z.enum(['start', 'import', 'rename', 'delete', 'recovery']),
  cliVersion: z.string().nullable(),
  address: z.string().nullable(),
})
export type RefusedAttempt = z.infer<typeof RefusedAttempt>

/** An operation that was begun and has not ended: what is in flight, or was when the client died. */
export const OperationInFlight = z.object({
  type: z.string(),
  urn: z.string(),
  name: z.string(),
  resourceType: z.string(),
  since: Instant.nullable(),
})
export type OperationInFlight = z.infer<typeof OperationInFlight>

/** Where a client runs, as far as it said. */
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
  /** The newest of the above. */
  last: Instant,
})

/** One held lease, or the last one of an orphaned update. */
export const Lease = z.object({
  stack: StackRef,
  updateId: z.string(),
  kind: z.string(),
  version: Count.nullable(),
  holder: Actor,
  message: z.string(),
  client: ClientFacts,
  verdict: LeaseVerdict,
  /** Why, in a sentence. */
  reason: z.string(),
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

export const Leases = z.object({
  now: Instant,
  leases: z.array(Lease),
  /** Leases that ran out and left their stack waiting for somebody; nobody holds them any more. */
  orphaned: z.array(Lease).optional(),
  /** Stacks held for maintenance; no such stack has a lease. */
  locks: z.array(MaintenanceLock).optional(),
})
