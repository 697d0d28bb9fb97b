import type { BrowserSession } from '#contract/session.ts'
import type { Deps } from '../../deps.ts'
import { isValid } from '../../core/access/credentials.ts'
import { endOf } from '../../http/session.ts'
import { missingForSessions } from '../../core/access/rights.ts'
import { endSession } from '../../core/access/sessions.ts'
import type { Reader } from '../../store/port.ts'
import type { KnownUser, SessionRow, TokenRow } from '../../store/port/access.ts'
import { type Handlers, ownTokenName } from '../handlers.ts'
import { makerOf } from './tokens.ts'

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
      await endSession(deps, makerOf(call), params.id, query.tokens === 'revoke')
      return { ok: true }
    },
  }
}

/** Without where it is, for callers who may only read stacks. */
const withoutPlace = (session: BrowserSession): BrowserSession => ({ ...session, address: null, userAgent: '' })

type Around = { now: number; user: KnownUser; tokens: readonly TokenRow[]; own: SessionRow | null }

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
