import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { deletedStackEndpoints } from '#contract/endpoints/deletedStacks.ts'
import type { DeletedStackFilter } from '#contract/deletedStacks.ts'
import { call } from './http/client.ts'
import { keys } from './http/keys.ts'

export const deletedStackQueries = {
  all: keys.deletedStacks,
  page: (org: string, filter: DeletedStackFilter) =>
    queryOptions({
      queryKey: [...deletedStackQueries.all(), org, filter],
      queryFn: ({ signal }) => call(deletedStackEndpoints.deletedStackList, { params: { org }, query: filter }, signal),
      placeholderData: keepPreviousData,
    }),
}

/** Restores a deleted stack under `name`, or under its former name. 409 when that name is taken. */
export const restoreStack = (org: string, id: string, name?: string) =>
  call(deletedStackEndpoints.deletedStackRestore, { params: { org, id }, body: name === undefined ? {} : { name } })
