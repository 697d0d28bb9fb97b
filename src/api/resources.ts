import { queryOptions } from '@tanstack/react-query'
import { resourceEndpoints } from '#contract/endpoints/resources.ts'
import type { StackRef } from '#contract/common.ts'
import type { GraphColumns } from '#contract/resources.ts'
import { call } from './http/client.ts'
import { stackParams } from './http/keys.ts'
import { codeOf } from './http/problem.ts'
import { stackQueries } from './stacks.ts'

/** A given version never changes; the newest one (no version) does. */
const freshness = (version: number | undefined) => (version === undefined ? {} : { staleTime: Infinity })

const ofVersion = (version: number | undefined) => (version === undefined ? {} : { version })

/** One of several entries with the same URN is identified by `index`, its place in the state. */
export type ResourceAt = { version?: number | undefined; index?: number | undefined }

export const resourceQueries = {
  all: (ref: StackRef) => [...stackQueries.one(ref), 'resources'] as const,

  list: (ref: StackRef, version?: number) =>
    queryOptions({
      queryKey: [...resourceQueries.all(ref), 'list', { version }],
      queryFn: ({ signal }) =>
        call(resourceEndpoints.resourceList, { params: stackParams(ref), query: ofVersion(version) }, signal),
      ...freshness(version),
    }),
  detail: (ref: StackRef, urn: string, { version, index }: ResourceAt = {}) =>
    queryOptions({
      queryKey: [...resourceQueries.all(ref), 'detail', urn, { version, index }],
      queryFn: ({ signal }) =>
        call(
          resourceEndpoints.resourceView,
          { params: stackParams(ref), query: { urn, ...ofVersion(version), ...(index !== undefined && { index }) } },
          signal,
        ),
      ...freshness(version),
    }),
  history: (ref: StackRef) =>
    queryOptions({
      queryKey: [...resourceQueries.all(ref), 'history'],
      queryFn: ({ signal }) => call(resourceEndpoints.resourceHistory, { params: stackParams(ref) }, signal),
    }),
  /** The graph of the current state, or of an earlier version: null if that is no longer there. */
  graph: (ref: StackRef, version?: number) =>
    queryOptions({
      queryKey: [...resourceQueries.all(ref), 'graph', { version }],
      queryFn: async ({ signal }): Promise<GraphColumns | null> => {
        try {
          return await call(resourceEndpoints.graph, { params: stackParams(ref), query: ofVersion(version) }, signal)
        } catch (error) {
          if (version !== undefined && codeOf(error) === 'not_found') return null
          throw error
        }
      },
      ...freshness(version),
    }),
  graphNotes: (ref: StackRef) =>
    queryOptions({
      queryKey: [...resourceQueries.all(ref), 'graph notes'],
      queryFn: ({ signal }) => call(resourceEndpoints.graphNotes, { params: stackParams(ref), query: {} }, signal),
    }),
}
