import type { Health, StackSort } from '#contract/stacks.ts'
import { utcDate } from '#words/time.ts'
import type { Failure } from '#domain/events/failure.ts'
import type { Disconnection } from '#domain/lease/lease.ts'

/**
 * What every store offers. The rules (who may start, what an end does) live above it, once; a store gives
 * atomic transactions, a lock on a stack, durable rows and byte-exact texts. `suite.ts` holds what each must pass.
 */

import type { LedgerReader, LedgerWriter } from './ledgerPort.ts'

export type UpdateStatus = 'not started' | 'running' | 'succeeded' | 'failed' | 'cancelled'
/** How a running update ended. An expired one has status `failed`. */
export type EndReason = 'complete' | 'cancel' | 'expiry'

export type UserRow = {
  id: string
  login: string
  name: string
  role: UserRole
  /** The role in the organisations named here, in the place of `role`. */
  roles: Record<string, UserRole>
  createdAt: number
  /** A removed user keeps their place in the history, and can do nothing. */
  removedAt: number | null
}
export type UserRole = 'reader' | 'operator' | 'admin'

/** What a token may be used for, the most harmless first; each includes those before it. */
export type TokenScope = 'metrics' | 'read' | 'preview' | 'operate' | 'admin'

/** Tokens, sessions and one-time codes are known by the SHA-256 of their value (lower-case hex), never by the value. */
export type TokenRow = {
  id: string
  userId: string
  name: string
  hash: string
  hint: string
  source: 'console' | 'cli-login' | 'api' | 'terminal' | 'environment'
  scope: TokenScope
  /** The token that it was made with, directly or in a session begun with that one; revoking that one revokes this one. */
  parentId: string | null
  /** The `id` of the browser session that it was made in. */
  sessionId: string | null
  createdAt: number
  /** From then on it is worth nothing; null: never. */
  expiresAt: number | null
  lastUsedAt: number | null
  revokedAt: number | null
}
/** A browser's session. How long it lasts follows from when it was begun and when it was last used (`http/session.ts`). */
export type SessionRow = {
  hash: string
  /** By which people name it. */
  id: string
  userId: string
  /** The token that it was begun with, or that made the link it was begun with: it can do no more, and ends with it. */
  tokenId: string | null
  createdAt: number
  lastUsedAt: number
  userAgent: string
  address: string | null
}
/** `tokenId`: the token that it was made with; what it begins ends with that one. */
export type CodeRow = {
  hash: string
  userId: string
  tokenId: string | null
  expiresAt: number
  usedAt: number | null
}

export type StackRow = {
  id: string
  org: string
  project: string
  name: string
  tags: Record<string, string>
  createdAt: number
  /** The last version number given out; numbers are never reused. */
  version: number
  /** The state in force; null before the first. */
  stateId: string | null
  /** The most recently started real update, running or ended. */
  latestUpdateId: string | null
  /** The real update that holds the lease. */
  holderId: string | null
  /** Alarms that nobody has acknowledged: resources left the state, or one object has two names. */
  openAlarms: number
  /** Held for maintenance; past its `until` it holds nothing any more, even before it is taken away. */
  lock: StackLock | null
  /** The stack's data key, wrapped by the master key and bound to the stack's id. */
  wrappedKey: string
  deletedAt: number | null
}

/** Who holds a stack for maintenance, why, and until when. */
export type StackLock = {
  id: string
  login: string
  /** Null for a person in a browser. */
  tokenName: string | null
  userAgent: string
  address: string | null
  reason: string
  since: number
  until: number
}

/** Somebody who waits for a stack's lease. */
export type WaiterRow = {
  /** The ticket by which they ask again. */
  id: string
  stackId: string
  login: string
  tokenName: string | null
  userAgent: string
  address: string | null
  since: number
  /** When they are taken to have gone away, unless they ask again. */
  expiresAt: number
  /** When they were told that it is their turn; until they expire, nobody behind them is. */
  toldAt: number | null
}

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

