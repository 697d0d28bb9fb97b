import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { searchEndpoints } from '#contract/endpoints/search.ts'
import { type FoundResources, MAX_FOUND } from '#contract/search.ts'
import { call } from './http/client.ts'
import { keys } from './http/keys.ts'

/** Asked again while something is still being indexed. */
const BEHIND_MS = 1_000

export const searchQueries = {
  all: keys.search,
  /** `near`: the stack (`organization/project/name`) whose resources come first. */
  resources: (query: string, { near, limit }: { near?: string | undefined; limit: number }) =>
    queryOptions({
      queryKey: [...searchQueries.all(), 'resources', query, { near, limit }],
      queryFn: ({ signal }) =>
        call(searchEndpoints.resourceSearch, { query: { query, limit, ...(near !== undefined && { near }) } }, signal),
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => (state.data?.isBehind ? BEHIND_MS : false),
    }),
  facets: (query: string) =>
    queryOptions({
      queryKey: [...searchQueries.all(), 'facets', query],
      queryFn: ({ signal }) => call(searchEndpoints.searchFacets, { query: { query } }, signal),
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
