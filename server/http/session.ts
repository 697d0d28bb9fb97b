import { generateCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'
import type { Deps } from '../deps.ts'
import type { SessionRow } from '../store/port/access.ts'

const COOKIE = 'holdfast_session'
const NOTED_EVERY_MS = 60_000

type Settings = Pick<Deps, 'settings'>

const isHttps = ({ settings }: Settings): boolean => settings.publicUrl.startsWith('https:')

/** The cookie's name before it had the port: sessions that were started then are kept. */
const formerName = (deps: Settings): string => (isHttps(deps) ? `__Host-${COOKIE}` : COOKIE)

/**
 * The cookie's name. With the prefix `__Host-` a browser accepts the cookie only from exactly this host, over https. All
 * ports of a host share its cookies, so the name has the port of the public address, unless that is the usual one.
 */
const cookieName = (deps: Settings): string => {
  const { port } = new URL(deps.settings.publicUrl)
  return port === '' ? formerName(deps) : `${formerName(deps)}_${port}`
}

/** Returns the session's value from a request's cookies. */
export const sessionValue = (deps: Settings, request: Request): string | undefined => sessionValues(deps, request)[0]

/** The values under both names, the one that counts first. */
export function sessionValues(deps: Settings, request: Request): string[] {
  const cookies = parse(request.headers.get('cookie') ?? '')
  const names = new Set([cookieName(deps), formerName(deps)])
  return [...names].flatMap((name) => cookies[name] || [])
}

/**
 * The longest time for which browsers keep a cookie; the session itself may last longer and needs a new cookie then.
 */
const MAX_COOKIE_S = 400 * 24 * 3600

/**
 * The `Set-Cookie` header of a session. Lax, so that links printed by the CLI open signed in; an empty value removes
 * the cookie.
 */
const cookie = (deps: Settings, value: string, lifeS: number): string =>
  generateCookie(cookieName(deps), value, {
    path: '/',
    maxAge: Math.min(lifeS, MAX_COOKIE_S),
    httpOnly: true,
    sameSite: 'Lax',
    secure: isHttps(deps),
  })

/** When a session ends if it is not used again: a time after its last use, and at the latest a time after its start. */
export const endOf = ({ settings }: Settings, session: Pick<SessionRow, 'createdAt' | 'lastUsedAt'>): number =>
  Math.min(session.createdAt + settings.sessionMaxMs, session.lastUsedAt + settings.sessionIdleMs)

/** The `Set-Cookie` of a new session. */
export const sessionCookie = (deps: Settings, value: string): string =>
  cookie(deps, value, Math.floor(deps.settings.sessionMaxMs / 1000))

/** The `Set-Cookie` that removes the session's cookie. */
export const noCookie = (deps: Settings): string => cookie(deps, '', 0)

/** Records the use of a session, at most once a minute. */
export async function noteSession(deps: Deps, session: SessionRow, now: number): Promise<void> {
  if (now - session.lastUsedAt < NOTED_EVERY_MS) return
  await deps.store.write((writer) => writer.useSession(session.hash, now))
}

/** Removes expired sessions, and one-time codes that were used or have expired. */
export async function purgeSignIns(deps: Pick<Deps, 'store' | 'settings'>): Promise<void> {
  const now = await deps.store.now()
  const { sessionMaxMs, sessionIdleMs } = deps.settings
  await deps.store.write(async (writer) => {
    await writer.dropSessions({ begunBy: now - sessionMaxMs, usedBy: now - sessionIdleMs })
    await writer.dropCodes(now)
  })
}
