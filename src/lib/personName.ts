import { createContext, use } from 'react'
import { type CiJob, type NamesByLogin, personName, runnerName } from '#words/personName.ts'

/** The names of users by login: fetched once, around all pages. */
export const PersonNames = createContext<NamesByLogin>({})

/** The name of a user; the login until it is known, and for anyone who is no user. */
export const usePersonName = (login: string): string => personName(login, use(PersonNames))

/** The name of who ran something: the CI job if it was one, otherwise the person. */
export const useRunnerName = (login: string, ci: CiJob | null): string => runnerName(login, ci, use(PersonNames))

/** The names, for sentences that are built elsewhere. */
export const useNamesByLogin = (): NamesByLogin => use(PersonNames)
