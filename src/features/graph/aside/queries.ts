import { queryOptions } from '@tanstack/react-query'
import type { Grouping } from '#domain/graphLayout/groups/bundle.ts'
import type { View } from '#domain/graphLayout/layout.ts'
import type { topologyOf } from '#domain/graphLayout/topology.ts'
import { type GraphModel, modelOf, topologyFor } from '../model.ts'
import { groupAside, layoutAside } from './thread.ts'

type Columns = Parameters<typeof topologyOf>[0]

/** What does not change and comes from no network: the graph opens while offline, and nothing compares typed arrays. */
const COMPUTED = { staleTime: Infinity, structuralSharing: false, retry: false, networkMode: 'always' } as const

const numbers = new WeakMap<object, number>()
let count = 0
/** The same number for the same object. */
function numberOf(object: object): number {
  const known = numbers.get(object) ?? ++count
  numbers.set(object, known)
  return known
}

/**
 * The groups of a graph, with the graph that they are of; `of` names what it is the graph of. While other columns of the same are
 * being grouped those before stay. Given a view, that comes with it.
 */
export const modelQuery = <Graph extends Columns>(of: string, graph: Graph, grouping: Grouping, view?: View) =>
  queryOptions({
    queryKey: ['graph', of, numberOf(graph), grouping] as const,
    queryFn: async ({ client }): Promise<{ graph: Graph; model: GraphModel }> => {
      const topology = topologyFor(graph)
      try {
        const { tree, hash, positions } = await groupAside(topology, grouping, view)
        const model = { topology, tree, hash }
        if (view && positions) {
          performance.mark('graph:layout')
          client.setQueryData(layoutQuery(model, view).queryKey, positions)
        }
        return { graph, model }
      } catch {
        // The outline needs groups too. That there is no worker is reported where the picture would be.
        return { graph, model: modelOf(graph, grouping) }
      }
    },
    ...COMPUTED,
    gcTime: KEPT_MS,
    placeholderData: (before, query) => (query?.queryKey[1] === of ? before : undefined),
  })

/** Columns that were replaced are not kept for long. */
const KEPT_MS = 10_000

/** A layout is a query: cached and shared. Keyed by structure and view alone: a status moves no box. */
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
    ] as const,
    queryFn: async () => {
      const positions = await layoutAside(model, view)
      if (view.root === 0) performance.mark('graph:layout')
      return positions
    },
    ...COMPUTED,
    // Places are those of one structure: where that has changed the picture stays as it is painted until the next is there.
    placeholderData: (before, query) => (query?.queryKey[1] === model.hash ? before : undefined),
  })
