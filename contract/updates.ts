import { z } from 'zod'
import { Actor, Count, Instant, StackRef } from './common.ts'
import { ClientFacts, LeaseVerdict, OperationInFlight } from './leases.ts'

/** Kind of an update. `recovery` is a change written from the console; the `resource` kinds are the CLI's. */
export const UpdateKind = z.enum(['update', 'preview', 'refresh', 'destroy', 'import', 'rename', 'recovery'])
export type UpdateKind = z.infer<typeof UpdateKind>

export const UpdateStatus = z.enum(['not started', 'running', 'succeeded', 'failed', 'cancelled', 'expired'])
export type UpdateStatus = z.infer<typeof UpdateStatus>

export const OpCounts = z.record(z.string(), z.number().int())

/** One row of the history. `cancelled` and `expired` are distinguished here; the CLI sees both as failed. */
export const UpdateBrief = z.object({
  id: z.string(),
  kind: UpdateKind,
  dryRun: z.boolean(),
  version: Count.nullable(),
  status: UpdateStatus,
  message: z.string(),
  by: Actor,
  createdAt: Instant,
  startedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  resourceChanges: OpCounts.nullable(),
  /** The error of a failed run: of a resource, or of the program or the engine. `line` is its first line. */
  failure: z.object({ urn: z.string().nullable(), line: z.string(), text: z.string() }).nullable(),
  resourceCount: Count.nullable(),
  ci: z
    .object({
      system: z.string(),
      build: z.string().nullable(),
      url: z.string().nullable(),
      /** The pull request of the run; its address if the forge is known. */
      pullRequest: z.object({ number: z.string(), url: z.string().nullable() }).nullable().optional(),
    })
    .nullable(),
  /** The AI agent or the automation that ran the CLI, as the CLI reported it. */
  agent: z.string().nullable().optional(),
  git: z.object({ head: z.string(), branch: z.string().nullable(), dirty: z.boolean() }).nullable(),
  /** Number of operations left pending when it ended. */
  pendingLeft: Count,
  /**
   * What rules of approvals did to it: since when a step waits, how many were refused, and for how long steps waited
   * until they were decided. Null if nothing.
   */
  approvals: z.object({ waitingSince: Instant.nullable(), refused: Count, waitedMs: Count }).nullable().optional(),
  /** The verdict on the lease of a running update, where lists show it. */
  verdict: LeaseVerdict.optional(),
})
export type UpdateBrief = z.infer<typeof UpdateBrief>

export const UpdatePage = z.object({ updates: z.array(UpdateBrief), total: Count, page: Count, pageSize: Count })

export const ConfigValue = z.object({ value: z.string().nullable(), secret: z.boolean(), object: z.boolean() })

/** What the user stated to have checked: for one item, or for those that it covers. */
export const Statement = z.object({
  item: z.string(),
  statement: z.string(),
  /** The problems that one statement covers, in words; absent if it is about one item. */
  covers: z.array(z.string()).optional(),
})

/** The record of a console write (recovery, undo). */
export const RecoveryNote = z.object({
  recovery: z.string(),
  reason: z.string(),
  statements: z.array(Statement),
  effect: z.array(z.string()),
  basisVersion: Count,
  undoes: Count.nullable(),
})

/** A time during which Holdfast itself was down; it may have started up to 5 s after `from`, its last sign of life. */
export const Outage = z.object({ from: Instant, to: Instant })
export type Outage = z.infer<typeof Outage>

export const UpdateDetail = UpdateBrief.extend({
  stack: StackRef,
  client: ClientFacts,
  /** `git.*`, `vcs.*`, `ci.*` and the rest of the environment map, as sent. */
  environment: z.record(z.string(), z.string()),
  config: z.record(z.string(), ConfigValue),
  endedBy: Actor.nullable(),
  endReason: z.string().nullable(),
  /** Calls received after the end: kept as evidence, never applied. */
  lateEvidence: z.array(
    z.object({
      at: Instant,
      what: z.string(),
      urn: z.string().nullable(),
      resourceId: z.string().nullable(),
    }),
  ),
  /** When its client last reported after the end, so that its process may still run; null if it is over. */
  mayStillRunSince: Instant.nullable(),
  /** When Holdfast itself was down during a run that did not succeed. */
  outages: z.array(Outage),
  inFlight: z.array(OperationInFlight),
  /** Operations left pending by the update. */
  pending: z.array(OperationInFlight),
  containsUnknownEntries: z.boolean(),
  recovery: RecoveryNote.nullable(),
  permalink: z.string(),
})
export type UpdateDetail = z.infer<typeof UpdateDetail>

export const ChangeRow = z.object({
  urn: z.string(),
  parent: z.string().nullable(),
  type: z.string(),
  name: z.string(),
  op: z.string(),
  /**
   * `waiting`: for approval. `allowed`: other steps of its batch still wait, so it has not started. `refused`: it did not
   * run, by a rule or a user, or because nobody decided in time.
   */
  state: z.enum(['running', 'waiting', 'allowed', 'refused', 'done', 'failed', 'unknown']),
  diffs: z.array(z.string()),
  replaceKeys: z.array(z.string()),
  detailedDiff: z.record(z.string(), z.object({ diffKind: z.string(), inputDiff: z.boolean() })).nullable(),
  old: z.object({ inputs: z.unknown(), outputs: z.unknown() }).nullable(),
  new: z.object({ inputs: z.unknown(), outputs: z.unknown() }).nullable(),
  messages: z.array(z.object({ severity: z.string(), text: z.string() })),
  /** Number of further messages in the log. */
  messagesLeftOut: Count.optional(),
})
export type ChangeRow = z.infer<typeof ChangeRow>

export const UpdateChanges = z.object({
  rows: z.array(ChangeRow),
  totals: OpCounts,
  /** True while running, and after an end without a summary: totals are then counted from the rows. */
  partial: z.boolean(),
  durationSeconds: z.number().nullable(),
})
export type UpdateChanges = z.infer<typeof UpdateChanges>

export const LogLine = z.object({
  sequence: z.number().int(),
  at: Instant,
  severity: z.enum(['debug', 'info', 'info#err', 'warning', 'error', 'system']),
  /** Received after the server had ended the run. */
  isLate: z.boolean().optional(),
  urn: z.string().nullable(),
  text: z.string(),
})
export type LogLine = z.infer<typeof LogLine>

/**
 * A page of the engine log: in order of receipt while the run continues, in the engine's order once it has ended.
 * `next` is the cursor for later lines, null once the run has ended and everything was read.
 */
export const LogPage = z.object({
  lines: z.array(LogLine),
  next: z.string().nullable(),
  total: Count,
  /** Only if asked for the failure of a run that has one: its line in the whole log, and how many lines are before `lines`. */
  failure: z.object({ line: Count, before: Count }).optional(),
})
export type LogPage = z.infer<typeof LogPage>
