import type { Grouping } from '#domain/graphLayout/groups/bundle.ts'
import { openByBudget } from '#domain/graphLayout/open.ts'
import { hashOf, type Topology, topologyOf } from '#domain/graphLayout/topology.ts'
import { buildTree, type Tree } from '#domain/graphLayout/tree.ts'

/** What there is to draw, without a place for anything: model, layout and pixels are apart. */
export type GraphModel = {
  topology: Topology
  tree: Tree
  /** Open groups before anybody has changed anything. */
  first: Uint8Array
  /** Equal for equal structures, whatever the status of their resources. */
  hash: string
}

export function modelOf(graph: Parameters<typeof topologyOf>[0], grouping?: Grouping): GraphModel {
  const topology = topologyOf(graph)
  const tree = buildTree(topology, grouping)
  const hash = hashOf(tree.key, tree.parent, topology.edgeFrom, topology.edgeTo)
  return { topology, tree, first: openByBudget(tree), hash }
}
