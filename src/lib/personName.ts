import { createContext, use, useMemo } from 'react'

/** What people are called, by their logins: asked for once, around all pages. */
export const PersonNames = createContext<ReadonlyMap<string, string>>(new Map())

/** What someone is called; their login until that is known, and of anyone who is no user. */
export const usePersonName = (login: string): string => use(PersonNames).get(login) || login

/** The same for sentences that are built elsewhere. */
export function useNamesByLogin(): Readonly<Record<string, string>> {
  const names = use(PersonNames)
  return useMemo(() => Object.fromEntries(names), [names])
}
