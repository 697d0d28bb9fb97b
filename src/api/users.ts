import { queryOptions } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { NewToken } from '#contract/session.ts'
import type { NewUser, UserChange } from '#contract/users.ts'
import { call } from './client.ts'

export const userQueries = {
  all: () => ['users'] as const,
  list: () =>
    queryOptions({
      queryKey: [...userQueries.all(), 'list'],
      queryFn: ({ signal }) => call(api.userList, {}, signal),
    }),
  tokens: (id: string) =>
    queryOptions({
      queryKey: [...userQueries.all(), 'tokens', id],
      queryFn: ({ signal }) => call(api.userTokenList, { params: { id } }, signal),
    }),
}

/** Also brings back somebody who was removed. */
export const createUser = (body: NewUser) => call(api.userCreate, { body })
export const changeUser = (id: string, body: UserChange) => call(api.userChange, { params: { id }, body })
export const removeUser = (id: string) => call(api.userRemove, { params: { id } })
export const signOutUser = (id: string) => call(api.userSignOut, { params: { id } })

/** The only time that the link is told. */
export const makeSignInLink = (id: string) => call(api.userSignInLink, { params: { id } })
/** The only time that the value is told. */
export const createUserToken = (id: string, body: NewToken) => call(api.userTokenCreate, { params: { id }, body })
export const revokeUserToken = (id: string, token: string) => call(api.userTokenRevoke, { params: { id, token } })
