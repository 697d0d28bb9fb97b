import { z } from 'zod'
import { Basis, Count, Instant, StackRef } from './common.ts'
import { Lease, LeaseVerdict, RefusedAttempt } from './leases.ts'
import { MaintenanceLock, Waiter } from './locks.ts'
import { RunMark } from './runs.ts'
import { UpdateBrief } from './updates.ts'

/** What is worst about a stack, most harmful first. The order is the order of *Needs attention*. */
export const Health = z.enum([
  'orphaned',
  'suspect',
  'alarm',
  'pendingCreates',
  'pending',
  'failed',
  'broken',
  'running',
  'ok',
  'empty',
])
export type Health = z.infer<typeof Health>

export const StackSummary = z.object({
  id: z.string(),
  ref: StackRef,
  createdAt: Instant,
  tags: z.record(z.string(), z.string()),
  version: Count,
  resourceCount: Count,
  pendingCount: Count,
  pendingCreates: Count,
  /** First finding of the verifier on the current state, in words; null when it verifies. */
  integrity: z.string().nullable(),
  health: Health,
  /** One sentence about `health`. */
  healthReason: z.string(),
  lastUpdate: UpdateBrief.nullable(),
  lease: z
    .object({ updateId: z.string(), holder: z.string(), verdict: LeaseVerdict, since: Instant, expiresAt: Instant })
    .nullable(),
  /** Held for maintenance. */
  lock: MaintenanceLock.nullable().optional(),
})
export type StackSummary = z.infer<typeof StackSummary>

export const StackSort = z.enum(['name', 'activity', 'resources', 'health'])
export type StackSort = z.infer<typeof StackSort>
/** `attention` represents every health that needs attention. */
export const HealthFilter = z.enum(['attention', ...Health.options])
export const StackFilter = z.object({
  search: z.string().optional(),
  org: z.string().optional(),
  project: z.string().optional(),
  health: HealthFilter.optional(),
  tag: z.string().optional(),
  /** Stacks are grouped: `project`, or the name of a tag as `tag:team`. */
  group: z
    .string()
    .regex(/^(project|tag:.{1,100})$/)
    .optional(),
  sort: StackSort.default('activity'),
  page: z.coerce.number().int().min(1).default(1),
  /** With how many of the last runs of each. */
  runs: z.coerce.number().int().min(0).max(20).default(0),
})
export type StackFilter = z.infer<typeof StackFilter>

export const StackPage = z.object({
  stacks: z.array(StackSummary),
  total: Count,
  page: Count,
  pageSize: Count,
  projects: z.array(z.string()),
  /** Of each stack on the page, by its id: the last runs, oldest first. */
  runs: z.record(z.string(), z.array(RunMark)),
  /** The groups of what was asked for, in their order, with the health of their stacks; empty where no group is asked for. */
  groups: z.array(
    z.object({ name: z.string().nullable(), healths: z.array(z.object({ health: Health, count: Count })) }),
  ),
})
export type StackPage = z.infer<typeof StackPage>

/** What a text may name: every stack as `org/project/stack`, sorted by org, project and name. */
export const StackNames = z.object({ names: z.array(z.string()) })

/** The home page: what needs attention, what is running, and when anything last happened. */
export const Attention = z.object({
  now: Instant,
  /** The most harmful of them. */
  needs: z.array(StackSummary),
  /** How many there are in all. */
  needsCount: Count.optional(),
  running: z.array(Lease),
  stackCount: Count,
  lastActivity: z.object({ stack: StackRef, update: UpdateBrief }).nullable(),
})
export type Attention = z.infer<typeof Attention>

/** What the home page shows of everything else: how the fleet is, what ran lately. */
export const Dashboard = z.object({
  now: Instant,
  /** How many stacks have which health, the most harmful first; those that are none are left out. */
  healths: z.array(z.object({ health: Health, count: Count })),
  /** Resources with an unknown outcome: pending creates, and untracked resources. */
  unresolved: Count,
  /** Updates that were started in the last 24 hours. */
  started: z.object({ total: Count, failed: Count }),
  /** The start of the period. */
  since: Instant,
  /** The stacks that were changed last, and their runs since then, oldest first; at most 60 of each. */
  stacks: z.array(z.object({ ref: StackRef, health: Health, runs: z.array(RunMark) })),
  /** The newest runs of all stacks, previews too. */
  recent: z.array(z.object({ stack: StackRef, update: UpdateBrief })),
})
export type Dashboard = z.infer<typeof Dashboard>

export const StackDetail = StackSummary.extend({
  now: Instant,
  /** The held lease, or that of an orphaned update that no one has settled yet. */
  leaseCard: Lease.nullable(),
  /** Whether the caller holds the lock, and may release it without breaking it. */
  lockIsMine: z.boolean().optional(),
  /** Who wanted to change the stack while it was held for maintenance. */
  lockRefused: z.array(RefusedAttempt).optional(),
  /** Who waits in line for the lease. */
  waiters: z.array(Waiter).optional(),
  /** What a write from the console would be based on. Null without any state. */
  basis: Basis.nullable(),
  stateBytes: Count,
  secretsProvider: z.string().nullable(),
  consoleUrl: z.string(),
  /** An undoable write of the console, if the newest version is one. */
  undo: z.object({ version: Count, updateId: z.string(), recovery: z.string() }).nullable(),
})
export type StackDetail = z.infer<typeof StackDetail>

export const StackOutputs = z.object({ version: Count, outputs: z.record(z.string(), z.unknown()) })

export const StateVersion = z.object({
  version: Count,
  update: UpdateBrief,
  at: Instant,
  bytes: Count,
  resourceCount: Count,
  pendingCount: Count,
  integrity: z.string().nullable(),
  /** When its state was removed by the retention of versions; null while it is there. */
  removedAt: Instant.nullable(),
})
export const StateVersions = z.object({ versions: z.array(StateVersion), total: Count, page: Count, pageSize: Count })
