import { queryOptions } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { StackRef } from '#contract/common.ts'
import type { StackFilter } from '#contract/stacks.ts'
import { call } from './client.ts'
import { nextLookMs } from './leaseWatch.ts'

/** One spelling of a stack in keys and in parameters, whatever else an object that names it holds. */
export const stackParams = ({ org, project, stack }: StackRef): StackRef => ({ org, project, stack })

/** Everything about one stack lies under `one(ref)`, lists of stacks under `lists()`. */
export const stackQueries = {
  all: () => ['stacks'] as const,
  lists: () => [...stackQueries.all(), 'lists'] as const,
  one: (ref: StackRef) => [...stackQueries.all(), 'one', stackParams(ref)] as const,

  attention: () =>
    queryOptions({
      queryKey: [...stackQueries.lists(), 'attention'],
      queryFn: ({ signal }) => call(api.attention, {}, signal),
      refetchInterval: ({ state }) => nextLookMs(state.data?.running ?? []),
    }),
  list: (filter: Partial<StackFilter>) =>
    queryOptions({
      queryKey: [...stackQueries.lists(), 'list', filter],
      queryFn: ({ signal }) => call(api.stackList, { query: filter }, signal),
    }),
  detail: (ref: StackRef) =>
    queryOptions({
      queryKey: [...stackQueries.one(ref), 'detail'],
      queryFn: ({ signal }) => call(api.stackView, { params: stackParams(ref) }, signal),
      refetchInterval: ({ state }) => nextLookMs(state.data?.leaseCard ? [state.data.leaseCard] : []),
    }),
  outputs: (ref: StackRef) =>
    queryOptions({
      queryKey: [...stackQueries.one(ref), 'outputs'],
      queryFn: ({ signal }) => call(api.stackOutputs, { params: stackParams(ref) }, signal),
    }),
}
