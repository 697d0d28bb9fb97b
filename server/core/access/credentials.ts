import type { Deps } from '../../deps.ts'
import { hashSecret, newSecret } from '../../secretValue.ts'
import type { Reader, Writer } from '../../store/port.ts'
import type { CodeRow, SessionRow, TokenRow, UserRow } from '../../store/port/access.ts'

/** Who makes a request, and by what: a browser's session or an access token. */
export type Identity = {
  user: UserRow
  /** The access token that was used; null for a session. */
  token: TokenRow | null
  /** The token that bounds what they may do: also a session's, if it was started with one. */
  bound: TokenRow | null
  /** The browser's session; null for an access token. */
  session: SessionRow | null
  via: 'cookie' | 'token'
}

const LAST_USED_EVERY_MS = 60_000

export const isActive = (user: UserRow | undefined): user is UserRow => user !== undefined && user.removedAt === null
/** Whether a token may be used. */
export const isValid = ({ revokedAt, expiresAt }: TokenRow, now: number): boolean =>
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
  return { ...found, bound: found.token, session: null, via: 'token' }
}

async function noteUse(deps: Deps, token: TokenRow, now: number): Promise<void> {
  if (token.lastUsedAt !== null && now - token.lastUsedAt < LAST_USED_EVERY_MS) return
  await noteLastUse(deps, () => deps.store.write((writer) => writer.patchToken(token.id, { lastUsedAt: now })))
}

/** Notes a last use. A store that cannot write right now may still answer what was asked. */
export async function noteLastUse(deps: Deps, note: () => Promise<void>): Promise<void> {
  try {
    await note()
  } catch (error) {
    deps.log.warn({ error: error instanceof Error ? error.name : typeof error }, 'could not note a last use')
  }
}

const TOKEN_PREFIX = 'hf_'
const HINT_LENGTH = 7

export type NewTokenRow = Pick<TokenRow, 'userId' | 'name' | 'source'> &
  Partial<Pick<TokenRow, 'scope' | 'expiresAt' | 'parentId' | 'sessionId'>>

/** Makes an access token. Its value is returned here and never again; the store has the hash. */
export async function createToken(
  deps: Pick<Deps, 'newId' | 'randomBytes' | 'store'>,
  writer: Writer,
  { scope = 'operate', expiresAt = null, parentId = null, sessionId = null, ...given }: NewTokenRow,
): Promise<{ row: TokenRow; value: string }> {
  const value = newSecret(deps, TOKEN_PREFIX)
  const row: TokenRow = {
    id: deps.newId(),
    ...given,
    scope,
    expiresAt,
    parentId,
    sessionId,
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
  return deps.store.write((writer) => insertCode(deps, writer, { userId, tokenId: null, expiresAt }))
}

/** The same, in the caller's transaction. */
export async function insertCode(
  deps: Pick<Deps, 'randomBytes'>,
  writer: Writer,
  code: { userId: string; tokenId: string | null; expiresAt: number },
): Promise<string> {
  const value = newSecret(deps, '')
  await writer.insertCode({ hash: hashSecret(value), ...code, usedAt: null })
  return value
}

/** Whom a code signs in, and the token that it was made with, which bounds the session. */
export type CodeOwner = { user: UserRow; bound: TokenRow | null }

async function ownerOf(reader: Reader, code: CodeRow | undefined, now: number): Promise<CodeOwner | undefined> {
  const user = code && (await reader.userById(code.userId))
  if (!isActive(user)) return undefined
  const bound = code?.tokenId ? await reader.tokenById(code.tokenId) : null
  return bound === undefined || (bound !== null && !isValid(bound, now)) ? undefined : { user, bound }
}

/** Whom a one-time code would sign in, without using it up; undefined when it is unknown, used, or too old. */
export async function codeOwner(deps: Deps, value: string): Promise<CodeOwner | undefined> {
  const now = await deps.store.now()
  return deps.store.read(async (reader) => {
    const code = await reader.codeByHash(hashSecret(value))
    return code === undefined || code.usedAt !== null || code.expiresAt <= now ? undefined : ownerOf(reader, code, now)
  })
}

/** Uses up a one-time code; undefined when it is unknown, used, or too old. */
export async function byCode(deps: Deps, value: string): Promise<CodeOwner | undefined> {
  const now = await deps.store.now()
  const hash = hashSecret(value)
  if ((await deps.store.read((reader) => reader.codeByHash(hash))) === undefined) return undefined // no write for a guess
  return deps.store.write(async (writer) => {
    if (!(await writer.useCode(hash, now))) return undefined
    return ownerOf(writer, await writer.codeByHash(hash), now)
  })
}
