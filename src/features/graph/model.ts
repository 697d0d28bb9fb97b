import type { Grouping } from '#domain/graphLayout/groups/bundle.ts'
import { type Topology, topologyOf } from '#domain/graphLayout/topology.ts'
import { buildTree, frameAlone, structureName, type Tree } from '#domain/graphLayout/tree.ts'

/** What is drawn, without positions: model, layout and pixels are apart. */
export type GraphModel = {
  topology: Topology
  tree: Tree
  /** Equal for equal structures, whatever the status of their resources; empty until it is grouped. */
  hash: string
}

type Columns = Parameters<typeof topologyOf>[0]

const topologies = new WeakMap<Columns, Topology>()

/** The topology of a graph, computed once. */
export function topologyFor(graph: Columns): Topology {
  let topology = topologies.get(graph)
  if (!topology) topologies.set(graph, (topology = topologyOf(graph)))
  return topology
}

/** The model of a small graph, computed on this thread. */
export function modelOf(graph: Columns, grouping?: Grouping): GraphModel {
  const topology = topologyFor(graph)
  const tree = buildTree(topology, grouping)
  return { topology, tree, hash: structureName(tree, topology) }
}

/** The model of a graph that is not grouped yet: the frame alone. */
export function ungrouped(graph: Columns): GraphModel {
  const topology = topologyFor(graph)
  return { topology, tree: frameAlone(topology), hash: '' }
}
