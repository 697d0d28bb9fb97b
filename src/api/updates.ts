import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { updateEndpoints } from '#contract/endpoints/updates.ts'
import type { StackRef } from '#contract/common.ts'
import { nextListLookMs } from './live/leaseWatch.ts'
import { call } from './http/client.ts'
import { keys, stackParams } from './http/keys.ts'
import { type EngineLog, readOn } from './engineLog.ts'

type Page = { page?: number; previews?: boolean }

/** `run` is the id of an update or of a preview. */
export const updateQueries = {
  all: keys.updates,
  run: keys.run,

  list: (ref: StackRef, { page = 1, previews = false }: Page = {}) =>
    queryOptions({
      queryKey: [...updateQueries.all(ref), 'list', { page, previews }],
      queryFn: ({ signal }) =>
        call(
          updateEndpoints.updateList,
          { params: stackParams(ref), query: { page, previews: previews ? 'true' : 'false' } },
          signal,
        ),
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => nextListLookMs(state.data?.updates),
    }),
  byVersion: (ref: StackRef, version: number) =>
    queryOptions({
      queryKey: [...updateQueries.all(ref), 'version', version],
      queryFn: ({ signal }) =>
        call(updateEndpoints.updateView, { params: { ...stackParams(ref), version: String(version) } }, signal),
    }),
  preview: (ref: StackRef, updateId: string) =>
    queryOptions({
      queryKey: [...updateQueries.all(ref), 'preview', updateId],
      queryFn: ({ signal }) => call(updateEndpoints.previewView, { params: { ...stackParams(ref), updateId } }, signal),
    }),
  changes: (ref: StackRef, run: string) =>
    queryOptions({
      queryKey: [...updateQueries.run(ref, run), 'changes'],
      queryFn: ({ signal }) => call(updateEndpoints.updateChanges, { params: { ...stackParams(ref), run } }, signal),
    }),
  progress: (ref: StackRef, run: string) =>
    queryOptions({
      queryKey: [...updateQueries.run(ref, run), 'progress'],
      queryFn: ({ signal }) => call(updateEndpoints.runProgress, { params: { ...stackParams(ref), run } }, signal),
    }),
  timeline: (ref: StackRef, run: string) =>
    queryOptions({
      queryKey: [...updateQueries.run(ref, run), 'timeline'],
      queryFn: ({ signal }) => call(updateEndpoints.runTimeline, { params: { ...stackParams(ref), run } }, signal),
      structuralSharing: false, // 10,000 steps
    }),
  before: (ref: StackRef, run: string) =>
    queryOptions({
      queryKey: [...updateQueries.run(ref, run), 'before'],
      queryFn: ({ signal }) => call(updateEndpoints.runBefore, { params: { ...stackParams(ref), run } }, signal),
    }),
  /** The log as far as it is known. A refetch continues where the last one ended; known lines stay the same objects. */
  log: (ref: StackRef, run: string) => {
    const queryKey = [...updateQueries.run(ref, run), 'log'] as const
    const page = (query: { after?: string; at?: 'failure' }, signal: AbortSignal) =>
      call(updateEndpoints.updateLog, { params: { ...stackParams(ref), run }, query }, signal)
    return queryOptions({
      queryKey,
      queryFn: ({ client, signal }): Promise<EngineLog> =>
        readOn(client.getQueryData<EngineLog>(queryKey), {
          page: (after) => page(after === undefined ? {} : { after }, signal),
          pageAtFailure: () => page({ at: 'failure' }, signal),
          soFar: (log) => client.setQueryData(queryKey, log),
        }),
      structuralSharing: false, // 200,000 lines that only grow
    })
  },
}
