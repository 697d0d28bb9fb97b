import { buildTree } from '#domain/graphLayout/buildTree.ts'
import type { Grouping } from '#domain/graphLayout/groups/groupings.ts'
import { structureName } from '#domain/graphLayout/tree.ts'
import { type Columns, type GraphModel, topologyFor } from './model.ts'

/** The model of a graph, computed on this thread: of a small one, or because there is no worker. */
export function modelOf(graph: Columns, grouping?: Grouping): GraphModel {
  const topology = topologyFor(graph)
  const tree = buildTree(topology, grouping)
  return { topology, tree, hash: structureName(tree, topology) }
}
