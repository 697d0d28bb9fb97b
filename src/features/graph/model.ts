import type { Grouping } from '#domain/graphLayout/groups/bundle.ts'
import { type Topology, topologyOf } from '#domain/graphLayout/topology.ts'
import { buildTree, frameAlone, structureName, type Tree } from '#domain/graphLayout/tree.ts'

/** What there is to draw, without a place for anything: model, layout and pixels are apart. */
export type GraphModel = {
  topology: Topology
  tree: Tree
  /** Equal for equal structures, whatever the status of their resources; empty as long as nothing is grouped. */
  hash: string
}

type Columns = Parameters<typeof topologyOf>[0]

const topologies = new WeakMap<Columns, Topology>()

/** The topology of a graph, made once. */
export function topologyFor(graph: Columns): Topology {
  let topology = topologies.get(graph)
  if (!topology) topologies.set(graph, (topology = topologyOf(graph)))
  return topology
}

/** The model of a graph, made on this thread: for small ones. */
export function modelOf(graph: Columns, grouping?: Grouping): GraphModel {
  const topology = topologyFor(graph)
  const tree = buildTree(topology, grouping)
  return { topology, tree, hash: structureName(tree, topology) }
}

/** The model of a graph as long as its groups are not known: the frame alone. */
export function ungrouped(graph: Columns): GraphModel {
  const topology = topologyFor(graph)
  return { topology, tree: frameAlone(topology), hash: '' }
}
