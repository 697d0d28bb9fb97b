import { MAX_CREDENTIAL_CHANGES } from '#contract/credentialChanges.ts'
import { missingForSessions } from '../../core/access/rights.ts'
import { keyOf } from '../../core/access/credentialChanges.ts'
import { canMarkChanges, markChanges } from '../../core/access/seenChanges.ts'
import type { Deps } from '../../deps.ts'
import type { Call, Handlers } from '../handlers.ts'
import { makerOf } from './tokens.ts'

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
      return { changes, older: total - changes.length, canMark: canMarkChanges(call) }
    },
    async credentialChangesSeen({ body: { upTo } }, call) {
      await markChanges(deps, makerOf(call), upTo)
      return { ok: true }
    },
  }
}
