import { createContext, use } from 'react'
import { type NamesByLogin, personName } from '#words/personName.ts'

/** What people are called, by their logins: asked for once, around all pages. */
export const PersonNames = createContext<NamesByLogin>({})

/** What someone is called; their login until that is known, and of anyone who is no user. */
export const usePersonName = (login: string): string => personName(login, use(PersonNames))

/** The same for sentences that are built elsewhere. */
export const useNamesByLogin = (): NamesByLogin => use(PersonNames)
