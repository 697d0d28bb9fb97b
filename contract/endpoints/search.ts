import { FoundResources, FoundRuns, ResourceSearch, RunSearch } from '../search.ts'
import { endpoint } from '../endpoint.ts'

/** Search over all stacks. */
export const searchEndpoints = {
  resourceSearch: endpoint({
    method: 'GET',
    path: '/api/ui/search/resources',
    access: 'reader',
    summary: 'Resources of all stacks by name, type, ID or URN; and how many are of each type, provider and stack.',
    query: ResourceSearch,
    reply: FoundResources,
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
