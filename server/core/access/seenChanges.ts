import type { Deps } from '../../deps.ts'
import { DomainError } from '../../errors.ts'
import type { Maker } from './accessTokens.ts'
import { keyOf } from './credentialChanges.ts'

/**
 * Whether a caller may mark changes as seen. No token, and no session started with one: a person who has a leaked token
 * could otherwise create another with it, and hide what the first one did.
 */
export const canMarkChanges = ({ session, bound }: Pick<Maker, 'session' | 'bound'>): boolean =>
  session !== null && bound === null

/** Marks the changes of a caller's credentials as seen, except those made by the session that asks. */
export async function markChanges(deps: Deps, maker: Maker, upTo: number): Promise<void> {
  if (!canMarkChanges(maker)) throw new DomainError({ kind: 'cannotMarkChanges' })
  const seenAt = await deps.store.now()
  const { user } = maker
  await deps.store.write((writer) =>
    writer.markCredentialChanges({ userId: user.id, notBy: keyOf(maker) ?? '', upTo, seenAt }),
  )
  deps.bus.publish({ type: 'tokens' })
}
