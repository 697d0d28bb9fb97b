import { createContext, use } from 'react'
import { type NamesByLogin, personName } from '#words/personName.ts'

/** The names of users by login: fetched once, around all pages. */
export const PersonNames = createContext<NamesByLogin>({})

/** The name of a user; the login until it is known, and for anyone who is no user. */
export const usePersonName = (login: string): string => personName(login, use(PersonNames))

/** The names, for sentences that are built elsewhere. */
export const useNamesByLogin = (): NamesByLogin => use(PersonNames)
