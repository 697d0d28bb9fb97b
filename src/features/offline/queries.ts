import { queryOptions } from '@tanstack/react-query'
import type { EditOperation } from '#contract/edits.ts'
import type { OfflineThread } from './offlineThread.ts'
import type { ExportRequest } from '#domain/plan/planExport.ts'

/** An open state, and the worker that holds it. Its answers are dropped with it, and none needs a network. */
export type OpenSession = { id: string; thread: OfflineThread }

const kept = { staleTime: Infinity, gcTime: 0, networkMode: 'always', retry: false } as const

export const offlineQueries = {
  entry: ({ id, thread }: OpenSession, index: number) =>
    queryOptions({ queryKey: ['offline', id, 'entry', index], queryFn: () => thread.call('entry', index), ...kept }),
  source: ({ id, thread }: OpenSession, index: number) =>
    queryOptions({ queryKey: ['offline', id, 'source', index], queryFn: () => thread.call('source', index), ...kept }),
  plan: ({ id, thread }: OpenSession, operation: EditOperation) =>
    queryOptions({
      queryKey: ['offline', id, 'plan', operation],
      queryFn: () => thread.call('planEdit', operation),
      ...kept,
    }),
  effect: ({ id, thread }: OpenSession, request: ExportRequest) =>
    queryOptions({
      queryKey: ['offline', id, 'effect', request],
      queryFn: () => thread.call('effect', request),
      ...kept,
    }),
}
