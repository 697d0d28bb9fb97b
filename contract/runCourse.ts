import { z } from 'zod'
import { Count, Instant } from './common.ts'
import { OperationInFlight } from './leases.ts'
import { UpdateBrief, UpdateStatus } from './updates.ts'

/** How far a run is, for a line in a list as well as for its own page. */
export const RunProgress = z.object({
  status: UpdateStatus,
  startedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  /** Resources that it is through with, counted as the engine counts them. */
  done: Count,
  /** How many there will be, as far as anyone can tell: what its preview, or the last run of the kind, counted; or the size of the state. */
  expected: z.object({ count: Count, from: z.enum(['preview', 'run', 'state']) }).nullable(),
  /** How long the last successful runs of the kind took: their median. */
  usual: z.object({ ms: Count, runs: Count }).nullable(),
  /** What it does now, longest first; `runningCount` counts those that are left out too. */
  running: z.array(OperationInFlight),
  runningCount: Count,
})
export type RunProgress = z.infer<typeof RunProgress>

/** Places in the list of URNs; -1 for none. */
const Place = z.number().int().min(-1)

/** One step on one resource; `begin` and `end` in milliseconds since the run began. */
export const TimelineStep = z.object({
  urn: Place,
  op: z.string(),
  begin: z.number().int().nullable(),
  end: z.number().int().nullable(),
  outcome: z.enum(['done', 'failed', 'open']),
  custom: z.boolean(),
  parent: Place,
  provider: Place,
  /** What it depends on. */
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
  batches: z.object({ at: z.array(z.number().int()), entries: z.array(Count) }),
  urns: z.array(z.string()),
  steps: z.array(TimelineStep),
})
export type Timeline = z.infer<typeof Timeline>

/** What differs in a setting from the run before; of a secret only that it differs. */
export const SettingChange = z.object({
  name: z.string(),
  change: z.enum(['added', 'removed', 'changed']),
  before: z.string().nullable(),
  after: z.string().nullable(),
  secret: z.boolean(),
})
export type SettingChange = z.infer<typeof SettingChange>

/** The run that a run is compared with: the one before of the same kind; null for the first. */
export const RunBefore = z.object({
  run: UpdateBrief.nullable(),
  config: z.array(SettingChange),
  environment: z.array(SettingChange),
})
export type RunBefore = z.infer<typeof RunBefore>