/** A state that was in force after some version. Facts about it are kept beside it, so that lists need not parse it. */
export type StateRow = {
  id: string
  stackId: string
  version: number
  updateId: string | null
  createdAt: number
  bytes: number
  /** Lower-case hex SHA-256 of the text. */
  hash: string
  resourceCount: number
  pendingCount: number
  pendingCreates: number
  /** First finding of the verifier, or null. */
  finding: string | null
  /** When its text was removed, by the retention of versions; everything else about it stays. Null: the text is there. */
  textRemovedAt: number | null
  /** Names of the stacks that it reads outputs of; null for states that were stored before this was kept. */
  stackReferences: string[] | null
}

export type JournalRow = { sequenceID: number; operationID: number; kind: number; text: string; receivedAt: number }
/** `line` counts those that may be a line of the log, from 1; null for all others. */
export type EventRow = {
  received: number
  sequence: number
  line: number | null
  text: string
  receivedAt: number
  late: boolean
}
export type LateRow = { id: number; updateId: string; receivedAt: number; what: string; text: string }

/** Something that happened to a lease: kept for the people who ask who held it and who was refused. */
export type LeaseLogRow = {
  id: number
  stackId: string
  updateId: string | null
  at: number
  what:
    | 'granted'
    | 'renewed'
    | 'refused'
    | 'released'
    | 'expired'
    | 'completed'
    | 'extended'
    | 'came-back'
    | 'locked'
    | 'lock-extended'
    | 'lock-released'
    | 'lock-broken'
    | 'lock-ended'
  login: string
  tokenName: string | null
  userAgent: string
  address: string | null
  detail: string
}

export type AuditRow = {
  id: number
  at: number
  login: string
  tokenName: string | null
  address: string | null
  action: string
  stackId: string | null
  /** `org/project/name` as it was then. */
  stack: string | null
  detail: string
  requestId: string
}

/**
 * Which rows of the audit log, by what they must be equal to; `before` and `after` are ids, `since` (inclusive) and
 * `until` (exclusive) times. `org` keeps what was done to its stacks and what was done to no stack.
 */
export type AuditFilter = {
  org?: string
  stackId?: string
  stack?: string
  login?: string
  action?: string
  before?: number
  after?: number
  since?: number
  until?: number
  /** Newest first, if not said otherwise. */
  order?: 'newest' | 'oldest'
  limit: number
}

/** Text of an update that checkpoints without a journal: what the next delta applies to. */
export type Working = {
  sequenceNumber: number
  kind: 'full' | 'verbatim' | 'delta'
  bytes: Uint8Array
  features: string[] | null
  version: number
}
/** A delta save: byte edits (JSON), and the lower-case hex SHA-256 of the text that they lead to. */
export type Patch = { hash: string; edits: Uint8Array }
/** The text that was put, and in order what was patched onto it since. */
export type PatchedWorking = Working & { patches: Patch[] }

/** A text part by part; may be read after the transaction. Throws at the latest before the last part if it is damaged. */
export type TextParts = { bytes: number; parts: AsyncIterable<Uint8Array> }

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

export type StackName = { org: string; project: string; name: string }
export type StackListing = StackRow & { state: StateRow | null; latest: UpdateRow | null }
export type StackListFilter = { org?: string; project?: string; includeDeleted?: boolean }

/** A stack in a list; `orphanedUpdate` is its newest update that expired and nobody settled, where that says something. */
export type ListedStack = StackListing & { orphanedUpdate: UpdateRow | null }
/** Which stacks the state in force of one reads outputs of; null for states that were stored before this was kept. */
export type ReferencesRow = { stackId: string; stateId: string; hash: string; names: string[] | null }
export type TagFilter = { name: string; value?: string }

