import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { versionEndpoints } from '#contract/endpoints/versions.ts'
import type { StackRef } from '#contract/common.ts'
import { versionAt } from '#src/lib/versionAt.ts'
import { call } from './http/client.ts'
import { stackParams } from './http/keys.ts'
import { stackQueries } from './stacks.ts'

const list = (ref: StackRef, page = 1) =>
  queryOptions({
    queryKey: [...stackQueries.one(ref), 'versions', { page }],
    queryFn: ({ signal }) => call(versionEndpoints.versionList, { params: stackParams(ref), query: { page } }, signal),
    placeholderData: keepPreviousData,
  })

export const versionQueries = {
  list,
  /** The version that was current at a time (epoch milliseconds); null if there was none yet. */
  at: (ref: StackRef, at: number) =>
    queryOptions({
      queryKey: [...stackQueries.one(ref), 'versions', { at }],
      queryFn: async ({ client }) => ({
        version: (await versionAt(at, (page) => client.fetchQuery(list(ref, page)))) ?? null,
      }),
    }),
}
