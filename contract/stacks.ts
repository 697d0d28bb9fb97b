import { z } from 'zod'
import { Basis, Count, Instant, StackRef } from './common.ts'
import { KeptElsewhere, LockWord } from './backends.ts'
import { Lease, LeaseVerdict, RefusedAttempt } from './leases.ts'
import { MaintenanceLock, QueuePlace } from './locks.ts'
import { RunMark } from './runs.ts'
import { UpdateBrief, UpdateKind } from './updates.ts'

/** The worst condition of a stack, most harmful first: the order of *Needs attention*. */
export const Health = z.enum([
  'orphaned',
  'notResponding',
  'alarm',
  'broken',
  'unknownOutputs',
  'pendingCreates',
  'pending',
  'failed',
  'tooNew',
  'brokenReferences',
  'awaitingApproval',
  'notProgressing',
  'blocking',
  'slow',
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
  /** Number of resources that report errors of their provider, although the state is valid. */
  unhealthyCount: Count,
  /** First finding of the verifier on the current state, in words; null if there is none. */
  integrity: z.string().nullable(),
  /** Number of findings of the verifier. */
  errorCount: Count,
  /** Adopted resources whose outputs no run has read yet, if there are any. */
  unknownOutputs: Count.optional(),
  health: Health,
  /** One sentence about `health`. */
  healthReason: z.string(),
  lastUpdate: UpdateBrief.nullable(),
  /** On the home page: the update that left the unknown creates, if another has run since. */
  leftBy: UpdateBrief.optional(),
  lease: z
    .object({
      updateId: z.string(),
      holder: z.string(),
      verdict: LeaseVerdict,
      /** While a step waits for approval: when it is refused, if nobody decides. */
      decideBy: Instant.optional(),
      since: Instant,
      expiresAt: Instant,
    })
    .nullable(),
  /** The maintenance lock, if any. */
  lock: MaintenanceLock.nullable().optional(),
  /** Where the stack is kept, if not here. */
  elsewhere: KeptElsewhere.nullable().optional(),
})
export type StackSummary = z.infer<typeof StackSummary>

export const StackSort = z.enum(['name', 'activity', 'resources', 'health'])
export type StackSort = z.infer<typeof StackSort>
/** `attention` includes every health that needs attention. */
export const HealthFilter = z.enum(['attention', ...Health.options])
/** Before the name of a tag in a filter: stacks without it. No name begins with it. */
export const WITHOUT_TAG = '!'
export const StackFilter = z.object({
  search: z.string().optional(),
  org: z.string().optional(),
  project: z.string().optional(),
  health: HealthFilter.optional(),
  /** A tag, `name` or `name=value`; `!name`: stacks without it. */
  tag: z.string().optional(),
  /** Groups stacks by `project`, or by the value of a tag: `tag:team`. */
  group: z
    .string()
    .regex(/^(project|tag:.{1,100})$/)
    .optional(),
  /** `health`: the worst first, then the last changed. */
  sort: StackSort.default('health'),
  page: z.coerce.number().int().min(1).default(1),
  /** Number of last runs to return for each stack. */
  runs: z.coerce.number().int().min(0).max(20).default(0),
})
export type StackFilter = z.infer<typeof StackFilter>

/** Number of stacks by health, the most harmful first; without zeros. */
const HealthCounts = z.array(z.object({ health: Health, count: Count }))

export const StackPage = z.object({
  stacks: z.array(StackSummary),
  total: Count,
  /** The health of the stacks that the filter leaves without its own choice of a health: what can be chosen instead. */
  healthCounts: HealthCounts,
  page: Count,
  pageSize: Count,
  projects: z.array(z.string()),
  /** The last runs of each stack on the page by its id, oldest first. */
  runs: z.record(z.string(), z.array(RunMark)),
  /** The groups of the result in their order, with the health of their stacks; empty if none were requested. */
  groups: z.array(z.object({ name: z.string().nullable(), healthCounts: HealthCounts })),
})
export type StackPage = z.infer<typeof StackPage>

/** The names that a text may mention: every stack as `org/project/stack`, sorted by org, project and name. */
export const StackNames = z.object({ names: z.array(z.string()) })

/** The home page: what needs attention, what is running, and when anything last happened. */
export const Attention = z.object({
  now: Instant,
  /** The most harmful ones. */
  needs: z.array(StackSummary),
  /** Total number. */
  needsCount: Count.optional(),
  running: z.array(Lease),
  /** Number of stacks that are locked in connected backends. */
  lockedElsewhere: Count.optional(),
  stackCount: Count,
  lastActivity: z.object({ stack: StackRef, update: UpdateBrief }).nullable(),
})
export type Attention = z.infer<typeof Attention>

/** Maximum number of runs of a stack in the strips of the home page. */
export const DASHBOARD_RUNS = 60

/** The rest of the home page: the health of all stacks, and recent runs. */
export const Dashboard = z.object({
  now: Instant,
  healthCounts: HealthCounts,
  /** Number of resources with an unknown outcome: pending creates, and untracked resources. */
  unresolved: Count,
  /** Updates started in the last 24 hours; an interrupted one did not fail. */
  started: z.object({ total: Count, failed: Count, interrupted: Count }),
  /** The start of the period. */
  since: Instant,
  /** The most recently changed stacks, and their runs since then, oldest first; at most `DASHBOARD_RUNS` of each. */
  stacks: z.array(
    z.object({
      ref: StackRef,
      health: Health,
      /** The kind of its last run. */
      lastKind: UpdateKind.optional(),
      lockWord: LockWord.nullish(),
      runs: z.array(RunMark),
    }),
  ),
  /** The newest runs of all stacks, including previews. */
  recent: z.array(z.object({ stack: StackRef, update: UpdateBrief })),
})
export type Dashboard = z.infer<typeof Dashboard>

export const StackDetail = StackSummary.extend({
  now: Instant,
  /** The held lease, or that of an orphaned update that is not resolved yet. */
  leaseCard: Lease.nullable(),
  /** Whether the caller holds the lock, and may release it without breaking it. */
  lockIsMine: z.boolean().optional(),
  /** Requests to change the stack that were refused because of the maintenance lock. */
  lockRefused: z.array(RefusedAttempt).optional(),
  /** The queue for the lease. */
  queue: z.array(QueuePlace).optional(),
  /** What a write from the console would be based on; null if there is no state. */
  basis: Basis.nullable(),
  stateBytes: Count,
  secretsProvider: z.string().nullable(),
  consoleUrl: z.string(),
  /** The newest version, if it is a write of the console that can be undone; `restores`: the version of before. */
  undo: z.object({ version: Count, updateId: z.string(), recovery: z.string(), restores: Count }).nullable(),
})
export type StackDetail = z.infer<typeof StackDetail>

export const StackOutputs = z.object({ version: Count, outputs: z.record(z.string(), z.unknown()) })

/**
 * From where a state of a stack in a connected backend is known: the checkpoint of its run in the backend's history, or a
 * look of Holdfast at a state that no run explains.
 */
export const VersionSource = z.enum(['history', 'seen'])

export const StateVersion = z.object({
  version: Count,
  /** Null for a state that was seen in a connected backend, and that no run explains. */
  update: UpdateBrief.nullable(),
  source: VersionSource.optional(),
  at: Instant,
  bytes: Count,
  resourceCount: Count,
  pendingCount: Count,
  integrity: z.string().nullable(),
  /** When its state was removed by retention; null if it is still there. */
  removedAt: Instant.nullable(),
})
export const StateVersions = z.object({ versions: z.array(StateVersion), total: Count, page: Count, pageSize: Count })
