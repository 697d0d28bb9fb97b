import { NOT_STARTED } from '#server/store/blankUpdate.ts'
import type { Store } from '#server/store/port.ts'
import type { SessionRow, TokenRow, UserRow } from '#server/store/port/access.ts'
import type { BackendRow } from '#server/store/port/backends.ts'
import type { AuditRow } from '#server/store/port/logs.ts'
import { NO_UPDATES_YET, type StackRow } from '#server/store/port/stacks.ts'
import { NO_FACTS, type StateRow } from '#server/store/port/states.ts'
import type { UpdateRow } from '#server/store/port/updates.ts'

/** The setup of a store test: its own store, its clock, and if supported the same store reopened. */
export type Bench = {
  store: Store
  advance: (ms: number) => void
  reopen?: () => Promise<Store>
  /** Bytes that the journal takes in the database's own table, as they were sent to it. */
  journalBytes?: () => Promise<number>
}
export type CurrentBench = () => Bench

export const aUser = (row: Partial<UserRow> = {}): UserRow => ({
  id: 'user-1',
  login: 'admin',
  name: 'Administrator',
  role: 'admin',
  roles: {},
  createdAt: 1_000,
  removedAt: null,
  ...row,
})

export const aToken = (row: Partial<TokenRow> = {}): TokenRow => ({
  id: 'token-1',
  userId: 'user-1',
  name: 'laptop',
  hash: 'hash-of-token-1',
  hint: 'ab12',
  source: 'console',
  scope: 'operate',
  parentId: null,
  sessionId: null,
  createdAt: 1_000,
  expiresAt: null,
  lastUsedAt: null,
  revokedAt: null,
  ...row,
})

export const aSession = (row: Partial<SessionRow> = {}): SessionRow => ({
  hash: 'hash-of-session-1',
  id: 'session-1',
  userId: 'user-1',
  tokenId: null,
  createdAt: 1_000,
  lastUsedAt: 2_000,
  userAgent: 'Mozilla/5.0',
  address: '127.0.0.1',
  ...row,
})

export const aBackend = (row: Partial<BackendRow> = {}): BackendRow => ({
  id: 'backend-1',
  org: 'acme-s3',
  kind: 's3',
  address: 's3://acme-state',
  keepsCopies: true,
  seenBy: 'everyone',
  source: 'console',
  connectedAt: 1_000,
  connectedBy: 'ada',
  layout: null,
  meta: null,
  seenAt: null,
  problem: null,
  ...row,
})

export const anAuditRow = (row: Partial<Omit<AuditRow, 'id'>> = {}): Omit<AuditRow, 'id'> => ({
  at: 1_000,
  login: 'admin',
  tokenName: 'laptop',
  address: '127.0.0.1',
  action: 'stack.create',
  stackId: null,
  stack: null,
  detail: 'why',
  requestId: 'request-1',
  ...row,
})

export const aStack = (row: Partial<StackRow> = {}): StackRow => ({
  ...NO_UPDATES_YET,
  id: 'stack-1',
  org: 'acme',
  project: 'website',
  name: 'prod',
  tags: { 'pulumi:runtime': 'nodejs' },
  createdAt: 1_000,
  wrappedKey: 'wrapped',
  ...row,
})

export const anUpdate = (row: Partial<UpdateRow> = {}): UpdateRow => ({
  ...NOT_STARTED,
  id: 'update-1',
  stackId: 'stack-1',
  kind: 'update',
  dryRun: false,
  baseVersion: 0,
  request: { message: 'first', environment: { 'git.head': 'abc' }, config: {}, options: { parallel: 4 } },
  requestedBy: 'admin',
  tokenName: 'laptop',
  userAgent: 'pulumi-cli/1',
  address: '127.0.0.1',
  createdAt: 2_000,
  ...row,
})

export const aLease = { tokenHash: 'hash', grantedAt: 2_000, renewedAt: 2_000, expiresAt: 302_000, durationS: 300 }

export const aState = (row: Partial<StateRow> = {}): StateRow => ({
  id: 'state-1',
  stackId: 'stack-1',
  version: 1,
  updateId: 'update-1',
  createdAt: 3_000,
  bytes: 2,
  hash: '0'.repeat(64),
  ...NO_FACTS,
  textRemovedAt: null,
  ...row,
})

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Bytes that do not compress, and are no text in any encoding. */
export function noise(length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let state = 1
  for (let at = 0; at < length; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    bytes[at] = state >>> 16
  }
  return bytes
}

/** A user, a stack, and an update that has not started. */
export const seed = (store: Store): Promise<void> =>
  store.write(async (writer) => {
    await writer.insertUser(aUser())
    await writer.insertStack(aStack())
    await writer.insertUpdate(anUpdate())
  })

/** Blocks until it is opened. */
export function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open: () => open() }
}
