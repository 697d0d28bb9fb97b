import type { Session } from '#contract/session.ts'
import { missingRight } from '../../core/access/rights.ts'
import type { Deps } from '../../deps.ts'
import { noteFailure } from '../../http/attempts.ts'
import { byCode, byToken, codeOwner } from '../../core/access/credentials.ts'
import { tooManyAttempts } from '../../http/admit.ts'
import { ApiError } from '../../http/apiError.ts'
import { type Bounded, includes, mostRight, roleIn } from '../../core/access/rights.ts'
import { closeSessions, openSession, signOutEverywhere } from '../../core/access/sessions.ts'
import { noCookie, sessionCookie, sessionValues } from '../../http/session.ts'
import { consoleDomain, consoleUrl, loginCommand } from '../../core/access/loginCommand.ts'
import { FIRST_ORGANIZATION, organizationNames } from '../../core/stacks/organizations.ts'
import type { SessionRow, UserRow } from '../../store/port/access.ts'
import { type Handlers, ownTokenName, type PublicCall } from '../handlers.ts'
import { makerOf } from './tokens.ts'

/** Handles signing in and out, and how to connect a CLI. */
export function sessionHandlers(
  deps: Deps,
): Pick<Handlers, 'signIn' | 'session' | 'signOut' | 'signOutEverywhere' | 'connect'> {
  return {
    async signIn({ body }, { address, userAgent, headers, requestId, ...signedIn }) {
      if ('code' in body && !body.changeUser) await checkSameUser(deps, body.code, signedIn.user)
      const found = 'code' in body ? await byCode(deps, body.code) : await byToken(deps, body.token.trim())
      const proof = 'code' in body ? 'a one-time link' : 'an access token'
      if (found === undefined) {
        const failure = { action: 'signin.failed', detail: `with ${proof}`, address, requestId } as const
        const waitS = await noteFailure(deps, failure)
        throw waitS === undefined ? new ApiError('sign_in_failed', refusal('code' in body)) : tooManyAttempts(waitS)
      }
      const { user, bound } = found
      if (!includes(mostRight(found), 'read')) {
        const detail = 'This access token is for /metrics alone: sign in with another one.'
        throw new ApiError('forbidden', detail, { params: { needs: 'read', has: mostRight(found) } })
      }
      const by = { login: user.login, tokenName: ownTokenName(found), userAgent, address }
      const continued = continuedBy(signedIn, found)
      const value = await openSession(deps, { user, bound, proof, continued }, { by, requestId })
      headers.append('set-cookie', sessionCookie(deps, value))
      return sessionOf(deps, found, 'cookie')
    },

    session: (_, call) => sessionOf(deps, call, call.token === null ? 'cookie' : 'token'),

    async signOut(_, { user, bound, request, headers, address, userAgent, requestId }) {
      const by = user && { login: user.login, tokenName: ownTokenName({ user, bound }), userAgent, address }
      await closeSessions(deps, sessionValues(deps, request), by ? { by, requestId } : undefined)
      headers.append('set-cookie', noCookie(deps))
      return { ok: true }
    },

    async signOutEverywhere({ query: { keep } }, call) {
      await signOutEverywhere(deps, makerOf(call), keep !== undefined)
      return { ok: true }
    },

    connect(_input, { user, bound }) {
      const { publicUrl, dataPath } = deps.settings
      const isAdmin = missingRight({ user, bound }, 'admin') === undefined
      return {
        apiUrl: publicUrl,
        consoleUrl: consoleUrl(deps.settings),
        consoleDomain: consoleDomain(deps.settings),
        loginCommand: loginCommand(deps.settings),
        organization: FIRST_ORGANIZATION,
        dataPath: isAdmin ? dataPath : null,
      }
    },
  }
}

/**
 * The session that a sign-in continues: the browser is signed in as this user already, in the same way. The new session
 * keeps its id, so that what the user did in this browser is still their own doing, and not announced to them.
 */
const continuedBy = (
  { user, bound, session }: Pick<PublicCall, 'user' | 'bound' | 'session'>,
  next: Bounded,
): SessionRow | undefined =>
  session !== null && user?.id === next.user.id && bound?.id === next.bound?.id ? session : undefined

const refusal = (isCode: boolean) =>
  isCode
    ? 'This sign-in link was used before or has expired. Restart the server for a new one, or sign in with an access token.'
    : 'This access token is not known here, was revoked, or has expired.'

/**
 * Throws if another user is signed in: a link sent by someone else must not silently switch the browser to another
 * user.
 */
async function checkSameUser(deps: Deps, code: string, user: UserRow | null): Promise<void> {
  const next = user && (await codeOwner(deps, code))
  if (!user || !next || next.user.id === user.id) return
  const detail = `You are signed in as ${user.login}; this link signs in ${next.user.login}. It has not been used.`
  throw new ApiError('conflict', detail, { params: { signedInAs: user.login, signsIn: next.user.login } })
}

async function sessionOf(deps: Deps, who: Bounded, via: Session['via']): Promise<Session> {
  const { user } = who
  return {
    login: user.login,
    name: user.name,
    role: user.role,
    scope: mostRight(who),
    organizations: (await deps.store.read(organizationNames)).filter((org) => roleIn(user, org) !== 'none'),
    via,
    now: await deps.store.now(),
    serverVersion: deps.settings.version,
  }
}
