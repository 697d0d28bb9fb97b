import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { sessionEndpoints } from '#contract/endpoints/session.ts'
import type { CreatedToken, NewToken, Scope, Session, SignIn } from '#contract/session.ts'
import type { NamesByLogin } from '#words/personName.ts'
import { call } from './http/client.ts'
import { keys } from './http/keys.ts'
import { notifySignedOut } from './http/signedOut.ts'

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

/** Whether it may do what only administrators of the server may. */
export const isAdmin = ({ role, scope }: Session): boolean => role === 'admin' && scope === 'admin'

/** Signs in with the one-time code of the printed link, or with an access token; the server sets the session cookie. */
export const signIn = (proof: z.input<typeof SignIn>): Promise<Session> =>
  call(sessionEndpoints.signIn, { body: proof })

/** The key of the mutations with which the user ends this session: what follows is theirs to decide. */
export const SIGNING_OUT = ['session', 'signOut'] as const

export async function signOut(): Promise<void> {
  await call(sessionEndpoints.signOut, {})
  notifySignedOut()
}

/** Ends all sessions of the user, including this one. */
export async function signOutEverywhere(): Promise<void> {
  await call(sessionEndpoints.signOutEverywhere, { query: {} })
  notifySignedOut()
}

/** Ends all other sessions of the user. */
export async function endOtherSessions(): Promise<void> {
  await call(sessionEndpoints.signOutEverywhere, { query: { keep: 'this' } })
}

/** Ends one session and, on request, the tokens that were created in it. */
export async function endSession(id: string, { withTokens }: { withTokens: boolean }): Promise<void> {
  await call(sessionEndpoints.sessionEnd, { params: { id }, query: { tokens: withTokens ? 'revoke' : 'keep' } })
}

type Created = z.output<typeof CreatedToken>

/** The only answer that holds the token's value. */
export const createToken = (body: NewToken): Promise<Created> => call(sessionEndpoints.tokenCreate, { body })

export async function revokeToken(id: string): Promise<void> {
  await call(sessionEndpoints.tokenRevoke, { params: { id } })
}

/** Creates the token for a waiting `pulumi login`, only after the user allowed it (docs/protocol.md, Signing in). */
export const cliLogin = (description: string, scope: Scope): Promise<Created> =>
  call(sessionEndpoints.cliLogin, { body: { description, scope } })

/** Names rarely change, so a page asks only every few minutes. */
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

/** The users of the server: one request answers all questions about them. */
export const peopleQueries = {
  all: () => people,
  names: () => queryOptions({ ...people, select: namesIn }),
  /** Whom to ask for access. */
  administrators: () => queryOptions({ ...people, select: administratorsIn, retry: false }),
}
