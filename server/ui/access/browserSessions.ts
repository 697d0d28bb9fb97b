import type { BrowserSession } from '#contract/session.ts'
import type { Deps } from '../../deps.ts'
import { isValid } from '../../core/access/credentials.ts'
import { ApiError } from '../../http/apiError.ts'
import { endOf } from '../../http/session.ts'
import { audit } from '../../core/access/audit.ts'
import { checkSessions, missingForSessions } from '../../core/access/rights.ts'
import { keyOf, notifyOfSessions, notifyOfTree } from '../../core/access/credentialChanges.ts'
import { revokeTree } from '../../core/access/revocation.ts'
import type { Reader } from '../../store/port.ts'
import type { SessionRow, TokenRow, UserRow } from '../../store/port/access.ts'
import { actorOf, type Handlers, ownTokenName } from '../handlers.ts'
import { checkRevoker } from '../../core/access/accessTokens.ts'

const HOUR_MS = 3600_000

/** Lists the caller's browser sessions, and ends one of them. */
export function browserSessionHandlers(deps: Deps): Pick<Handlers, 'sessionList' | 'sessionEnd'> {
  return {
    async sessionList(_, { user, session: own, bound }) {
      const isSealed = missingForSessions({ bound }) !== undefined
      const now = await deps.store.now()
      const sessions = await deps.store.read(async (reader) => {
        const tokens = await reader.tokens(user.id)
        const rows = await reader.sessions({ userId: user.id })
        const views = await Promise.all(rows.map((row) => viewOf(deps, reader, row, { now, user, tokens, own })))
        return views.flat()
      })
      const { sessionIdleMs, sessionMaxMs } = deps.settings
      return {
        sessions: isSealed ? sessions.map(withoutPlace) : sessions,
        idleH: sessionIdleMs / HOUR_MS,
        maxH: sessionMaxMs / HOUR_MS,
      }
    },

    async sessionEnd({ params, query }, call) {
      checkSessions(call)
      const at = await deps.store.now()
      await deps.store.write(async (writer) => {
        const session = (await writer.sessions({ userId: call.user.id })).find(({ id }) => id === params.id)
        if (session === undefined) throw new ApiError('not_found', 'You have no such session.')
        await writer.deleteSession(session.hash)
        const doer = { at, by: actorOf(call), byId: keyOf(call) }
        await notifyOfSessions(writer, [session], doer)
        const made = (await writer.tokens(call.user.id)).filter(({ sessionId }) => sessionId === session.id)
        const isWhole = query.tokens === 'revoke' && made.length > 0
        if (isWhole) {
          for (const token of made) checkRevoker(call, token)
          await notifyOfTree(writer, { roots: made, tree: await revokeTree(writer, made, at) }, doer)
        }
        const revoked = isWhole ? `; revoked ${made.map(({ name }) => name).join(', ')}` : ''
        const detail = `begun ${new Date(session.createdAt).toISOString()}${revoked}`
        await audit(writer, { at, by: actorOf(call), action: 'session.end', detail, requestId: call.requestId })
      })
      deps.bus.publish({ type: 'tokens' })
      return { ok: true }
    },
  }
}

/** Without where it is, for callers who may only read stacks. */
const withoutPlace = (session: BrowserSession): BrowserSession => ({ ...session, address: null, userAgent: '' })

type Around = { now: number; user: UserRow; tokens: readonly TokenRow[]; own: SessionRow | null }

/** Empty for an expired session, which exists until it is purged. */
async function viewOf(
  deps: Deps,
  reader: Reader,
  row: SessionRow,
  { now, user, tokens, own }: Around,
): Promise<BrowserSession[]> {
  const bound = row.tokenId === null ? null : await reader.tokenById(row.tokenId)
  const isOver = endOf(deps, row) <= now || bound === undefined || (bound !== null && !isValid(bound, now))
  if (isOver) return []
  return [
    {
      id: row.id,
      userAgent: row.userAgent,
      address: row.address,
      begunAt: row.createdAt,
      lastUsedAt: row.lastUsedAt,
      endsAt: Math.min(endOf(deps, row), bound?.expiresAt ?? Infinity),
      isThis: row.id === own?.id,
      tokenName: ownTokenName({ user, bound }),
      tokens: tokens.filter(({ sessionId }) => sessionId === row.id).map(({ name }) => name),
    },
  ]
}
