import type { Awaiting } from '#domain/approvals/awaiting.ts'
import type { StepCounts } from '#domain/approvals/judge.ts'
import type { ApprovalTally } from '#domain/approvals/tally.ts'
import type { Failure } from '#domain/events/failure.ts'
import type { LateReportTime } from '#domain/lease/lateReports.ts'
import type { Disconnection } from '#domain/lease/lease.ts'
import type { Needle } from '#domain/search/needles.ts'
import type { StateRow } from './states.ts'
import type { HiddenOrgs } from './hiddenOrgs.ts'
import type { TagFilter } from './tagFilter.ts'

// Runs (updates, previews, and writes of the console), reports after their end, and the folds of their events.

export type UpdateStatus = 'not started' | 'running' | 'succeeded' | 'failed' | 'cancelled'

/** How a running update ended. An expired update has the status `failed`. */
export type EndReason = 'complete' | 'cancel' | 'expiry'

/** The request with which a client created the update, stored in full. */
export type UpdateRequest = {
  name?: string
  runtime?: string
  description?: string
  message: string
  environment: Record<string, string>
  config: Record<string, { string: string; secret: boolean; object: boolean }>
  options: Record<string, unknown>
}

export type Lease = {
  /** SHA-256 of the lease token. */
  tokenHash: string
  grantedAt: number
  /** Time of the last grant or renewal. */
  renewedAt: number
  expiresAt: number
  durationS: number
  /** The access token with which the update was started; not set for updates older than this field. */
  accessTokenId?: string | null
  /** When that token expires; null: never. */
  accessTokenExpiresAt?: number | null
  /**
   * When that token was revoked, or its user removed or given a lesser role: from then on the lease accepts no writes.
   */
  revokedAt?: number | null
}

export type UpdateRow = {
  id: string
  stackId: string
  kind: 'update' | 'preview' | 'refresh' | 'destroy' | 'import' | 'rename' | 'recovery'
  dryRun: boolean
  status: UpdateStatus
  endReason: EndReason | null
  /** Null for dry runs and before the start. */
  version: number | null
  /** The stack's version when it was created (dry run) or started. */
  baseVersion: number
  request: UpdateRequest
  requestedBy: string
  tokenName: string | null
  userAgent: string
  address: string | null
  createdAt: number
  startedAt: number | null
  endedAt: number | null
  /** The user who ended it, if not its own client. */
  endedBy: string | null
  isJournal: boolean
  /** The state to which its journal's indexes refer. */
  baseStateId: string | null
  /** The state that it left. */
  stateId: string | null
  resourceChanges: Record<string, number> | null
  /** The error that its client reported as the cause, or the first of several. */
  failure: Failure | null
  lease: Lease | null
  lastWriteAt: number | null
  lastEventAt: number | null
  /** The time from which it takes far longer than usual (`domain/health/runTrouble.ts`); null if unknown. */
  slowFrom: number | null
  /** When its client closed its last connection during the update, and when it had last called. */
  disconnected: Disconnection | null
  /** Its steps that wait for approval, while it runs. */
  awaiting: Awaiting | null
  /** What rules of approvals did to it; null if nothing. */
  approvalTally: ApprovalTally | null
  /** Steps that rules of approvals count, by rule; null until such a step ran, or a rule stopped one. */
  stepCounts: StepCounts | null
  /**
   * Checkpoints that its client saved, and the time from the arrival of each to its write; null if it saved none, and
   * for updates older than this field.
   */
  saves: { count: number; ms: number } | null
  hasUnknownEntries: boolean
  /** For an update that ended by expiry: when its own client came back. */
  cameBackAt: number | null
  /** The last report of its own client after the server or a user had ended it; null if none. */
  lateReport: LateReportTime | null
  resolvedAt: number | null
  resolvedBy: string | null
  resolvedReason: string | null
  /** The version of the recovery that resolved it; null if a user did. Undoing that version makes it orphaned again. */
  resolvedVersion: number | null
  /** The record of a write of the console (JSON). */
  recovery: unknown
}

export type LateRow = { id: number; updateId: string; receivedAt: number; what: string; text: string }

