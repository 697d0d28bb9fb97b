import { z } from 'zod'
import { Count, Instant } from './common.ts'
import { AccessToken, Scope } from './session.ts'

/** Maximum number of changes in one notification, newest first; the others are only counted. */
export const MAX_CREDENTIAL_CHANGES = 20

/** A change to a user's credentials: what they sign in with, and what it permits. */
export const CredentialAction = z.discriminatedUnion('what', [
  z.object({ what: z.literal('token-created'), name: z.string(), scope: Scope, source: AccessToken.shape.source }),
  /** `endedWith`: the revoked token that had created this one, if this one ended because of that. */
  z.object({ what: z.literal('token-revoked'), name: z.string(), endedWith: z.string().nullable() }),
  z.object({ what: z.literal('link-created') }),
  /** A sign-in from a new browser or address. */
  z.object({ what: z.literal('signed-in'), device: z.string(), tokenName: z.string().nullable() }),
  z.object({ what: z.literal('sessions-ended'), count: Count }),
  z.object({ what: z.literal('role-changed'), before: z.string(), after: z.string() }),
])
export type CredentialAction = z.infer<typeof CredentialAction>

/** A change to credentials, with who made it, when and from where. */
export const CredentialChange = z.object({
  id: z.number().int(),
  at: Instant,
  /** `holdfast` for actions of the server itself. */
  login: z.string(),
  address: z.string().nullable(),
  action: CredentialAction,
})
export type CredentialChange = z.infer<typeof CredentialChange>

export const CredentialChanges = z.object({
  /** Newest first; without changes made by the requesting browser or token itself. */
  changes: z.array(CredentialChange).max(MAX_CREDENTIAL_CHANGES),
  /** Number of older changes that are not listed. */
  older: Count,
  /** Whether the caller may mark them as seen: only a browser that was signed in with a link. */
  canMark: z.boolean(),
})
export type CredentialChanges = z.infer<typeof CredentialChanges>

/** Id of the newest change that the user has seen. That one and all older ones are not reported again. */
export const SeenCredentialChanges = z.object({ upTo: z.number().int().positive() })
