// People and what they sign in with: users, access tokens, sessions, one-time codes.

import type { CredentialDeed } from '#contract/credentialChanges.ts'

export type UserRow = {
  id: string
  login: string
  name: string
  role: UserRole
  /** The role in the organizations named here, in place of `role`. */
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
  /** The token that it was made with, directly or in a session started with that one; revoking that one revokes this one. */
  parentId: string | null
  /** The `id` of the browser session that it was made in. */
  sessionId: string | null
  createdAt: number
  /** From then on it is worth nothing; null: never. */
  expiresAt: number | null
  lastUsedAt: number | null
  revokedAt: number | null
}

/** A browser's session. How long it lasts follows from when it was started and when it was last used (`http/session.ts`). */
export type SessionRow = {
  hash: string
  /** By which people name it. */
  id: string
  userId: string
  /** The token that it was started with, or that made the link it was started with: it can do no more, and ends with it. */
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

/** Something that happened to a user's credentials. */
export type CredentialChangeRow = {
  id: number
  userId: string
  at: number
  deed: CredentialDeed
  login: string
  address: string | null
  /** The `id` of the browser session or access token that did it; null for the server and its terminal. */
  byId: string | null
  /** When the user marked it as seen. */
  seenAt: number | null
}

/** Those of a user that they have not seen, without what one of their sessions or tokens did itself. */
export type CredentialChangesOf = { userId: string; notBy: string }

export interface AccessReader {
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
  /** Of a user, or started with a token; last used first. */
  sessions(of: { userId: string } | { tokenId: string }): Promise<SessionRow[]>
  codeByHash(hash: string): Promise<CodeRow | undefined>
  /** Newest first, with how many there are in all. */
  credentialChanges(
    of: CredentialChangesOf & { limit: number },
  ): Promise<{ rows: CredentialChangeRow[]; total: number }>
}

export interface AccessWriter {
  insertUser(row: UserRow): Promise<void>
  patchUser(id: string, patch: Partial<Pick<UserRow, 'name' | 'role' | 'roles' | 'removedAt'>>): Promise<void>
  insertToken(row: TokenRow): Promise<void>
  patchToken(id: string, patch: Partial<Pick<TokenRow, 'lastUsedAt' | 'revokedAt' | 'name'>>): Promise<void>
  insertSession(row: SessionRow): Promise<void>
  /** Notes a use, if it is still there. */
  useSession(hash: string, lastUsedAt: number): Promise<void>
  deleteSession(hash: string): Promise<void>
  /** Ends all sessions of a user, or all that were started with a token. */
  deleteSessions(of: { userId: string } | { tokenId: string }): Promise<void>
  insertCode(row: CodeRow): Promise<void>
  /** Marks a code as used; false when it was used before, is unknown, or expired at `now`. */
  useCode(hash: string, now: number): Promise<boolean>
  /** Forgets the codes of a user. */
  deleteCodes(userId: string): Promise<void>
  appendCredentialChange(row: Omit<CredentialChangeRow, 'id' | 'seenAt'>): Promise<void>
  /** Marks them as seen, up to this id. */
  markCredentialChanges(of: CredentialChangesOf & { upTo: number; seenAt: number }): Promise<void>
  /** Forgets sessions that were started, or last used, no later than these times. */
  dropSessions(ended: { begunBy: number; usedBy: number }): Promise<void>
  /** Forgets codes that were used, or expired by `now`. */
  dropCodes(now: number): Promise<void>
}
