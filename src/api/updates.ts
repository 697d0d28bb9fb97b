import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { StackRef } from '#contract/common.ts'
import { call } from './client.ts'
import { type EngineLog, readOn } from './engineLog.ts'
import { stackParams, stackQueries } from './stacks.ts'

type Page = { page?: number; previews?: boolean }

/** `run` is the id of an update or of a preview. */
export const updateQueries = {
  all: (ref: StackRef) => [...stackQueries.one(ref), 'updates'] as const,
  run: (ref: StackRef, run: string) => [...stackQueries.one(ref), 'runs', run] as const,

  list: (ref: StackRef, { page = 1, previews = false }: Page = {}) =>
    queryOptions({
      queryKey: [...updateQueries.all(ref), 'list', { page, previews }],
      queryFn: ({ signal }) =>
        call(
          api.updateList,
          { params: stackParams(ref), query: { page, previews: previews ? 'true' : 'false' } },
          signal,
        ),
      placeholderData: keepPreviousData,
    }),
  byVersion: (ref: StackRef, version: number) =>
    queryOptions({
      queryKey: [...updateQueries.all(ref), 'version', version],
      queryFn: ({ signal }) =>
        call(api.updateView, { params: { ...stackParams(ref), version: String(version) } }, signal),
    }),
  preview: (ref: StackRef, updateId: string) =>
    queryOptions({
      queryKey: [...updateQueries.all(ref), 'preview', updateId],
      queryFn: ({ signal }) => call(api.previewView, { params: { ...stackParams(ref), updateId } }, signal),
    }),
  changes: (ref: StackRef, run: string) =>
    queryOptions({
      queryKey: [...updateQueries.run(ref, run), 'changes'],
      queryFn: ({ signal }) => call(api.updateChanges, { params: { ...stackParams(ref), run } }, signal),
    }),
  /** The whole log as far as it is known. A refetch reads on from where it was; what is there stays the same lines. */
  log: (ref: StackRef, run: string) => {
    const queryKey = [...updateQueries.run(ref, run), 'log'] as const
    return queryOptions({
      queryKey,
      queryFn: ({ client, signal }): Promise<EngineLog> =>
        readOn(client.getQueryData<EngineLog>(queryKey), {
          page: (after) =>
            call(
              api.updateLog,
              { params: { ...stackParams(ref), run }, query: after === undefined ? {} : { after } },
              signal,
            ),
          soFar: (log) => client.setQueryData(queryKey, log),
        }),
      structuralSharing: false, // 200,000 lines that only grow
    })
  },
}
