import { z } from 'zod'
import { Instant } from './common.ts'

export const Role = z.enum(['reader', 'operator', 'admin'])
export type Role = z.infer<typeof Role>

export const Session = z.object({
  login: z.string(),
  name: z.string(),
  role: Role,
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
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
  source: z.enum(['console', 'cli-login', 'terminal', 'environment']),
})
export type AccessToken = z.infer<typeof AccessToken>

export const AccessTokens = z.object({ tokens: z.array(AccessToken) })
export const NewToken = z.object({ name: z.string().trim().min(1).max(200) })
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
