import type { Failure } from '#domain/events/failure.ts'
import type { Disconnection } from '#domain/lease/lease.ts'
import type { StateRow } from './states.ts'

// Runs: updates, previews, and what the console writes; what came after their end, and what was made of their events.

export type UpdateStatus = 'not started' | 'running' | 'succeeded' | 'failed' | 'cancelled'

/** How a running update ended. An expired one has status `failed`. */
export type EndReason = 'complete' | 'cancel' | 'expiry'

/** What a client said when it created the update: kept whole. */
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
  /** Last grant or renewal. */
  renewedAt: number
  expiresAt: number
  durationS: number
  /** The access token that the update was started with; not kept for updates that were started before it was. */
  accessTokenId?: string | null
  /** When that token expires, if it does. */
  accessTokenExpiresAt?: number | null
  /** When that token was revoked, or its user removed or given a lesser role: from then on nothing is written with the lease. */
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
  /** Who ended it, if not its own client. */
  endedBy: string | null
  isJournal: boolean
  /** The state that its journal indexes refer to. */
  baseStateId: string | null
  /** The state that it left. */
  stateId: string | null
  resourceChanges: Record<string, number> | null
  /** The error that its client reported as the cause, or the first of several. */
  failure: Failure | null
  lease: Lease | null
  lastWriteAt: number | null
  lastEventAt: number | null
  /** When its client closed its last connection while it ran, and when it had called last. */
  disconnected: Disconnection | null
  hasUnknownEntries: boolean
  /** For an update that ended by expiry: when its own client came back. */
  cameBackAt: number | null
  settledAt: number | null
  settledBy: string | null
  settledReason: string | null
  /** The version of the recovery that settled it; null where a person did. An undo of that version opens it again. */
  settledVersion: number | null
  /** What a write of the console recorded about itself (JSON). */
  recovery: unknown
}

export type LateRow = { id: number; updateId: string; receivedAt: number; what: string; text: string }

/** What was made of an update's events up to the one of this `received`. */
export type FoldRow = { received: number; data: Uint8Array }

/** Which runs of all stacks. `before` is the place of a run: those older than it, or made in its moment with a smaller id. */
export type ActivityFilter = {
  org?: string
  project?: string
  stack?: string
  kind?: UpdateRow['kind']
  dryRun?: boolean
  /** A run that ended by expiry is `expired` here, not `failed`. */
  result?: UpdateStatus | 'expired'
  requestedBy?: string
  before?: { createdAt: number; id: string }
  limit: number
}

export type HistoryFilter = { previews: 'no' | 'only' | 'also'; limit: number; offset: number; baseVersion?: number }

/** A run, and the state that it left. */
export type HistoryRow = { update: UpdateRow; state: StateRow | null }

/** A real update in short: what a strip of runs shows. */
export type RunRow = Pick<
  UpdateRow,
  'id' | 'stackId' | 'kind' | 'status' | 'endReason' | 'createdAt' | 'startedAt' | 'endedAt'
> & { version: number }

export interface UpdateReader {
  /** The last `each` versions of every one of these stacks, in no order. */
  lastRuns(stackIds: readonly string[], each: number): Promise<RunRow[]>
  /** How many real updates were started since then, by how they ended. */
  startedSince(since: number): Promise<{ status: UpdateStatus | 'expired'; count: number }[]>
  update(id: string): Promise<UpdateRow | undefined>
  updateByVersion(stackId: string, version: number): Promise<UpdateRow | undefined>
  /** Real updates by version, newest first; with dry runs, by creation time, newest first. Never-started real ones are left out. */
  updates(stackId: string, options: HistoryFilter): Promise<UpdateRow[]>
  /** The same, each with the state that it left. */
  history(stackId: string, options: HistoryFilter): Promise<HistoryRow[]>
  updateCount(stackId: string, options: { previews: 'no' | 'only' | 'also'; baseVersion?: number }): Promise<number>
  /** Runs of all live stacks by creation, newest first, dry runs included; never-started real ones are left out. */
  activity(filter: ActivityFilter): Promise<UpdateRow[]>
  /** Every running update that has a lease, dry runs included. */
  runningUpdates(): Promise<UpdateRow[]>
  /** Real updates that ended by expiry and are not settled. */
  orphanedUpdates(): Promise<UpdateRow[]>
  /** The newest real update of a stack that ended by expiry and is not settled. */
  orphanedUpdateOf(stackId: string): Promise<UpdateRow | undefined>
  late(updateId: string): Promise<LateRow[]>
  /** How much there is of that: rows, characters of their texts, and what the last one is. */
  lateSize(updateId: string): Promise<{ rows: number; length: number; last: string | null }>
  fold(updateId: string): Promise<FoldRow | undefined>
}

export interface UpdateWriter {
  insertUpdate(row: UpdateRow): Promise<void>
  patchUpdate(id: string, patch: Partial<Omit<UpdateRow, 'id' | 'stackId'>>): Promise<void>
  appendLate(updateId: string, row: { receivedAt: number; what: string; text: string }): Promise<void>
  /** In place of the one before. */
  putFold(updateId: string, fold: FoldRow): Promise<void>
}
