import { MAX_CREDENTIAL_CHANGES } from '#contract/credentialChanges.ts'
import { missingForSessions } from '../../core/access/rights.ts'
import { ApiError } from '../../http/apiError.ts'
import { keyOf } from '../../core/access/credentialChanges.ts'
import type { Deps } from '../../deps.ts'
import type { Call, Handlers } from '../handlers.ts'

/**
 * Whether the caller may mark changes as seen. No token, and no session started with one: a person who has a leaked token
 * could otherwise create another with it, and hide what the first one did.
 */
const canMark = ({ session, bound }: Pick<Call, 'session' | 'bound'>): boolean => session !== null && bound === null

/** Lists changes of the caller's credentials, except those made by the session or token that asks. */
export function credentialChangeHandlers(deps: Deps): Pick<Handlers, 'credentialChanges' | 'credentialChangesSeen'> {
  const theirs = (call: Call) => ({ userId: call.user.id, notBy: keyOf(call) ?? '' })
  return {
    async credentialChanges(_, call) {
      const asked = { ...theirs(call), limit: MAX_CREDENTIAL_CHANGES }
      const { rows, total } = await deps.store.read((reader) => reader.credentialChanges(asked))
      const isSealed = missingForSessions(call) !== undefined
      const changes = rows.map(({ id, at, login, address, action }) => ({
        id,
        at,
        login,
        address: isSealed ? null : address,
        action,
      }))
      return { changes, older: total - changes.length, canMark: canMark(call) }
    },
    async credentialChangesSeen({ body: { upTo } }, call) {
      if (!canMark(call)) {
        const way = 'Changes are marked as seen in a browser that was signed in with a link, not with an access token.'
        throw new ApiError('forbidden', way)
      }
      const seenAt = await deps.store.now()
      await deps.store.write((writer) => writer.markCredentialChanges({ ...theirs(call), upTo, seenAt }))
      deps.bus.publish({ type: 'tokens' })
      return { ok: true }
    },
  }
}
