import type { Deps } from '../deps.ts'
import { hashSecret, newSecret } from '../secretValue.ts'
import type { Writer } from '../store/port.ts'

const COOKIE = 'holdfast_session'
const LIFE_S = 30 * 24 * 3600
const SLIDE_AFTER_MS = 24 * 3600 * 1000

/** The session's value in a request's cookies. */
export function sessionValue(request: Request): string | undefined {
  for (const part of (request.headers.get('cookie') ?? '').split(';')) {
    const [name, value] = part.trim().split('=', 2)
    if (name === COOKIE && value) return value
  }
  return undefined
}

/** `Set-Cookie` for a session. Lax, so that the links that the CLI prints open signed in; an empty value removes it. */
function cookie(deps: Deps, value: string, lifeS: number): string {
  const secure = deps.settings.publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${COOKIE}=${value}; Path=/; Max-Age=${lifeS}; HttpOnly; SameSite=Lax${secure}`
}

/** Starts a browser session and returns its `Set-Cookie`. One begun with a token does no more, and lasts no longer. */
export async function startSession(
  deps: Deps,
  writer: Writer,
  { userId, tokenId, now }: { userId: string; tokenId: string | null; now: number },
): Promise<string> {
  const value = newSecret(deps, '')
  const expiresAt = now + LIFE_S * 1000
  await writer.insertSession({ hash: hashSecret(value), userId, tokenId, createdAt: now, expiresAt })
  return cookie(deps, value, LIFE_S)
}

/** Ends the request's session, if it has one. */
export async function endSession(writer: Writer, request: Request): Promise<void> {
  const value = sessionValue(request)
  if (value !== undefined) await writer.deleteSession(hashSecret(value))
}

/** The `Set-Cookie` that removes the session's cookie. */
export const noCookie = (deps: Deps): string => cookie(deps, '', 0)

/** Puts the end of a session that is in use off again, at most once a day; the new `Set-Cookie`, if it did. */
export async function slideSession(deps: Deps, request: Request): Promise<string | undefined> {
  const value = sessionValue(request)
  if (value === undefined) return undefined
  const hash = hashSecret(value)
  const now = await deps.store.now()
  const expiresAt = now + LIFE_S * 1000
  const session = await deps.store.read((reader) => reader.sessionByHash(hash))
  if (session === undefined || expiresAt - session.expiresAt < SLIDE_AFTER_MS) return undefined
  const isThere = await deps.store.write(async (writer) => {
    const current = await writer.sessionByHash(hash)
    if (current === undefined) return false // signed out meanwhile: must not come back
    await writer.deleteSession(hash)
    await writer.insertSession({ ...current, expiresAt })
    return true
  })
  return isThere ? cookie(deps, value, LIFE_S) : undefined
}
