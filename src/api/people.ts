import { queryOptions } from '@tanstack/react-query'
import { userEndpoints } from '#contract/endpoints/users.ts'
import { call } from './http/client.ts'
import { keys } from './http/keys.ts'

/** Names change so seldom that a page asks once in a while. */
const STALE_MS = 5 * 60_000

export const peopleQueries = {
  names: () =>
    queryOptions({
      queryKey: [...keys.session(), 'people'],
      queryFn: async ({ signal }) => {
        const { people } = await call(userEndpoints.personList, {}, signal)
        return new Map(people.map(({ login, name }) => [login, name]))
      },
      staleTime: STALE_MS,
      throwOnError: false,
    }),
}
