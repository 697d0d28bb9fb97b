import { z } from 'zod'
import { Count, Instant, StackRef } from './common.ts'

export const Role = z.enum(['reader', 'operator', 'admin'])
export type Role = z.infer<typeof Role>
/** A role in one organization; `none`: nothing of it may be seen. */
export const OrganizationRole = z.enum(['none', ...Role.options])
export type OrganizationRole = z.infer<typeof OrganizationRole>

/**
 * What a token permits, the most harmless scope first; each includes those before it. `metrics` only opens `/metrics`;
 * `preview` adds dry runs and audited decryption, for pull requests; `operate` all operations on stacks; `admin` users
 * and the audit log.
 */
export const Scope = z.enum(['metrics', 'read', 'preview', 'operate', 'admin'])
export type Scope = z.infer<typeof Scope>

export const Session = z.object({
  login: z.string(),
  name: z.string(),
  role: Role,
  /**
   * The most that this session may do in any organization: the lesser of its user's rights and those of the token that
   * started it.
   */
  scope: Scope,
  organizations: z.array(z.string()),
  via: z.enum(['cookie', 'token']),
  /** The server's clock, so that countdowns are right on a machine whose clock is wrong. */
  now: Instant,
  serverVersion: z.string(),
})
export type Session = z.infer<typeof Session>

/**
 * Either the one-time code of a link or an access token. A browser that is signed in as another user than the link's is
 * refused with `conflict`, and the link stays valid, unless `changeUser` is set.
 */
export const SignIn = z.union([
  z.object({ code: z.string().min(1), changeUser: z.boolean().default(false) }),
  z.object({ token: z.string().min(1) }),
])

export const AccessToken = z.object({
  id: z.string(),
  name: z.string(),
  /** The first characters, to tell tokens apart; never enough to use one. */
  hint: z.string(),
  scope: Scope,
  createdAt: Instant,
  /** The token is refused from then on; null if it never expires. */
  expiresAt: Instant.nullable(),
  lastUsedAt: Instant.nullable(),
  source: z.enum(['console', 'cli-login', 'api', 'terminal', 'environment']),
  /** The token that created this one, and its owner; revoking it revokes this one. Null if none did. */
  madeWith: z.object({ id: z.string(), name: z.string(), login: z.string() }).nullable(),
})
export type AccessToken = z.infer<typeof AccessToken>

export const AccessTokens = z.object({ tokens: z.array(AccessToken) })
/** Selectable lifetimes of a token, in days. */
export const LIFETIMES = [30, 90, 365] as const
export const NewToken = z.object({
  name: z.string().trim().min(1).max(200),
  /** By default `operate`, or less if the user may do less. */
  scope: Scope.optional(),
  expiresInDays: z.literal(LIFETIMES).nullable().default(null),
})
export type NewToken = z.input<typeof NewToken>
/**
 * What ends when tokens are revoked: everything created with them, directly or through other tokens. For one token,
 * what ends in addition to it; for a removed user, everything.
 */
export const RevocationEffect = z.object({
  tokens: z.array(z.object({ name: z.string(), login: z.string() })),
  sessions: Count,
  /** Whether the requesting browser is signed out as well. */
  endsThisSession: z.boolean(),
  /** Running updates whose lease would accept no more writes. */
  updates: z.array(z.object({ stack: StackRef, kind: z.string(), version: Count.nullable() })),
})
export type RevocationEffect = z.infer<typeof RevocationEffect>

/** A signed-in browser session. */
export const BrowserSession = z.object({
  id: z.string(),
  /** The browser's `User-Agent`. */
  userAgent: z.string(),
  address: z.string().nullable(),
  begunAt: Instant,
  lastUsedAt: Instant,
  /** When the session ends if it is not used again. */
  endsAt: Instant,
  /** Whether this is the requesting session. */
  isThis: z.boolean(),
  /** The token that started the session; null for a sign-in link. */
  tokenName: z.string().nullable(),
  /** Names of the user's valid access tokens that were created in this session. */
  tokens: z.array(z.string()),
})
export type BrowserSession = z.infer<typeof BrowserSession>
export const BrowserSessions = z.object({
  sessions: z.array(BrowserSession),
  /** Hours without use after which a session ends, and its maximum duration in hours. */
  idleH: z.number(),
  maxH: z.number(),
})

/** The only time the value is returned. */
export const CreatedToken = z.object({ token: AccessToken, value: z.string() })

/** Data of the page that connects a CLI. */
export const Connect = z.object({
  apiUrl: z.string(),
  consoleUrl: z.string(),
  /** The value of `PULUMI_CONSOLE_DOMAIN`; null if the CLI needs none. */
  consoleDomain: z.string().nullable(),
  loginCommand: z.string(),
  organization: z.string(),
  /** Where the server keeps its data; only for administrators. */
  dataPath: z.string().nullable(),
})
export type Connect = z.infer<typeof Connect>

/** Everyone who has ever been a user, by login: the names for logins in the history. */
export const People = z.object({
  people: z.array(z.object({ login: z.string(), name: z.string() })),
  /** Whom to ask for access: administrators of all organizations (`of` is null) or of those named. */
  administrators: z
    .array(z.object({ login: z.string(), name: z.string(), of: z.array(z.string()).nullable() }))
    .default([]),
})
