import type { Grouping } from '#domain/graphLayout/groups/bundle.ts'
import { hashOf, type Topology, topologyOf } from '#domain/graphLayout/topology.ts'
import { buildTree, type Tree } from '#domain/graphLayout/tree.ts'

/** What there is to draw, without a place for anything: model, layout and pixels are apart. */
export type GraphModel = {
  topology: Topology
  tree: Tree
  /** Equal for equal structures, whatever the status of their resources. */
  hash: string
}

export function modelOf(graph: Parameters<typeof topologyOf>[0], grouping?: Grouping): GraphModel {
  const topology = topologyOf(graph)
  const tree = buildTree(topology, grouping)
  const hash = hashOf(tree.key, tree.parent, topology.edgeFrom, topology.edgeTo)
  return { topology, tree, hash }
}
