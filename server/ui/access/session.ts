import type { Session } from '#contract/session.ts'
import { deviceName } from '#words/device.ts'
import { missingRight } from '../../core/access/rights.ts'
import type { Deps } from '../../deps.ts'
import { noteFailure } from '../../http/attempts.ts'
import { byCode, byToken, codeOwner } from '../../core/access/credentials.ts'
import { tooManyAttempts } from '../../http/admit.ts'
import { ApiError } from '../../http/apiError.ts'
import { type Bounded, checkSessions, includes, mostRight } from '../../core/access/rights.ts'
import { endSession, noCookie, startSession } from '../../http/session.ts'
import { audit } from '../../core/access/audit.ts'
import { consoleDomain, consoleUrl, loginCommand } from '../../core/access/loginCommand.ts'
import { isNewPlace, keyOf, notifyOfSessions, notifyOwner } from '../../core/access/credentialChanges.ts'
import { FIRST_ORGANIZATION, organizationNames } from '../../core/stacks/organizations.ts'
import type { SessionRow, UserRow } from '../../store/port/access.ts'
import { actorOf, type Handlers, ownTokenName, type PublicCall } from '../handlers.ts'

/** Handles signing in and out, and how to connect a CLI. */
export function sessionHandlers(
  deps: Deps,
): Pick<Handlers, 'signIn' | 'session' | 'signOut' | 'signOutEverywhere' | 'connect'> {
  return {
    async signIn({ body }, { address, userAgent, headers, requestId, ...signedIn }) {
      const at = await deps.store.now()
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
      const continued = continuedBy(signedIn, found)
      const cookie = await deps.store.write(async (writer) => {
        if (continued !== undefined) await writer.deleteSession(continued.hash)
        const by = { login: user.login, tokenName: ownTokenName(found), address }
        await audit(writer, { at, by, action: 'signin', detail: `with ${proof}`, requestId })
        const id = continued?.id ?? deps.newId()
        const device = deviceName(userAgent)
        if (await isNewPlace(writer, user.id, { device, address })) {
          await notifyOwner(
            writer,
            user.id,
            { what: 'signed-in', device, tokenName: by.tokenName },
            { at, by, byId: id },
          )
        }
        const session = { id, userId: user.id, tokenId: bound?.id ?? null, userAgent, address }
        return startSession(deps, writer, session, at)
      })
      deps.bus.publish({ type: 'tokens' })
      headers.append('set-cookie', cookie)
      return sessionOf(deps, found, 'cookie')
    },

    session: (_, call) => sessionOf(deps, call, call.token === null ? 'cookie' : 'token'),

    async signOut(_, { user, bound, request, headers, address, requestId }) {
      const at = await deps.store.now()
      await deps.store.write(async (writer) => {
        await endSession(deps, writer, request)
        if (user === null) return
        const by = { login: user.login, tokenName: ownTokenName({ user, bound }), address }
        await audit(writer, { at, by, action: 'signout', requestId })
      })
      headers.append('set-cookie', noCookie(deps))
      return { ok: true }
    },

    async signOutEverywhere({ query: { keep } }, call) {
      checkSessions(call)
      const at = await deps.store.now()
      await deps.store.write(async (writer) => {
        const others = (await writer.sessions({ userId: call.user.id })).filter(({ id }) => id !== call.session?.id)
        if (keep === undefined) await writer.deleteSessions({ userId: call.user.id })
        else for (const { hash } of others) await writer.deleteSession(hash)
        const detail = `${call.user.login}${keep === undefined ? '' : ', all but the one that asked'}`
        await audit(writer, { at, by: actorOf(call), action: 'signout.everywhere', detail, requestId: call.requestId })
        await notifyOfSessions(writer, others, { at, by: actorOf(call), byId: keyOf(call) })
      })
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
    organizations: await deps.store.read(organizationNames),
    via,
    now: await deps.store.now(),
    serverVersion: deps.settings.version,
  }
}
