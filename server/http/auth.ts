import { byToken, type Identity, isActive, isValid, noteLastUse } from '../core/access/credentials.ts'
import type { Deps } from '../deps.ts'
import { hashSecret } from '../secretValue.ts'
import type { SessionRow } from '../store/port/access.ts'
import { endOf, noteSession, sessionValue } from './session.ts'

/**
 * Returns the caller of a request; undefined if there is none. A token takes precedence over a cookie: with a wrong
 * token, the cookie is ignored. Values are looked up by their hash, so that timing reveals nothing about them.
 */
export async function authenticate(
  deps: Deps,
  request: Request,
  { isUse = true }: { /** False for background requests: they keep no idle session alive. */ isUse?: boolean } = {},
): Promise<Identity | undefined> {
  const authorization = request.headers.get('authorization')
  if (authorization !== null) {
    const [, value] = /^token\s+(\S+)\s*$/i.exec(authorization) ?? []
    return value === undefined ? undefined : byToken(deps, value)
  }
  const value = sessionValue(deps, request)
  if (value === undefined) return undefined
  const now = await deps.store.now()
  const found = await deps.store.read(async (reader): Promise<(Identity & { session: SessionRow }) | undefined> => {
    const session = await reader.sessionByHash(hashSecret(value))
    if (session === undefined || endOf(deps, session) <= now) return undefined
    const user = await reader.userById(session.userId)
    const bound = session.tokenId === null ? null : await reader.tokenById(session.tokenId)
    if (!isActive(user) || bound === undefined || (bound !== null && !isValid(bound, now))) return undefined
    return { user, token: null, bound, session, via: 'cookie' }
  })
  if (found !== undefined && isUse) await noteLastUse(deps, () => noteSession(deps, found.session, now))
  return found
}
