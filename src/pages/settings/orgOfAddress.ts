import type { QueryClient } from '@tanstack/react-query'
import type { Session } from '#contract/session.ts'
import { sessionQueries } from '#src/api/session.ts'

/** The organization in an address, else the first one. */
export const orgIn = (search: URLSearchParams, { organizations }: Pick<Session, 'organizations'>): string =>
  search.get('org') || (organizations[0] ?? '')

/** The same, in a loader. */
export const orgOf = async (client: QueryClient, request: Request): Promise<string> =>
  orgIn(new URL(request.url).searchParams, await client.ensureQueryData(sessionQueries.current()))
