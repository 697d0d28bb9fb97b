import type { Deps } from '../deps.ts'
import { hashSecret, newSecret } from '../secretValue.ts'
import type { TokenRow, UserRow, Writer } from '../store/port.ts'
import { sessionValue } from './session.ts'

/** Who makes a request, and by what: a browser's session or an access token. */
export type Identity = {
  user: UserRow
  /** The access token that was used; null for a session. */
  token: TokenRow | null
  /** The token that bounds what they may do: also a session's, if it was begun with one. */
  bound: TokenRow | null
  via: 'cookie' | 'token'
}

const LAST_USED_EVERY_MS = 60_000

/**
 * Who makes this request; undefined for nobody. A token counts before a cookie, and a wrong token is nobody whatever the
 * cookie says. Values are looked up by their hash, so that no comparison's time tells anything about them.
 */
export async function authenticate(deps: Deps, request: Request): Promise<Identity | undefined> {
  const authorization = request.headers.get('authorization')
  if (authorization !== null) {
    const [, value] = /^token\s+(\S+)\s*$/i.exec(authorization) ?? []
    return value === undefined ? undefined : byToken(deps, value)
  }
  const value = sessionValue(request)
  if (value === undefined) return undefined
  const now = await deps.store.now()
  return deps.store.read(async (reader) => {
    const session = await reader.sessionByHash(hashSecret(value))
    if (session === undefined || session.expiresAt <= now) return undefined
    const user = await reader.userById(session.userId)
    const bound = session.tokenId === null ? null : await reader.tokenById(session.tokenId)
    if (!isActive(user) || bound === undefined || (bound !== null && !isValid(bound, now))) return undefined
    return { user, token: null, bound, via: 'cookie' }
  })
}

const isActive = (user: UserRow | undefined): user is UserRow => user !== undefined && user.removedAt === null
const isValid = ({ revokedAt, expiresAt }: TokenRow, now: number): boolean =>
  revokedAt === null && (expiresAt === null || now < expiresAt)

/** The owner of an access token that is neither revoked nor expired; notes its use, at most once a minute. */
export async function byToken(deps: Deps, value: string): Promise<Identity | undefined> {
  const found = await deps.store.read(async (reader) => {
    const token = await reader.tokenByHash(hashSecret(value))
    const user = token && (await reader.userById(token.userId))
    return token && isActive(user) ? { user, token } : undefined
  })
  if (found === undefined) return undefined
  const now = await deps.store.now()
  if (!isValid(found.token, now)) return undefined
  await noteUse(deps, found.token, now)
  return { ...found, bound: found.token, via: 'token' }
}

async function noteUse(deps: Deps, token: TokenRow, now: number): Promise<void> {
  if (token.lastUsedAt !== null && now - token.lastUsedAt < LAST_USED_EVERY_MS) return
  try {
    await deps.store.write((writer) => writer.patchToken(token.id, { lastUsedAt: now }))
  } catch (error) {
    // A nicety: a store that cannot write right now may still answer what was asked.
    deps.log.warn({ error: error instanceof Error ? error.name : typeof error }, 'could not note the use of a token')
  }
}

const TOKEN_PREFIX = 'hf_'
const HINT_LENGTH = 7

export type NewTokenRow = Pick<TokenRow, 'userId' | 'name' | 'source'> & Partial<Pick<TokenRow, 'scope' | 'expiresAt'>>

/** Makes an access token. Its value is told here and never again; the store has the hash. */
export async function createToken(
  deps: Pick<Deps, 'newId' | 'randomBytes' | 'store'>,
  writer: Writer,
  { scope = 'operate', expiresAt = null, ...given }: NewTokenRow,
): Promise<{ row: TokenRow; value: string }> {
  const value = newSecret(deps, TOKEN_PREFIX)
  const row: TokenRow = {
    id: deps.newId(),
    ...given,
    scope,
    expiresAt,
    hash: hashSecret(value),
    hint: value.slice(0, HINT_LENGTH),
    createdAt: await deps.store.now(),
    lastUsedAt: null,
    revokedAt: null,
  }
  await writer.insertToken(row)
  return { row, value }
}

export const CODE_TTL_MS = 15 * 60_000

/** Makes a one-time code for a sign-in link. */
export async function createCode(deps: Deps, userId: string, ttlMs: number = CODE_TTL_MS): Promise<string> {
  const expiresAt = (await deps.store.now()) + ttlMs
  return deps.store.write((writer) => insertCode(deps, writer, { userId, expiresAt }))
}

/** Likewise, in a transaction of the caller. */
export async function insertCode(
  deps: Pick<Deps, 'randomBytes'>,
  writer: Writer,
  { userId, expiresAt }: { userId: string; expiresAt: number },
): Promise<string> {
  const value = newSecret(deps, '')
  await writer.insertCode({ hash: hashSecret(value), userId, expiresAt, usedAt: null })
  return value
}

/** Uses up a one-time code; undefined when it is unknown, used, or too old. */
export async function byCode(deps: Deps, value: string): Promise<UserRow | undefined> {
  const now = await deps.store.now()
  const hash = hashSecret(value)
  if ((await deps.store.read((reader) => reader.codeByHash(hash))) === undefined) return undefined // no write for a guess
  return deps.store.write(async (writer) => {
    if (!(await writer.useCode(hash, now))) return undefined
    const code = await writer.codeByHash(hash)
    const user = code && (await writer.userById(code.userId))
    return isActive(user) ? user : undefined
  })
}
