import type { RevocationEffect } from '#contract/session.ts'
import { counted } from '#words/counts.ts'

/** “3 tokens, 2 sessions and the lease of 1 running update”; undefined if nothing ends. */
export function endedByRevocation({ tokens, sessions, updates }: RevocationEffect): string | undefined {
  const parts = [
    ...(tokens.length > 0 ? [counted(tokens.length, 'token')] : []),
    ...(sessions > 0 ? [counted(sessions, 'session')] : []),
    ...(updates.length > 0 ? [`the lease of ${counted(updates.length, 'running update')}`] : []),
  ]
  const last = parts.pop()
  if (last === undefined) return undefined
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`
}