/** Which live stacks, in which order; by name among equals. */
export type StackPageFilter = {
  org?: string
  project?: string
  tag?: TagFilter
  /** Each must stand in the name, in a tag (`name=value`) or in the health, in any case. */
  words?: readonly string[]
  healths?: readonly Health[]
  /** Only those that a real update was started of. */
  wasUpdated?: boolean
  /** Epoch milliseconds: whether a lease is suspect depends on it. */
  now: number
  sort: StackSort
  limit: number
  offset: number
}

/** Which live stacks, by org, project and name; `after` is the last one of the page before. */
export type StackLineFilter = { org?: string; project?: string; tag?: TagFilter; after?: StackName; limit: number }
/** The little that `pulumi stack ls` shows. */
export type StackLine = StackName & {
  id: string
  isHeld: boolean
  lastStartedAt: number | null
  resourceCount: number
}

export type HistoryFilter = { previews: 'no' | 'only' | 'also'; limit: number; offset: number; baseVersion?: number }
/** A run, and the state that it left. */
export type HistoryRow = { update: UpdateRow; state: StateRow | null }

/** What was made of an update's events up to the one of this `received`. */
export type FoldRow = { received: number; data: Uint8Array }

/**
 * A page in the engine's order: of the events received after `from` and up to `upTo`, those of a higher sequence than
 * `after`. For lines of a log, `from` and `upTo` are numbers of lines.
 */
export type InSequence = { from: number; upTo: number; after: number; limit: number }

export interface Reader extends LedgerReader {
  meta(key: string): Promise<string | undefined>

  userByLogin(login: string): Promise<UserRow | undefined>
  userById(id: string): Promise<UserRow | undefined>
  /** Removed ones too. */
  users(): Promise<UserRow[]>
  /** Not revoked ones only. */
  tokenByHash(hash: string): Promise<TokenRow | undefined>
  /** Newest first, revoked ones left out. */
  tokens(userId: string): Promise<TokenRow[]>
  /** A revoked one too. */
  tokenById(id: string): Promise<TokenRow | undefined>
  /** Made with this one, newest first, revoked ones left out. */
  childTokens(parentId: string): Promise<TokenRow[]>
  sessionByHash(hash: string): Promise<SessionRow | undefined>
  /** Of a user, or begun with a token; last used first. */
  sessions(of: { userId: string } | { tokenId: string }): Promise<SessionRow[]>
  codeByHash(hash: string): Promise<CodeRow | undefined>

  /** Live (not deleted) stacks only. */
  stack(name: StackName): Promise<StackRow | undefined>
  stackById(id: string): Promise<StackRow | undefined>
  /** With the state in force and the latest real update, sorted by org, project, name. */
  stacks(filter: StackListFilter): Promise<StackListing[]>
  /** A page of the live stacks, and how many there are in all. */
  stackPage(filter: StackPageFilter): Promise<{ stacks: ListedStack[]; total: number }>
  /** Of live ones. */
  stackCount(): Promise<number>
  stackLines(filter: StackLineFilter): Promise<StackLine[]>
  /** The live ones of these, in no order. */
  listedStacks(ids: readonly string[]): Promise<ListedStack[]>
  /** Of live stacks, in no order; of those that read nothing there is no row. */
  stackReferences(): Promise<ReferencesRow[]>
  /** Of live stacks, sorted. */
  projects(): Promise<string[]>
  /** Of live stacks, sorted. */
  organizations(): Promise<string[]>
  /** The newest real update of a stack that ended by expiry and is not settled. */
  orphanedUpdateOf(stackId: string): Promise<UpdateRow | undefined>

  /** Live stacks that have a lock, also one whose end has come, sorted by org, project, name. */
  lockedStacks(): Promise<StackRow[]>
  /** In the order of their arrival, also those who have gone away. */
  waiters(stackId: string): Promise<WaiterRow[]>

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

  state(id: string): Promise<StateRow | undefined>
  stateByVersion(stackId: string, version: number): Promise<StateRow | undefined>
  /** Byte for byte what was put. Throws when the id is unknown, and `TextRemovedError` when the text was removed. */
  stateText(id: string): Promise<Uint8Array>
  /** The same, without having all of it at once. */
  stateParts(id: string): Promise<TextParts>
  states(stackId: string, options: { limit: number; offset: number }): Promise<StateRow[]>
  stateCount(stackId: string): Promise<number>

