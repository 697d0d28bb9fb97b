import { useQuery } from '@tanstack/react-query'
import type { Session } from '#contract/session.ts'
import { sessionQueries } from './session.ts'

/** Why a user may not change stacks, in a sentence; undefined if they may change at least one. */
export function whyNotOperate({ role, scope }: Pick<Session, 'role' | 'scope'>): string | undefined {
  if (scope === 'operate' || scope === 'admin') return undefined
  return role === 'reader'
    ? 'You can view stacks, but changing them needs the role operator.'
    : `This needs the scope operate; you have signed in with an access token of the scope ${scope}.`
}

/** The same for the signed-in user. Also undefined while that is not known yet: the server decides. */
export function useWhyNotOperate(): string | undefined {
  const { data: session } = useQuery(sessionQueries.current())
  return session && whyNotOperate(session)
}
