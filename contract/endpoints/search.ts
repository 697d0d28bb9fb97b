import { FacetSearch, FoundResources, FoundRuns, ResourceSearch, RunSearch, SearchFacets } from '../search.ts'
import { endpoint } from '../endpoint.ts'

/** Search over all stacks. */
export const searchEndpoints = {
  resourceSearch: endpoint({
    method: 'GET',
    path: '/api/ui/search/resources',
    access: 'reader',
    summary: 'Resources of all stacks by name, type, ID or URN.',
    query: ResourceSearch,
    reply: FoundResources,
  }),
  searchFacets: endpoint({
    method: 'GET',
    path: '/api/ui/search/facets',
    access: 'reader',
    summary: 'How many results of a search are of each type, provider and stack.',
    query: FacetSearch,
    reply: SearchFacets,
  }),
  runSearch: endpoint({
    method: 'GET',
    path: '/api/ui/search/runs',
    access: 'reader',
    summary: 'Runs of all stacks by message, person or commit, newest first.',
    query: RunSearch,
    reply: FoundRuns,
  }),
} as const
