import { z } from 'zod'
import { Count, Instant } from './common.ts'
import { AccessToken, Scope } from './session.ts'

/** At most so many are notified at once, the newest; of the others, how many they are. */
export const MOST_CREDENTIAL_CHANGES = 20

/** What happened to the credentials of a person: what they sign in with, and what they may do with it. */
export const CredentialDeed = z.discriminatedUnion('what', [
  z.object({ what: z.literal('token-created'), name: z.string(), scope: Scope, source: AccessToken.shape.source }),
  /** `endedWith`: the token that was revoked, where this one ended because it was made with it. */
  z.object({ what: z.literal('token-revoked'), name: z.string(), endedWith: z.string().nullable() }),
  z.object({ what: z.literal('link-created') }),
  /** A sign-in from a browser or an address that was not seen before. */
  z.object({ what: z.literal('signed-in'), device: z.string(), tokenName: z.string().nullable() }),
  z.object({ what: z.literal('sessions-ended'), count: Count }),
  z.object({ what: z.literal('role-changed'), before: z.string(), after: z.string() }),
])
export type CredentialDeed = z.infer<typeof CredentialDeed>

/** Such a action, with who did it, when and from where. */
export const CredentialChange = z.object({
  id: z.number().int(),
  at: Instant,
  /** `holdfast` for what the server did by itself. */
  login: z.string(),
  address: z.string().nullable(),
  deed: CredentialDeed,
})
export type CredentialChange = z.infer<typeof CredentialChange>

export const CredentialChanges = z.object({
  /** Newest first; none that the browser or the token that asks did itself. */
  changes: z.array(CredentialChange).max(MOST_CREDENTIAL_CHANGES),
  /** How many older ones there are besides. */
  older: Count,
})
export type CredentialChanges = z.infer<typeof CredentialChanges>

/** The newest that someone has seen: it and all older ones are not reported again. */
export const SeenCredentialChanges = z.object({ upTo: z.number().int().positive() })
