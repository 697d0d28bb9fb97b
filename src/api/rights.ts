import { useQuery } from '@tanstack/react-query'
import type { Session } from '#contract/session.ts'
import { sessionQueries } from './session.ts'

/** Why someone may not do what is done to stacks, in a sentence; undefined when they may, at least somewhere. */
export function whyNotOperate({ role, scope }: Pick<Session, 'role' | 'scope'>): string | undefined {
  if (scope === 'operate' || scope === 'admin') return undefined
  return role === 'reader'
    ? 'You may look at stacks, and not change them: that needs the role operator.'
    : `This needs the scope operate; you have signed in with an access token of the scope ${scope}.`
}

/** The same of anyone who is signed in here; undefined too while that is not known yet: the server decides in the end. */
export function useWhyNotOperate(): string | undefined {
  const { data: session } = useQuery(sessionQueries.current())
  return session && whyNotOperate(session)
}
