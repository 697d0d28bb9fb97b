import { type Topology, topologyOf } from '#domain/graphLayout/topology.ts'
import { frameAlone, type Tree } from '#domain/graphLayout/tree.ts'

/** What is drawn, without positions: model, layout and pixels are apart. */
export type GraphModel = {
  topology: Topology
  tree: Tree
  /** Equal for equal structures, whatever the status of their resources; empty until it is grouped. */
  hash: string
}

export type Columns = Parameters<typeof topologyOf>[0]

const topologies = new WeakMap<Columns, Topology>()

/** The topology of a graph, computed once. */
export function topologyFor(graph: Columns): Topology {
  let topology = topologies.get(graph)
  if (!topology) topologies.set(graph, (topology = topologyOf(graph)))
  return topology
}

/** The model of a graph that is not grouped yet: the frame alone. */
export function ungrouped(graph: Columns): GraphModel {
  const topology = topologyFor(graph)
  return { topology, tree: frameAlone(topology), hash: '' }
}
