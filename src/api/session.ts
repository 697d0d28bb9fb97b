import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { api } from '#contract/api.ts'
import type { CreatedToken, NewToken, Session, SignIn } from '#contract/session.ts'
import { call } from './client.ts'

export const sessionQueries = {
  all: () => ['session'] as const,
  current: () =>
    queryOptions({
      queryKey: [...sessionQueries.all(), 'current'],
      queryFn: ({ signal }) => call(api.session, {}, signal),
    }),
  tokens: () =>
    queryOptions({
      queryKey: [...sessionQueries.all(), 'tokens'],
      queryFn: ({ signal }) => call(api.tokenList, {}, signal),
    }),
  connect: () =>
    queryOptions({
      queryKey: [...sessionQueries.all(), 'connect'],
      queryFn: ({ signal }) => call(api.connect, {}, signal),
      staleTime: Infinity,
    }),
}

/** Takes the one-time code of the printed link, or an access token; the server sets the session's cookie. */
export const signIn = (proof: z.input<typeof SignIn>): Promise<Session> => call(api.signIn, { body: proof })

export async function signOut(): Promise<void> {
  await call(api.signOut, {})
}

/** Ends every session of the person who asks, this one too. */
export async function signOutEverywhere(): Promise<void> {
  await call(api.signOutEverywhere, {})
}

type Created = z.output<typeof CreatedToken>

/** The only time that the value is told. */
export const createToken = (body: NewToken): Promise<Created> => call(api.tokenCreate, { body })

export async function revokeToken(id: string): Promise<void> {
  await call(api.tokenRevoke, { params: { id } })
}

/** Makes the token that a waiting `pulumi login` is given. Only after the person allowed it (service-api 2.4). */
export const cliLogin = (description: string): Promise<Created> => call(api.cliLogin, { body: { description } })
