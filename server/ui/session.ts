import type { Session } from '#contract/session.ts'
import type { Deps } from '../deps.ts'
import { createAttempts } from '../http/attempts.ts'
import { byCode, byToken } from '../http/auth.ts'
import { ApiError } from '../http/problems.ts'
import { endSession, startSession } from '../http/session.ts'
import type { Reader, UserRow } from '../store/port.ts'
import type { Handlers } from './handlers.ts'

/** The organisation that self-managed backends have too, so that references between stacks survive a move. */
export const FIRST_ORGANIZATION = 'organization'

/** Signing in and out, and how a CLI connects. */
export function sessionHandlers(deps: Deps): Pick<Handlers, 'signIn' | 'session' | 'signOut' | 'connect'> {
  const attempts = createAttempts()
  return {
    async signIn({ body }, { address, headers }) {
      const now = await deps.store.now()
      attempts.check(address, now)
      const user = 'code' in body ? await byCode(deps, body.code) : (await byToken(deps, body.token.trim()))?.user
      if (user === undefined) {
        attempts.failed(address, now)
        throw new ApiError('sign_in_failed', refusal('code' in body))
      }
      headers.append('set-cookie', await startSession(deps, user.id))
      return sessionOf(deps, user, 'cookie')
    },

    session: (_, { user, token }) => sessionOf(deps, user, token === null ? 'cookie' : 'token'),

    async signOut(_, { request, headers }) {
      headers.append('set-cookie', await endSession(deps, request))
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
    : 'This access token is not known here, or was revoked.'

async function sessionOf(deps: Deps, user: UserRow, via: Session['via']): Promise<Session> {
  return {
    login: user.login,
    name: user.name,
    role: user.role,
    organizations: await deps.store.read(organizations),
    via,
    now: await deps.store.now(),
    serverVersion: deps.settings.version,
  }
}

const organizations = async (reader: Reader): Promise<string[]> => {
  const names = new Set((await reader.stacks({})).map((stack) => stack.org))
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
