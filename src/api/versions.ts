import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { StackRef } from '#contract/common.ts'
import { call } from './client.ts'
import { stackParams, stackQueries } from './stacks.ts'

export const versionQueries = {
  list: (ref: StackRef, page = 1) =>
    queryOptions({
      queryKey: [...stackQueries.one(ref), 'versions', { page }],
      queryFn: ({ signal }) => call(api.versionList, { params: stackParams(ref), query: { page } }, signal),
      placeholderData: keepPreviousData,
    }),
}