/** The result of folding an update's events up to the one with this `received`. */
export type FoldRow = { received: number; data: Uint8Array }

/**
 * Selects runs of all stacks. `before` is the position of a run: those older than it, or of the same time with a
 * smaller id.
 */
export type ActivityFilter = {
  org?: string
  project?: string
  stack?: string
  kind?: UpdateRow['kind']
  dryRun?: boolean
  /** An expired run is `expired` here, not `failed`. */
  result?: UpdateStatus | 'expired'
  requestedBy?: string
  /** Only runs of these stacks. */
  stackIds?: readonly string[]
  hiddenOrgs?: HiddenOrgs
  tag?: TagFilter
  /** Only runs created then or later (`since`), or before (`until`). */
  since?: number
  until?: number
  /** Each needle occurs in the text of the run (`runText`) or in the folded name of its stack. */
  needles?: readonly Needle[]
  before?: ActivityPlace
  limit: number
  /** At most so many runs are compared with the needles. */
  examine?: number
}

export type ActivityPlace = Pick<UpdateRow, 'createdAt' | 'id'>

/** `reached`: the last run that was compared, if the limit of compared runs ended the search; null otherwise. */
export type ActivityRows = { rows: UpdateRow[]; reached: ActivityPlace | null }

export type HistoryFilter = { previews: 'no' | 'only' | 'also'; limit: number; offset: number; baseVersion?: number }

/** A run, and the state that it left. */
export type HistoryRow = { update: UpdateRow; state: StateRow | null }

/** The facts of an update other than a preview that a strip of runs shows. */
export type RunRow = Pick<
  UpdateRow,
  'id' | 'stackId' | 'kind' | 'status' | 'endReason' | 'createdAt' | 'startedAt' | 'endedAt'
> & { version: number; isWaiting: boolean }

export interface UpdateReader {
  /** The last `each` versions of each of these stacks, in no order. */
  lastRuns(stackIds: readonly string[], each: number): Promise<RunRow[]>
  /** The number of updates other than previews started since then, by result; without those of deleted stacks. */
  startedSince(since: number, hiddenOrgs?: HiddenOrgs): Promise<{ status: UpdateStatus | 'expired'; count: number }[]>
  update(id: string): Promise<UpdateRow | undefined>
  updateByVersion(stackId: string, version: number): Promise<UpdateRow | undefined>
  /**
   * Updates other than previews by version, newest first; with dry runs, by creation time, newest first. Updates that
   * were created but never started are left out.
   */
  updates(stackId: string, options: HistoryFilter): Promise<UpdateRow[]>
  /** The same, each with the state that it left. */
  history(stackId: string, options: HistoryFilter): Promise<HistoryRow[]>
  updateCount(stackId: string, options: { previews: 'no' | 'only' | 'also'; baseVersion?: number }): Promise<number>
  /**
   * Runs of all live stacks by creation, newest first, dry runs included; updates that were created but never started
   * are left out.
   */
  activity(filter: ActivityFilter): Promise<ActivityRows>
  /** All running updates with a lease, dry runs included. */
  runningUpdates(hiddenOrgs?: HiddenOrgs): Promise<UpdateRow[]>
  /** Expired and unresolved updates other than previews. */
  orphanedUpdates(hiddenOrgs?: HiddenOrgs): Promise<UpdateRow[]>
  /** The newest expired and unresolved update of a stack, other than a preview. */
  orphanedUpdateOf(stackId: string): Promise<UpdateRow | undefined>
  late(updateId: string): Promise<LateRow[]>
  /** The size of the late reports: rows, characters of their texts, and the name of the last one. */
  lateSize(updateId: string): Promise<{ rows: number; length: number; last: string | null }>
  fold(updateId: string): Promise<FoldRow | undefined>
}

export interface UpdateWriter {
  insertUpdate(row: UpdateRow): Promise<void>
  patchUpdate(id: string, patch: Partial<Omit<UpdateRow, 'id' | 'stackId'>>): Promise<void>
  appendLate(updateId: string, row: { receivedAt: number; what: string; text: string }): Promise<void>
  /** Replaces the former fold. */
  putFold(updateId: string, fold: FoldRow): Promise<void>
}
