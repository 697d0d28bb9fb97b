import { z } from 'zod'
import { Count, Instant, StackRef } from './common.ts'

export const Role = z.enum(['reader', 'operator', 'admin'])
export type Role = z.infer<typeof Role>

/**
 * What a token may be used for, the most harmless first; each includes those before it. `metrics` opens `/metrics` and
 * nothing else; `preview` adds dry runs and audited decryption, for pull requests; `operate` everything that is done to
 * stacks; `admin` users and the audit log.
 */
export const Scope = z.enum(['metrics', 'read', 'preview', 'operate', 'admin'])
export type Scope = z.infer<typeof Scope>

export const Session = z.object({
  login: z.string(),
  name: z.string(),
  role: Role,
  /** The most that this session may do anywhere: no more than its user, nor than the token it was started with. */
  scope: Scope,
  organizations: z.array(z.string()),
  via: z.enum(['cookie', 'token']),
  /** The server's clock, so that countdowns are right on a machine whose clock is not. */
  now: Instant,
  serverVersion: z.string(),
})
export type Session = z.infer<typeof Session>

/**
 * Either the one-time code of a link or an access token. A browser that is signed in as someone else than the link's user
 * is refused with `conflict`, and the link stays good, unless it says that it means to change.
 */
export const SignIn = z.union([
  z.object({ code: z.string().min(1), changeUser: z.boolean().default(false) }),
  z.object({ token: z.string().min(1) }),
])

export const AccessToken = z.object({
  id: z.string(),
  name: z.string(),
  /** The first characters, to distinguish tokens; never enough to use one. */
  hint: z.string(),
  scope: Scope,
  createdAt: Instant,
  /** From then on it is refused; null: never. */
  expiresAt: Instant.nullable(),
  lastUsedAt: Instant.nullable(),
  source: z.enum(['console', 'cli-login', 'api', 'terminal', 'environment']),
  /** The token that it was made with, and whose that is; revoking that one revokes this one. Null: with none. */
  madeWith: z.object({ id: z.string(), name: z.string(), login: z.string() }).nullable(),
})
export type AccessToken = z.infer<typeof AccessToken>

export const AccessTokens = z.object({ tokens: z.array(AccessToken) })
/** Days after which a token may expire. */
export const LIFETIMES = [30, 90, 365] as const
export const NewToken = z.object({
  name: z.string().trim().min(1).max(200),
  /** As much as is needed; not said: `operate`, or less where its user may less. */
  scope: Scope.optional(),
  expiresInDays: z.literal(LIFETIMES).nullable().default(null),
})
export type NewToken = z.input<typeof NewToken>
/**
 * What ends when tokens are revoked: all that was made with them, directly or through other tokens. Of one token: what ends
 * besides it; of a user who is removed: everything.
 */
export const RevocationEffect = z.object({
  tokens: z.array(z.object({ name: z.string(), login: z.string() })),
  sessions: Count,
  /** Whether the browser that asks is signed out as well. */
  endsThisSession: z.boolean(),
  /** Running updates whose lease takes no more writes. */
  updates: z.array(z.object({ stack: StackRef, kind: z.string(), version: Count.nullable() })),
})
export type RevocationEffect = z.infer<typeof RevocationEffect>

/** A browser that is signed in. */
export const BrowserSession = z.object({
  id: z.string(),
  /** As the browser calls itself. */
  userAgent: z.string(),
  address: z.string().nullable(),
  begunAt: Instant,
  lastUsedAt: Instant,
  /** When it ends if it is not used again. */
  endsAt: Instant,
  /** The one that asks. */
  isThis: z.boolean(),
  /** The token that it was started with; null: with a sign-in link. */
  tokenName: z.string().nullable(),
  /** Names of your access tokens that were made in it, and work. */
  tokens: z.array(z.string()),
})
export type BrowserSession = z.infer<typeof BrowserSession>
export const BrowserSessions = z.object({
  sessions: z.array(BrowserSession),
  /** Hours without a use after which a session ends, and hours after its begin at the latest. */
  idleH: z.number(),
  maxH: z.number(),
})

/** The only time the value is returned. */
export const CreatedToken = z.object({ token: AccessToken, value: z.string() })

/** What the page that connects a CLI shows. */
export const Connect = z.object({
  apiUrl: z.string(),
  consoleUrl: z.string(),
  loginCommand: z.string(),
  organization: z.string(),
  dataPath: z.string().nullable(),
})
export type Connect = z.infer<typeof Connect>

/** Everyone who has ever been a user, by login: whom a name in the history means. */
export const People = z.object({
  people: z.array(z.object({ login: z.string(), name: z.string() })),
  /** Whom to ask for access: administrators of all organizations (`of` is null) or of those named. */
  administrators: z
    .array(z.object({ login: z.string(), name: z.string(), of: z.array(z.string()).nullable() }))
    .default([]),
})
