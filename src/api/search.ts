import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { searchEndpoints } from '#contract/endpoints/search.ts'
import { type FoundResources, MAX_FOUND } from '#contract/search.ts'
import { call } from './http/client.ts'
import { keys } from './http/keys.ts'

/** Asked again while something is still being indexed. */
const BEHIND_MS = 1_000

type ResourceQuery = { near?: string | undefined; limit: number; withFacets?: boolean }

export const searchQueries = {
  all: keys.search,
  /**
   * `near`: the stack (`organization/project/name`) whose resources come first; `withFacets`: with what the results can be
   * narrowed by.
   */
  resources: (query: string, { near, limit, withFacets = false }: ResourceQuery) =>
    queryOptions({
      queryKey: [...searchQueries.all(), 'resources', query, { near, limit, withFacets }],
      queryFn: ({ signal }) =>
        call(
          searchEndpoints.resourceSearch,
          { query: { query, limit, ...(near !== undefined && { near }), ...(withFacets && { facets: 'true' }) } },
          signal,
        ),
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => (state.data?.isBehind ? BEHIND_MS : false),
    }),
  runs: (query: string, limit: number) =>
    queryOptions({
      queryKey: [...searchQueries.all(), 'runs', query, { limit }],
      queryFn: ({ signal }) => call(searchEndpoints.runSearch, { query: { query, limit } }, signal),
    }),
}

/** All results, as far as one answer goes. */
export const findAll = (query: string): Promise<FoundResources> =>
  call(searchEndpoints.resourceSearch, { query: { query, limit: MAX_FOUND } })
