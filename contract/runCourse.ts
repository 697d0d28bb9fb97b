import { z } from 'zod'
import { Count, Instant } from './common.ts'
import { OperationInFlight } from './leases.ts'
import { OpCounts, UpdateBrief, UpdateStatus } from './updates.ts'

/** Progress of a run, for a line in a list as well as for its own page. */
export const RunProgress = z.object({
  status: UpdateStatus,
  startedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  /** For how long steps waited for approval, and since when one waits. */
  waitedMs: Count.optional(),
  waitingSince: Instant.nullable().optional(),
  /** Number of steps that wait for approval. */
  waiting: Count.optional(),
  /** Number of resources that it changed so far, as the engine counts them; `unchanged` are the others it came to. */
  done: Count,
  unchanged: Count,
  /** The same by operation: the engine's own count, or that of the finished steps while there is none. */
  counts: OpCounts.optional(),
  /**
   * Expected number of changed resources, as counted by its preview or by the last run of the same kind, or the size of
   * the state.
   */
  expected: z.object({ count: Count, from: z.enum(['preview', 'run', 'state']) }).nullable(),
  /** Median duration of the last successful runs of the same kind. */
  usual: z.object({ ms: Count, runs: Count }).nullable(),
  /** Operations in progress, longest first; `runningCount` includes those left out. */
  running: z.array(OperationInFlight),
  runningCount: Count,
  /** URNs of failed resources; `failedCount` includes those left out. */
  failed: z.array(z.string()),
  failedCount: Count,
})
export type RunProgress = z.infer<typeof RunProgress>

/** Index into the list of URNs; -1 for none. */
const Place = z.number().int().min(-1)

/** One step on one resource; `begin` and `end` in milliseconds since the start of the run. */
export const TimelineStep = z.object({
  urn: Place,
  op: z.string(),
  begin: z.number().int().nullable(),
  end: z.number().int().nullable(),
  outcome: z.enum(['done', 'failed', 'open']),
  custom: z.boolean(),
  parent: Place,
  provider: Place,
  /** What the resource depends on. */
  after: z.array(Place),
})

/** The course of a run (domain/timeline/course.ts), with each URN written once. */
export const Timeline = z.object({
  source: z.enum(['journal', 'events']),
  precisionMs: Count,
  from: Instant,
  to: Instant.nullable(),
  parallel: Count.nullable(),
  journalPeriodMs: Count.nullable(),
  /** Checkpoints of a run without a journal: how many, and at least how long the client waited for them. */
  saves: z.object({ count: Count, ms: Count }).nullable(),
  batches: z.object({ at: z.array(z.number().int()), entries: z.array(Count) }),
  urns: z.array(z.string()),
  steps: z.array(TimelineStep),
})
export type Timeline = z.infer<typeof Timeline>

/** A setting that differs from the run before; for a secret, only that it differs. */
export const SettingChange = z.object({
  name: z.string(),
  change: z.enum(['added', 'removed', 'changed']),
  before: z.string().nullable(),
  after: z.string().nullable(),
  secret: z.boolean(),
})
export type SettingChange = z.infer<typeof SettingChange>

/** The previous run of the same kind, for comparison; null for the first one. */
export const RunBefore = z.object({
  run: UpdateBrief.nullable(),
  config: z.array(SettingChange),
  environment: z.array(SettingChange),
})
export type RunBefore = z.infer<typeof RunBefore>
