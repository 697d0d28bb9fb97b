import { at } from '#domain/graphLayout/columns.ts'
import { topologyOf } from '#domain/graphLayout/topology.ts'
import { buildTree } from '#domain/graphLayout/buildTree.ts'

/** The dependencies between the visible items of a graph; a hidden resource counts for its container. */
export function shownDependents(
  graph: Parameters<typeof topologyOf>[0],
  shown: ReadonlySet<number>,
): (item: number) => number[] {
  const topology = topologyOf(graph)
  const tree = buildTree(topology)
  const boxOf = (resource: number) => {
    let item = at(tree.itemOf, resource)
    while (item > 0 && !shown.has(item)) item = at(tree.parent, item)
    return item
  }
  const isWithin = (a: number, b: number) => b >= a && b < at(tree.end, a)
  const dependents = new Map<number, Set<number>>()
  for (let e = 0; e < topology.edgeFrom.length; e++) {
    const [needed, dependent] = [boxOf(at(topology.edgeTo, e)), boxOf(at(topology.edgeFrom, e))]
    if (needed <= 0 || dependent <= 0 || isWithin(needed, dependent) || isWithin(dependent, needed)) continue
    const known = dependents.get(needed) ?? new Set()
    dependents.set(needed, known.add(dependent))
  }
  return (item) => [...(dependents.get(item) ?? [])].toSorted((a, b) => a - b)
}