  working(updateId: string): Promise<PatchedWorking | undefined>
  /** The sequence number of `working`, without its text. */
  workingSequence(updateId: string): Promise<number | undefined>
  /** Ascending by sequenceID. */
  journal(updateId: string): Promise<JournalRow[]>
  /** How many entries of each kind there are, ascending by kind, without their texts. */
  journalKinds(updateId: string): Promise<{ kind: number; count: number }[]>
  /** How many entries there are, and when the earliest was received (null of none); without reading their texts. */
  journalSpan(updateId: string): Promise<{ entries: number; firstAt: number | null }>
  /** Ascending by the order of receipt; `after` is a `received` number. */
  events(updateId: string, options: { after: number; limit: number }): Promise<EventRow[]>
  /** Ascending by sequence. */
  eventsBySequence(updateId: string, page: InSequence): Promise<EventRow[]>
  /** The number of the newest event; 0 without any. */
  lastReceived(updateId: string): Promise<number>
  /** Events that may be lines of the log, in order of receipt, from the one after this `line` on. */
  logLines(updateId: string, options: { after: number; limit: number }): Promise<EventRow[]>
  /** The same events, ascending by sequence. */
  logLinesBySequence(updateId: string, page: InSequence): Promise<EventRow[]>
  /** How many those are. */
  logLineCount(updateId: string): Promise<number>
  fold(updateId: string): Promise<FoldRow | undefined>
  late(updateId: string): Promise<LateRow[]>
  /** How much there is of that: rows, characters of their texts, and what the last one is. */
  lateSize(updateId: string): Promise<{ rows: number; length: number; last: string | null }>
  /** Ascending by time; at most `limit`, the newest of them. */
  leaseLog(filter: { stackId: string; updateId?: string; limit: number }): Promise<LeaseLogRow[]>
  audit(filter: AuditFilter): Promise<AuditRow[]>
}

/** The questions about the events of an update. */
export type EventReader = Pick<
  Reader,
  'events' | 'eventsBySequence' | 'lastReceived' | 'logLines' | 'logLinesBySequence' | 'logLineCount'
>

/** The part of a reader that pages lists. */
export type ListReader = Pick<
  Reader,
  | 'stackPage'
  | 'stackCount'
  | 'stackLines'
  | 'listedStacks'
  | 'stackReferences'
  | 'projects'
  | 'organizations'
  | 'orphanedUpdateOf'
  | 'history'
  | 'fold'
>

/**
 * What a writer reads of an update, a session, a user or `meta` by its name, or of a token by its id, stays so to the end
 * of its transaction: other writers wait. So a call may decide by what it read; an update is held by holding its stack.
 */
export interface Writer extends Reader, LedgerWriter {
  setMeta(key: string, value: string): Promise<void>

  insertUser(row: UserRow): Promise<void>
  patchUser(id: string, patch: Partial<Pick<UserRow, 'name' | 'role' | 'roles' | 'removedAt'>>): Promise<void>
  insertToken(row: TokenRow): Promise<void>
  patchToken(id: string, patch: Partial<Pick<TokenRow, 'lastUsedAt' | 'revokedAt' | 'name'>>): Promise<void>
  insertSession(row: SessionRow): Promise<void>
  /** Notes a use, if it is still there. */
  useSession(hash: string, lastUsedAt: number): Promise<void>
  deleteSession(hash: string): Promise<void>
  /** Ends all sessions of a user, or all that were begun with a token. */
  deleteSessions(of: { userId: string } | { tokenId: string }): Promise<void>
  insertCode(row: CodeRow): Promise<void>
  /** Marks a code as used; false when it was used before, is unknown, or expired at `now`. */
  useCode(hash: string, now: number): Promise<boolean>
  /** Forgets the codes of a user. */
  deleteCodes(userId: string): Promise<void>
  /** Forgets sessions that were begun, or last used, no later than these times. */
  dropSessions(ended: { begunBy: number; usedBy: number }): Promise<void>
  /** Forgets codes that were used, or expired by `now`. */
  dropCodes(now: number): Promise<void>

