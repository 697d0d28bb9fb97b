import type { Session } from '#contract/session.ts'
import type { Deps } from '../deps.ts'
import { createAttempts } from '../http/attempts.ts'
import { byCode, byToken } from '../http/auth.ts'
import { ApiError } from '../http/problems.ts'
import { type Bounded, includes, mostRight } from '../http/rights.ts'
import { endSession, noCookie, startSession } from '../http/session.ts'
import { audit } from '../service/audit.ts'
import type { Reader } from '../store/port.ts'
import { actorOf, type Handlers } from './handlers.ts'

/** The organisation that self-managed backends have too, so that references between stacks survive a move. */
export const FIRST_ORGANIZATION = 'organization'

/** Signing in and out, and how a CLI connects. */
export function sessionHandlers(
  deps: Deps,
): Pick<Handlers, 'signIn' | 'session' | 'signOut' | 'signOutEverywhere' | 'connect'> {
  const attempts = createAttempts()
  return {
    async signIn({ body }, { address, headers, requestId }) {
      const at = await deps.store.now()
      const found = 'code' in body ? await codeOwner(deps, body.code) : await byToken(deps, body.token.trim())
      const proof = 'code' in body ? 'a one-time link' : 'an access token'
      if (found === undefined) {
        attempts.check(address, at)
        attempts.failed(address, at)
        const by = { login: '', tokenName: null, address }
        const deed = { at, by, action: 'signin.failed', detail: `with ${proof}`, requestId } as const
        await deps.store.write((writer) => audit(writer, deed))
        throw new ApiError('sign_in_failed', refusal('code' in body))
      }
      const { user, bound } = found
      if (!includes(mostRight(found), 'read')) {
        const detail = 'This access token is for /metrics alone: sign in with another one.'
        throw new ApiError('forbidden', detail, { params: { needs: 'read', has: mostRight(found) } })
      }
      const cookie = await deps.store.write(async (writer) => {
        const by = { login: user.login, tokenName: bound?.name ?? null, address }
        await audit(writer, { at, by, action: 'signin', detail: `with ${proof}`, requestId })
        return startSession(deps, writer, { userId: user.id, tokenId: bound?.id ?? null, now: at })
      })
      headers.append('set-cookie', cookie)
      return sessionOf(deps, found, 'cookie')
    },

    session: (_, call) => sessionOf(deps, call, call.token === null ? 'cookie' : 'token'),

    async signOut(_, { user, bound, request, headers, address, requestId }) {
      const at = await deps.store.now()
      await deps.store.write(async (writer) => {
        await endSession(writer, request)
        if (user === null) return
        const by = { login: user.login, tokenName: bound?.name ?? null, address }
        await audit(writer, { at, by, action: 'signout', requestId })
      })
      headers.append('set-cookie', noCookie(deps))
      return { ok: true }
    },

    async signOutEverywhere(_, call) {
      const at = await deps.store.now()
      await deps.store.write(async (writer) => {
        await writer.deleteSessions({ userId: call.user.id })
        const detail = call.user.login
        await audit(writer, { at, by: actorOf(call), action: 'signout.everywhere', detail, requestId: call.requestId })
      })
      return { ok: true }
    },

    connect() {
      const { publicUrl, dataPath } = deps.settings
      return {
        apiUrl: publicUrl,
        consoleUrl: consoleUrl(deps),
        loginCommand: loginCommand(deps),
        organization: FIRST_ORGANIZATION,
        dataPath,
      }
    },
  }
}

const refusal = (isCode: boolean) =>
  isCode
    ? 'This sign-in link was used before or has expired. Restart the server for a new one, or sign in with an access token.'
    : 'This access token is not known here, was revoked, or has expired.'

async function codeOwner(deps: Deps, code: string): Promise<Bounded | undefined> {
  const user = await byCode(deps, code)
  return user && { user, bound: null }
}

async function sessionOf(deps: Deps, who: Bounded, via: Session['via']): Promise<Session> {
  const { user } = who
  return {
    login: user.login,
    name: user.name,
    role: user.role,
    scope: mostRight(who),
    organizations: await deps.store.read(organizations),
    via,
    now: await deps.store.now(),
    serverVersion: deps.settings.version,
  }
}

const organizations = async (reader: Reader): Promise<string[]> => {
  const names = new Set(await reader.organizations())
  names.delete(FIRST_ORGANIZATION)
  return [FIRST_ORGANIZATION, ...[...names].toSorted()]
}

const consoleUrl = ({ settings }: Deps): string => settings.consoleUrls[0] ?? settings.publicUrl

/**
 * The line to type. The CLI derives the console's address from the API's in two cases (service-api 2.6); in any other it
 * has to be told, or it prints no links and cannot log in by browser.
 */
function loginCommand(deps: Deps): string {
  const { publicUrl, consoleUrls } = deps.settings
  const api = new URL(publicUrl)
  const derived =
    api.host === 'localhost:8080'
      ? 'localhost:3000'
      : api.host.startsWith('api.')
        ? api.host.replace(/^api\./, 'app.')
        : undefined
  const isServed = derived !== undefined && consoleUrls.includes(`${api.protocol}//${derived}`)
  const prefix = isServed ? '' : `PULUMI_CONSOLE_DOMAIN=${new URL(consoleUrl(deps)).host} `
  return `${prefix}pulumi login ${publicUrl}`
}
