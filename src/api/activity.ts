import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ActivityFilter } from '#contract/activity.ts'
import { activityEndpoints } from '#contract/endpoints/activity.ts'
import type { StackRef } from '#contract/common.ts'
import { nextListLookMs } from './live/leaseWatch.ts'
import { call } from './http/client.ts'
import { stackParams } from './http/keys.ts'
import { stackQueries } from './stacks.ts'

/** Keys of what concerns all stacks lie under the lists, so that news of any stack makes them stale. */
export const activityQueries = {
  page: (filter: ActivityFilter) =>
    queryOptions({
      queryKey: [...stackQueries.lists(), 'activity', filter],
      queryFn: ({ signal }) => call(activityEndpoints.activity, { query: filter }, signal),
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => nextListLookMs(state.data?.runs.map(({ update }) => update)),
    }),
  stackGraph: () =>
    queryOptions({
      queryKey: [...stackQueries.lists(), 'graph'],
      queryFn: ({ signal }) => call(activityEndpoints.stackGraph, {}, signal),
    }),
  stackReaders: (ref: StackRef) =>
    queryOptions({
      queryKey: [...stackQueries.lists(), 'readers', stackParams(ref)],
      queryFn: ({ signal }) => call(activityEndpoints.stackReaders, { params: stackParams(ref) }, signal),
    }),
}
