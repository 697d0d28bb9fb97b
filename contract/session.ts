import { z } from 'zod'
import { Instant } from './common.ts'

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
  /** The most that this session may do anywhere: no more than its user, nor than the token it was begun with. */
  scope: Scope,
  organizations: z.array(z.string()),
  via: z.enum(['cookie', 'token']),
  /** The server's clock, so that countdowns are right on a machine whose clock is not. */
  now: Instant,
  serverVersion: z.string(),
})
export type Session = z.infer<typeof Session>

/** Either the one-time code of the printed link or an access token. */
export const SignIn = z.union([z.object({ code: z.string().min(1) }), z.object({ token: z.string().min(1) })])

export const AccessToken = z.object({
  id: z.string(),
  name: z.string(),
  /** The first characters, to tell tokens apart; never enough to use one. */
  hint: z.string(),
  scope: Scope,
  createdAt: Instant,
  /** From then on it is refused; null: never. */
  expiresAt: Instant.nullable(),
  lastUsedAt: Instant.nullable(),
  source: z.enum(['console', 'cli-login', 'terminal', 'environment']),
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
/** The only time the value is told. */
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
