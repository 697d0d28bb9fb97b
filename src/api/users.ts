import { queryOptions } from '@tanstack/react-query'
import { userEndpoints } from '#contract/endpoints/users.ts'
import type { NewToken } from '#contract/session.ts'
import type { NewUser, UserChange } from '#contract/users.ts'
import { call } from './http/client.ts'

export const userQueries = {
  all: () => ['users'] as const,
  list: () =>
    queryOptions({
      queryKey: [...userQueries.all(), 'list'],
      queryFn: ({ signal }) => call(userEndpoints.userList, {}, signal),
    }),
  tokens: (id: string) =>
    queryOptions({
      queryKey: [...userQueries.all(), 'tokens', id],
      queryFn: ({ signal }) => call(userEndpoints.userTokenList, { params: { id } }, signal),
    }),
}

/** What would end with a user's removal; asked again each time. */
export const userRemoval = (id: string) =>
  queryOptions({
    queryKey: [...userQueries.all(), 'removal', id],
    queryFn: ({ signal }) => call(userEndpoints.userRemoval, { params: { id } }, signal),
    gcTime: 0,
  })

/** Also restores a removed user. */
export const createUser = (body: NewUser) => call(userEndpoints.userCreate, { body })
export const changeUser = (id: string, body: UserChange) => call(userEndpoints.userChange, { params: { id }, body })
export const removeUser = (id: string) => call(userEndpoints.userRemove, { params: { id } })
export const signOutUser = (id: string) => call(userEndpoints.userSignOut, { params: { id } })

/** The only answer that holds the link. */
export const makeSignInLink = (id: string) => call(userEndpoints.userSignInLink, { params: { id } })
/** The only answer that holds the token's value. */
export const createUserToken = (id: string, body: NewToken) =>
  call(userEndpoints.userTokenCreate, { params: { id }, body })
export const userTokenRevocation = (id: string, token: string) => ({
  queryKey: [...userQueries.all(), 'tokens', id, 'revocation', token] as const,
  queryFn: () => call(userEndpoints.userTokenRevocation, { params: { id, token } }),
})
export const revokeUserToken = (id: string, token: string) =>
  call(userEndpoints.userTokenRevoke, { params: { id, token } })
