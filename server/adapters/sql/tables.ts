import type { Listed } from '#server/store/listed.ts'
import type { CodeRow, CredentialChangeRow, SessionRow, TokenRow, UserRow } from '#server/store/port/access.ts'
import type { NewApprovalRow, RuleSetRow } from '#server/store/port/approvals.ts'
import type { BackendRow } from '#server/store/port/backends.ts'
import type { AuditRow, LeaseLogRow } from '#server/store/port/logs.ts'
import type { StackRow, TicketRow } from '#server/store/port/stacks.ts'
import type { StateRow, Working } from '#server/store/port/states.ts'
import type { AlarmRow, UntrackedRow } from '#server/store/port/untracked.ts'
import type { FoldRow, LateRow, UpdateRow } from '#server/store/port/updates.ts'
import { codec, type Stored } from './columns.ts'
import type { SearchTables } from './search/tables.ts'

/** `seq` is the order of arrival, which orders rows of the same instant. */
type Arrived<T> = T & { seq?: number }
type Owned<T> = T & { updateId: string }
type WorkingRow = Omit<Working, 'bytes'>

/** Events that arrived together, numbered in order of receipt from `firstReceived` without gaps. */
export type EventBatchRow = {
  updateId: string
  firstReceived: number
  lastReceived: number
  /** The lowest and the highest of the engine's sequence numbers. */
  lowest: number
  highest: number
  /** Number of events that are log lines, and the number of the last log line up to and including this batch. */
  lines: number
  lastLine: number
  receivedAt: number
  late: number
  data: Uint8Array
}

/** Entries that a client sent together, from the lowest number to the highest. */
export type JournalBatchRow = {
  updateId: string
  first: number
  last: number
  entries: number
  /** Number of entries by kind: `{"0": 3, "1": 2}`. */
  kinds: string
  receivedAt: number
  data: Uint8Array
}

export type Tables = SearchTables & {
  migrations: { version: number; name: string; appliedAt: number }
  meta: { key: string; value: string }
  users: Stored<UserRow>
  tokens: Arrived<TokenRow>
  sessions: SessionRow
  codes: CodeRow
  credentialChanges: Omit<Stored<CredentialChangeRow>, 'id'> & { id?: number }
  stacks: Stored<StackRow>
  backends: Stored<BackendRow>
  listed: Listed
  listedReferences: { stackId: string; target: string }
  listedTags: { stackId: string; name: string; value: string }
  tickets: TicketRow
  updates: Arrived<Stored<UpdateRow>>
  states: Arrived<Stored<StateRow> & { textKey: string }>
  texts: { key: string; encoding: string; bytes: number }
  textChunks: { key: string; n: number; data: Uint8Array }
  /** Frames: pieces of a stack's states, several compressed together. */
  frames: { stackId: string; id: number; data: Uint8Array }
  /** Delta saves since the working text was stored, in order; `hash` is that of the resulting text. */
  patches: { updateId: string; n: number; hash: string; data: Uint8Array }
  workings: Owned<Stored<WorkingRow>> & { textKey: string }
  untracked: Arrived<Stored<UntrackedRow>>
  alarms: Arrived<Stored<AlarmRow>>
  approvals: Arrived<Stored<NewApprovalRow>>
  approvalRules: Stored<RuleSetRow>
  journalBatches: JournalBatchRow
  eventBatches: EventBatchRow
  folds: Owned<FoldRow>
  late: Omit<LateRow, 'id'> & { id?: number }
  leaseLog: Omit<LeaseLogRow, 'id'> & { id?: number }
  audit: Omit<AuditRow, 'id'> & { id?: number }
  news: { seq: number; text: string }
  newsCounter: { id: number; seq: number }
}

export const users = codec<UserRow>({
  id: 'plain',
  login: 'plain',
  name: 'plain',
  role: 'plain',
  roles: 'json',
  createdAt: 'plain',
  removedAt: 'plain',
})

export const tokens = codec<TokenRow>({
  id: 'plain',
  userId: 'plain',
  name: 'plain',
  hash: 'plain',
  hint: 'plain',
  source: 'plain',
  scope: 'plain',
  parentId: 'plain',
  sessionId: 'plain',
  createdAt: 'plain',
  expiresAt: 'plain',
  lastUsedAt: 'plain',
  revokedAt: 'plain',
})