  /** Waits until no other transaction holds this stack, then holds it to the end of this one. */
  lockStack(id: string): Promise<StackRow | undefined>
  /** An update and its stack, held likewise: all that a call inside an update decides by, in one question. */
  holdUpdate(id: string): Promise<{ stack: StackRow; update: UpdateRow } | undefined>
  /** Throws `TakenError` when a live stack has the name. */
  insertStack(row: StackRow): Promise<void>
  /** Throws `TakenError` likewise. */
  patchStack(id: string, patch: Partial<Omit<StackRow, 'id'>>): Promise<void>

  /** A new one, or in the place of the one with this id. */
  putWaiter(row: WaiterRow): Promise<void>
  /** Forgets those of all stacks who expired by `now`. */
  dropWaiters(now: number): Promise<void>

  insertUpdate(row: UpdateRow): Promise<void>
  patchUpdate(id: string, patch: Partial<Omit<UpdateRow, 'id' | 'stackId'>>): Promise<void>

  putState(row: StateRow, text: Uint8Array): Promise<void>
  /**
   * Removes the text of a state for good, unless it is gone already; other states with the same text keep it. To be
   * called while the state's stack is held.
   */
  dropStateText(id: string, at: number): Promise<void>
  putWorking(updateId: string, working: Working): Promise<void>
  /** Adds a delta save to the working text, which must be there. */
  patchWorking(updateId: string, facts: Pick<Working, 'sequenceNumber' | 'version'>, patch: Patch): Promise<void>
  dropWorking(updateId: string): Promise<void>
  /** Rows whose sequenceID is there already are left alone. Returns how many were new. */
  appendJournal(updateId: string, rows: Omit<JournalRow, 'receivedAt'>[], receivedAt: number): Promise<number>
  /** Deduplicated by sequence. Returns how many were new. */
  appendEvents(
    updateId: string,
    rows: { sequence: number; text: string; isLine?: boolean }[],
    receivedAt: number,
    late: boolean,
  ): Promise<number>
  /** In the place of the one before. */
  putFold(updateId: string, fold: FoldRow): Promise<void>
  appendLate(updateId: string, row: { receivedAt: number; what: string; text: string }): Promise<void>
  appendLeaseLog(row: Omit<LeaseLogRow, 'id'>): Promise<void>
  appendAudit(row: Omit<AuditRow, 'id'>): Promise<void>
}

export interface Store {
  /** Epoch milliseconds by the store's own clock. */
  now(): Promise<number>
  /** A consistent view. */
  read<T>(work: (reader: Reader) => Promise<T>): Promise<T>
  /** All or nothing, durable when the promise resolves. A throw rolls everything back. Not to be nested. */
  write<T>(work: (writer: Writer) => Promise<T>): Promise<T>
  /**
   * Does beforehand what putting a text takes (cutting, compressing), so that nobody waits for a transaction that does
   * it. Returns the text to be put, as a state of a stack or as a working text; the one given may not be used any more.
   */
  ready(text: Uint8Array, as: { stackId: string } | 'working'): Promise<Uint8Array>
  close(): Promise<void>
}

/** A live stack with this name exists. */
export class TakenError extends Error {}

/** The state is known, and its text was removed. The message is for a person. */
export class TextRemovedError extends Error {
  readonly version: number
  constructor({ version, textRemovedAt }: Pick<StateRow, 'version' | 'textRemovedAt'>) {
    const day = utcDate(textRemovedAt ?? 0)
    super(`The state of version ${version} was removed on ${day} by the retention of versions; its history is kept.`)
    this.version = version
  }
}

/** The store cannot be reached or written right now (disk full, database away). */
export class StoreUnavailableError extends Error {}
