import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { isValid } from '../../core/access/credentials.ts'
import type { Reader } from '../../store/port.ts'
import type { TokenRow, UserRow } from '../../store/port/access.ts'
import { badRequest } from '../cliError.ts'
import { seconds } from '../stackViews.ts'

const DEFAULT_PAGE = 100
const MAX = 1000
const FILTERS = ['active', 'expired', 'all'] as const

/** The request in the format of the published API: `expires` in seconds since 1970, 0 for never. */
export const NewTokenRequest = z.object({
  description: z.string().trim().min(1).max(200),
  expires: z.int().min(0).nullish(),
})

/**
 * A user's access tokens in the format of the published API, newest first; a page continues after the last token
 * returned.
 */
export async function listTokens(deps: Deps, user: UserRow, query: Record<string, string | undefined>) {
  const { filter = 'active', maxResults, continuationToken } = query
  if (!FILTERS.some((known) => known === filter)) throw badRequest('filter must be active, expired or all.')
  const limit = maxResults ? Number(maxResults) : DEFAULT_PAGE
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX)
    throw badRequest(`maxResults must be a whole number from 1 to ${MAX}.`)
  const after = continuationToken ? placeOf(continuationToken) : undefined
  const now = await deps.store.now()
  return deps.store.read(async (reader) => {
    const listed = (await reader.tokens(user.id)).filter(
      (row) => filter === 'all' || isValid(row, now) === (filter === 'active'),
    )
    const rows = after === undefined ? listed : rest(listed, after)
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    return {
      tokens: await Promise.all(page.map((row) => viewOf(reader, row, user))),
      continuationToken: last !== undefined && rows.length > limit ? `${last.createdAt}_${last.id}` : null,
    }
  })
}

type Place = Pick<TokenRow, 'createdAt' | 'id'>

/** The rows after a token; if that token was revoked meanwhile, the rows older than it. */
function rest(rows: readonly TokenRow[], { id, createdAt }: Place): readonly TokenRow[] {
  const place = rows.findIndex((row) => row.id === id)
  return place < 0 ? rows.filter((row) => row.createdAt < createdAt) : rows.slice(place + 1)
}

function placeOf(token: string): Place {
  const [, createdAt, id] = /^(\d{1,15})_([\w-]+)$/.exec(token) ?? []
  if (createdAt === undefined || id === undefined) throw badRequest('the continuation token is not one of this server')
  return { createdAt: Number(createdAt), id }
}

async function viewOf(reader: Reader, row: TokenRow, owner: UserRow) {
  const parent = row.parentId === null ? undefined : await reader.tokenById(row.parentId)
  const maker = parent === undefined ? owner : await reader.userById(parent.userId)
  return {
    id: row.id,
    name: row.name,
    description: row.name,
    created: new Date(row.createdAt).toISOString(),
    lastUsed: row.lastUsedAt === null ? 0 : seconds(row.lastUsedAt),
    expires: row.expiresAt === null ? 0 : seconds(row.expiresAt),
    admin: row.scope === 'admin',
    createdBy: maker?.login ?? owner.login,
    type: 'personal',
  }
}
