import type { Deps } from '../../deps.ts'
import { hashSecret, newSecret } from '../../secretValue.ts'
import type { Reader, Writer } from '../../store/port.ts'
import type { CodeRow, KnownUser, SessionRow, TokenRow } from '../../store/port/access.ts'

/** The caller of a request and the credential: a browser session or an access token. */
export type Identity = {
  user: KnownUser
  /** The access token that was used; null for a session. */
  token: TokenRow | null
  /** The token that limits the caller's rights; also set for a session that was started with a token. */
  bound: TokenRow | null
  /** The browser's session; null for an access token. */
  session: SessionRow | null
  via: 'cookie' | 'token'
}

const LAST_USED_EVERY_MS = 60_000

export const isActive = (user: KnownUser | undefined): user is KnownUser =>
  user !== undefined && user.removedAt === null
/** Whether a token is neither revoked nor expired. */
export const isValid = ({ revokedAt, expiresAt }: TokenRow, now: number): boolean =>
  revokedAt === null && (expiresAt === null || now < expiresAt)

/** Returns the owner of a valid access token; records its use, at most once a minute. */
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

/** Records a last use. If the store cannot write right now, the request may still succeed. */
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

/** Creates an access token. Only this call returns its value; the store has the hash. */
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

/** Creates a one-time code for a sign-in link. */
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

/** The user that a code signs in, and the token that it was created with, which limits the session. */
export type CodeOwner = { user: KnownUser; bound: TokenRow | null }

async function ownerOf(reader: Reader, code: CodeRow | undefined, now: number): Promise<CodeOwner | undefined> {
  const user = code && (await reader.userById(code.userId))
  if (!isActive(user)) return undefined
  const bound = code?.tokenId ? await reader.tokenById(code.tokenId) : null
  return bound === undefined || (bound !== null && !isValid(bound, now)) ? undefined : { user, bound }
}

/** Returns the owner of a one-time code without using it up; undefined if it is unknown, used, or too old. */
export async function codeOwner(deps: Deps, value: string): Promise<CodeOwner | undefined> {
  const now = await deps.store.now()
  return deps.store.read(async (reader) => {
    const code = await reader.codeByHash(hashSecret(value))
    return code === undefined || code.usedAt !== null || code.expiresAt <= now ? undefined : ownerOf(reader, code, now)
  })
}

/** Uses up a one-time code and returns its owner; undefined if it is unknown, used, or too old. */
export async function byCode(deps: Deps, value: string): Promise<CodeOwner | undefined> {
  const now = await deps.store.now()
  const hash = hashSecret(value)
  if ((await deps.store.read((reader) => reader.codeByHash(hash))) === undefined) return undefined // guesses write nothing
  return deps.store.write(async (writer) => {
    if (!(await writer.useCode(hash, now))) return undefined
    return ownerOf(writer, await writer.codeByHash(hash), now)
  })
}