export const sessions = codec<SessionRow>({
  hash: 'plain',
  id: 'plain',
  userId: 'plain',
  tokenId: 'plain',
  createdAt: 'plain',
  lastUsedAt: 'plain',
  userAgent: 'plain',
  address: 'plain',
})
export const codes = codec<CodeRow>({
  hash: 'plain',
  userId: 'plain',
  tokenId: 'plain',
  expiresAt: 'plain',
  usedAt: 'plain',
})

export const credentialChanges = codec<CredentialChangeRow>({
  id: 'plain',
  userId: 'plain',
  at: 'plain',
  action: 'json',
  login: 'plain',
  address: 'plain',
  byId: 'plain',
  seenAt: 'plain',
})

export const stacks = codec<StackRow>({
  id: 'plain',
  org: 'plain',
  project: 'plain',
  name: 'plain',
  tags: 'json',
  createdAt: 'plain',
  version: 'plain',
  stateId: 'plain',
  latestUpdateId: 'plain',
  holderId: 'plain',
  openAlarms: 'plain',
  lock: 'json',
  wrappedKey: 'plain',
  deletedAt: 'plain',
  backendId: 'plain',
  elsewhere: 'json',
})

export const backends = codec<BackendRow>({
  id: 'plain',
  org: 'plain',
  kind: 'plain',
  address: 'plain',
  keepsCopies: 'bool',
  seenBy: 'plain',
  source: 'plain',
  connectedAt: 'plain',
  connectedBy: 'plain',
  layout: 'plain',
  meta: 'plain',
  seenAt: 'plain',
  problem: 'plain',
})

export const tickets = codec<TicketRow>({
  id: 'plain',
  stackId: 'plain',
  login: 'plain',
  tokenName: 'plain',
  userAgent: 'plain',
  address: 'plain',
  since: 'plain',
  expiresAt: 'plain',
  notifiedAt: 'plain',
})

export const updates = codec<UpdateRow>({
  id: 'plain',
  stackId: 'plain',
  kind: 'plain',
  dryRun: 'bool',
  status: 'plain',
  endReason: 'plain',
  version: 'plain',
  baseVersion: 'plain',
  request: 'json',
  requestedBy: 'plain',
  tokenName: 'plain',
  userAgent: 'plain',
  address: 'plain',
  createdAt: 'plain',
  startedAt: 'plain',
  endedAt: 'plain',
  endedBy: 'plain',
  isJournal: 'bool',
  baseStateId: 'plain',
  stateId: 'plain',
  resourceChanges: 'json',
  failure: 'json',
  lease: 'json',
  lastWriteAt: 'plain',
  lastEventAt: 'plain',
  slowFrom: 'plain',
  disconnected: 'json',
  awaiting: 'json',
  approvalTally: 'json',
  stepCounts: 'json',
  saves: 'json',
  hasUnknownEntries: 'bool',
  cameBackAt: 'plain',
  lateReport: 'json',
  resolvedAt: 'plain',
  resolvedBy: 'plain',
  resolvedReason: 'plain',
  resolvedVersion: 'plain',
  recovery: 'json',
})

export const states = codec<StateRow>({
  id: 'plain',
  stackId: 'plain',
  version: 'plain',
  updateId: 'plain',
  createdAt: 'plain',
  bytes: 'plain',
  hash: 'plain',
  resourceCount: 'plain',
  pendingCount: 'plain',
  pendingCreates: 'plain',
  unknownOutputs: 'plain',
  unhealthy: 'plain',
  finding: 'plain',
  textRemovedAt: 'plain',
  stackReferences: 'json',
})

export const workings = codec<WorkingRow>({
  sequenceNumber: 'plain',
  kind: 'plain',
  features: 'json',
  version: 'plain',
})

export const late = codec<LateRow>({
  id: 'plain',
  updateId: 'plain',
  receivedAt: 'plain',
  what: 'plain',
  text: 'plain',
})

export const leaseLog = codec<LeaseLogRow>({
  id: 'plain',
  stackId: 'plain',
  updateId: 'plain',
  at: 'plain',
  what: 'plain',
  login: 'plain',
  tokenName: 'plain',
  userAgent: 'plain',
  address: 'plain',
  detail: 'plain',
})

export const audit = codec<AuditRow>({
  id: 'plain',
  at: 'plain',
  login: 'plain',
  tokenName: 'plain',
  address: 'plain',
  action: 'plain',
  stackId: 'plain',
  stack: 'plain',
  detail: 'plain',
  requestId: 'plain',
})
