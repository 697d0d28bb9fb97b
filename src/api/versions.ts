import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { versionEndpoints } from '#contract/endpoints/versions.ts'
import type { StackRef } from '#contract/common.ts'
import { call } from './http/client.ts'
import { stackParams } from './http/keys.ts'
import { stackQueries } from './stacks.ts'

export const versionQueries = {
  list: (ref: StackRef, page = 1) =>
    queryOptions({
      queryKey: [...stackQueries.one(ref), 'versions', { page }],
      queryFn: ({ signal }) =>
        call(versionEndpoints.versionList, { params: stackParams(ref), query: { page } }, signal),
      placeholderData: keepPreviousData,
    }),
}
