import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Grouping } from '#domain/graphLayout/groups/groupings.ts'
import type { topologyOf } from '#domain/graphLayout/topology.ts'
import { type GraphModel, ungrouped } from '../model.ts'
import { modelQuery } from './queries.ts'

/** Why there are no groups and no layout, and a function that tries again. */
export type Failure = { error: unknown; retry: () => void }

/**
 * The model of a graph, grouped in a worker. It has no groups and no layout until the worker has answered, nor if that
 * failed. Later columns of the graph (`graphKey`) are returned together with their model.
 */
export function useModel<Graph extends Parameters<typeof topologyOf>[0]>(
  graphKey: string,
  graph: Graph,
  grouping: Grouping = 'auto',
): { graph: Graph; model: GraphModel; failure: Failure | undefined } {
  const { data, error, refetch } = useQuery(modelQuery(graphKey, graph, grouping))
  const isGrouped = data !== undefined
  const first = useMemo(() => (isGrouped ? undefined : { graph, model: ungrouped(graph) }), [isGrouped, graph])
  const failure = error === null ? undefined : { error, retry: () => void refetch() }
  return { ...(data ?? first ?? { graph, model: ungrouped(graph) }), failure }
}
