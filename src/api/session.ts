import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { sessionEndpoints } from '#contract/endpoints/session.ts'
import type { CreatedToken, NewToken, Session, SignIn } from '#contract/session.ts'
import type { NamesByLogin } from '#words/personName.ts'
import { call } from './http/client.ts'
import { keys } from './http/keys.ts'

export const sessionQueries = {
  all: keys.session,
  current: () =>
    queryOptions({
      queryKey: [...sessionQueries.all(), 'current'],
      queryFn: ({ signal }) => call(sessionEndpoints.session, {}, signal),
    }),
  tokens: () =>
    queryOptions({
      queryKey: keys.tokens(),
      queryFn: ({ signal }) => call(sessionEndpoints.tokenList, {}, signal),
    }),
  browsers: () =>
    queryOptions({
      queryKey: [...sessionQueries.all(), 'browsers'],
      queryFn: ({ signal }) => call(sessionEndpoints.sessionList, {}, signal),
    }),
  /** What else would end with a token. */
  revocation: (id: string) => ({
    queryKey: [...keys.tokens(), 'revocation', id] as const,
    queryFn: () => call(sessionEndpoints.tokenRevocation, { params: { id } }),
  }),
  connect: () =>
    queryOptions({
      queryKey: [...sessionQueries.all(), 'connect'],
      queryFn: ({ signal }) => call(sessionEndpoints.connect, {}, signal),
      staleTime: Infinity,
    }),
}

/** Takes the one-time code of the printed link, or an access token; the server sets the session's cookie. */
export const signIn = (proof: z.input<typeof SignIn>): Promise<Session> =>
  call(sessionEndpoints.signIn, { body: proof })

export async function signOut(): Promise<void> {
  await call(sessionEndpoints.signOut, {})
}

/** Ends every session of the person who asks, this one too. */
export async function signOutEverywhere(): Promise<void> {
  await call(sessionEndpoints.signOutEverywhere, { query: {} })
}

/** Ends every session of the person who asks but this one. */
export async function endOtherSessions(): Promise<void> {
  await call(sessionEndpoints.signOutEverywhere, { query: { keep: 'this' } })
}

/** Ends one session; with the tokens that were created in it, if asked to. */
export async function endSession(id: string, { withTokens }: { withTokens: boolean }): Promise<void> {
  await call(sessionEndpoints.sessionEnd, { params: { id }, query: { tokens: withTokens ? 'revoke' : 'keep' } })
}

type Created = z.output<typeof CreatedToken>

/** The only time that the value is returned. */
export const createToken = (body: NewToken): Promise<Created> => call(sessionEndpoints.tokenCreate, { body })

export async function revokeToken(id: string): Promise<void> {
  await call(sessionEndpoints.tokenRevoke, { params: { id } })
}

/**
 * Makes the token that a waiting `pulumi login` is given. Only after the person allowed it
 * (docs/protocol.md, Signing in).
 */
export const cliLogin = (description: string): Promise<Created> =>
  call(sessionEndpoints.cliLogin, { body: { description } })

/** Names change so seldom that a page asks once in a while. */
const STALE_MS = 5 * 60_000

const people = queryOptions({
  queryKey: [...keys.session(), 'people'],
  queryFn: ({ signal }) => call(sessionEndpoints.personList, {}, signal),
  staleTime: STALE_MS,
  throwOnError: false,
})
type People = z.infer<typeof sessionEndpoints.personList.reply>

const namesIn = ({ people: all }: People): NamesByLogin =>
  Object.fromEntries(all.map(({ login, name }) => [login, name]))
const administratorsIn = ({ administrators }: People) => administrators

/** The people of the server: one request answers all questions about them. */
export const peopleQueries = {
  all: () => people,
  names: () => queryOptions({ ...people, select: namesIn }),
  /** Whom to ask for access. */
  administrators: () => queryOptions({ ...people, select: administratorsIn, retry: false }),
}
