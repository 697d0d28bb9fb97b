import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ActivityFilter } from '#contract/activity.ts'
import { api } from '#contract/api.ts'
import { call } from './client.ts'
import { stackQueries } from './stacks.ts'

/** What is about all stacks at once lies under their lists, so that news of any stack makes it stale. */
export const activityQueries = {
  page: (filter: ActivityFilter) =>
    queryOptions({
      queryKey: [...stackQueries.lists(), 'activity', filter],
      queryFn: ({ signal }) => call(api.activity, { query: filter }, signal),
      placeholderData: keepPreviousData,
    }),
  stackGraph: () =>
    queryOptions({
      queryKey: [...stackQueries.lists(), 'graph'],
      queryFn: ({ signal }) => call(api.stackGraph, {}, signal),
    }),
}
