import { queryOptions } from '@tanstack/react-query'
import type { Grouping } from '#domain/graphLayout/groups/groupings.ts'
import type { View } from '#domain/graphLayout/layout.ts'
import { type Columns, type GraphModel, topologyFor } from '../model.ts'
import { groupInWorker, layoutInWorker } from './thread.ts'

/** Options for results that never change and need no network: they work offline, and typed arrays are not compared. */
const COMPUTED = { staleTime: Infinity, structuralSharing: false, retry: false, networkMode: 'always' } as const

const numbers = new WeakMap<object, number>()
let count = 0
/** One number for each object. */
function numberOf(object: object): number {
  const number = numbers.get(object) ?? ++count
  numbers.set(object, number)
  return number
}

/**
 * The groups of a graph, with the graph they belong to. `graphKey` is the same for all columns of one graph: while changed
 * ones are being grouped, the former groups stay. With a view, the worker lays it out too.
 */
export const modelQuery = <Graph extends Columns>(graphKey: string, graph: Graph, grouping: Grouping, view?: View) =>
  queryOptions({
    queryKey: ['graph', graphKey, numberOf(graph), grouping] as const,
    queryFn: async ({ client }): Promise<{ graph: Graph; model: GraphModel }> => {
      const topology = topologyFor(graph)
      try {
        const { tree, hash, positions } = await groupInWorker(topology, grouping, view)
        const model = { topology, tree, hash }
        if (view && positions) {
          performance.mark('graph:layout')
          client.setQueryData(layoutQuery(model, view).queryKey, positions)
        }
        return { graph, model }
      } catch (error) {
        // The outline needs groups too. The first layout reports the missing worker, in place of the picture.
        try {
          const { modelOf } = await import('../groupedModel.ts')
          return { graph, model: modelOf(graph, grouping) }
        } catch {
          throw error // the worker's error has the reason
        }
      }
    },
    ...COMPUTED,
    gcTime: CACHE_MS,
    placeholderData: (before, query) => (query?.queryKey[1] === graphKey ? before : undefined),
  })

/** How long the groups of former columns stay in memory. */
const CACHE_MS = 10_000

/** Layouts are queries: cached and shared. Their keys are structure and view alone: a status moves no box. */
export const layoutQuery = (model: GraphModel, view: View) =>
  queryOptions({
    queryKey: [
      'layout',
      model.hash,
      view.root,
      view.width,
      view.height,
      [...view.opened].join(),
      [...view.shut].join(),
      view.isInLine ?? false,
    ] as const,
    queryFn: async () => {
      const positions = await layoutInWorker(model, view)
      if (view.root === 0) performance.mark('graph:layout')
      return positions
    },
    ...COMPUTED,
    // Positions belong to one structure: after a change the painted picture stays until the next layout is there.
    placeholderData: (before, query) => (query?.queryKey[1] === model.hash ? before : undefined),
  })
