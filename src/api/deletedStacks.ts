import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { DeletedStackFilter } from '#contract/deletedStacks.ts'
import { call } from './client.ts'

export const deletedStackQueries = {
  all: () => ['deletedStacks'] as const,
  page: (org: string, filter: DeletedStackFilter) =>
    queryOptions({
      queryKey: [...deletedStackQueries.all(), org, filter],
      queryFn: ({ signal }) => call(api.deletedStackList, { params: { org }, query: filter }, signal),
      placeholderData: keepPreviousData,
    }),
}

/** Brings a deleted stack back, under `name` or the name that it had. Refused as a conflict when that is taken. */
export const restoreStack = (org: string, id: string, name?: string) =>
  call(api.deletedStackRestore, { params: { org, id }, body: name === undefined ? {} : { name } })
