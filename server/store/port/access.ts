// Users and their credentials: access tokens, sessions, one-time codes.

import type { CredentialAction } from '#contract/credentialChanges.ts'

export type UserRow = {
  id: string
  login: string
  name: string
  role: UserRole
  /** Roles in individual organizations, which override `role`. */
  roles: Record<string, OrganizationRole>
  createdAt: number
  /** Time of the removal. A removed user stays in the history, and can do nothing. */
  removedAt: number | null
}

/** A user as read, with what their role in an organization also depends on. */
export type KnownUser = UserRow & {
  /** The organizations of connected backends that only administrators see, unless a role is given there. */
  closedOrgs: string[]
}

export type UserRole = 'reader' | 'operator' | 'admin'
/** `none`: nothing of the organization may be seen. */
export type OrganizationRole = UserRole | 'none'

/** The scopes of a token, in ascending order; each includes those before it. */
export type TokenScope = 'metrics' | 'read' | 'preview' | 'operate' | 'admin'

/**
 * A token. Tokens, sessions and one-time codes are identified by the SHA-256 of their value (lower-case hex); the value
 * itself is never stored.
 */
export type TokenRow = {
  id: string
  userId: string
  name: string
  hash: string
  hint: string
  source: 'console' | 'cli-login' | 'api' | 'terminal' | 'environment'
  scope: TokenScope
  /**
   * The token with which it was created, directly or in a session started with that token; revoking that one revokes
   * this one.
   */
  parentId: string | null
  /** The `id` of the browser session in which it was created. */
  sessionId: string | null
  createdAt: number
  /** When it expires; null: never. */
  expiresAt: number | null
  lastUsedAt: number | null
  revokedAt: number | null
}

/** A browser session. Its end depends on when it was started and last used (`http/session.ts`). */
export type SessionRow = {
  hash: string
  /** The id shown to users. */
  id: string
  userId: string
  /**
   * The token with which it was started, or that created the sign-in link: the session has no more rights, and ends
   * with it.
   */
  tokenId: string | null
  createdAt: number
  lastUsedAt: number
  userAgent: string
  address: string | null
}

/** `tokenId`: the token with which it was created; sessions started with the code end with that token. */
export type CodeRow = {
  hash: string
  userId: string
  tokenId: string | null
  expiresAt: number
  usedAt: number | null
}

/** A change of a user's credentials. */
export type CredentialChangeRow = {
  id: number
  userId: string
  at: number
  action: CredentialAction
  login: string
  address: string | null
  /** The `id` of the browser session or access token that made it; null for the server and its command line. */
  byId: string | null
  /** When the user marked it as seen. */
  seenAt: number | null
}

/** Selects the changes of a user that they have not seen, except those made by one of their own sessions or tokens. */
export type CredentialChangesOf = { userId: string; notBy: string }

export interface AccessReader {
  userByLogin(login: string): Promise<KnownUser | undefined>
  userById(id: string): Promise<KnownUser | undefined>
  /** Includes removed users. */
  users(): Promise<KnownUser[]>
  /** Excludes revoked tokens. */
  tokenByHash(hash: string): Promise<TokenRow | undefined>
  /** Newest first, without revoked tokens. */
  tokens(userId: string): Promise<TokenRow[]>
  /** Includes revoked tokens. */
  tokenById(id: string): Promise<TokenRow | undefined>
  /** Tokens created with this one, newest first, without revoked tokens. */
  childTokens(parentId: string): Promise<TokenRow[]>
  sessionByHash(hash: string): Promise<SessionRow | undefined>
  /** Sessions of a user, or started with a token; last used first. */
  sessions(of: { userId: string } | { tokenId: string }): Promise<SessionRow[]>
  codeByHash(hash: string): Promise<CodeRow | undefined>
  /** Newest first, with the total number. */
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
  /** Records a use of a session, if it still exists. */
  useSession(hash: string, lastUsedAt: number): Promise<void>
  deleteSession(hash: string): Promise<void>
  /** Deletes all sessions of a user, or all that were started with a token. */
  deleteSessions(of: { userId: string } | { tokenId: string }): Promise<void>
  insertCode(row: CodeRow): Promise<void>
  /** Marks a code as used; false if it was used before, is unknown, or expired at `now`. */
  useCode(hash: string, now: number): Promise<boolean>
  /** Deletes the codes of a user. */
  deleteCodes(userId: string): Promise<void>
  appendCredentialChange(row: Omit<CredentialChangeRow, 'id' | 'seenAt'>): Promise<void>
  /** Marks the changes up to this id as seen. */
  markCredentialChanges(of: CredentialChangesOf & { upTo: number; seenAt: number }): Promise<void>
  /** Deletes sessions that were started, or last used, at or before these times. */
  dropSessions(ended: { begunBy: number; usedBy: number }): Promise<void>
  /** Deletes codes that were used, or expired by `now`. */
  dropCodes(now: number): Promise<void>
}
