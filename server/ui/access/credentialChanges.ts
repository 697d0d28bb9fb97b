import { MAX_CREDENTIAL_CHANGES } from '#contract/credentialChanges.ts'
import { keyOf } from '../../core/access/credentialChanges.ts'
import type { Deps } from '../../deps.ts'
import type { Call, Handlers } from '../handlers.ts'

/** Lists changes of the caller's credentials, except those made by the session or token that asks. */
export function credentialChangeHandlers(deps: Deps): Pick<Handlers, 'credentialChanges' | 'credentialChangesSeen'> {
  const theirs = (call: Call) => ({ userId: call.user.id, notBy: keyOf(call) ?? '' })
  return {
    async credentialChanges(_, call) {
      const asked = { ...theirs(call), limit: MAX_CREDENTIAL_CHANGES }
      const { rows, total } = await deps.store.read((reader) => reader.credentialChanges(asked))
      const changes = rows.map(({ id, at, login, address, action }) => ({ id, at, login, address, action }))
      return { changes, older: total - changes.length }
    },
    async credentialChangesSeen({ body: { upTo } }, call) {
      const seenAt = await deps.store.now()
      await deps.store.write((writer) => writer.markCredentialChanges({ ...theirs(call), upTo, seenAt }))
      deps.bus.publish({ type: 'tokens' })
      return { ok: true }
    },
  }
}
