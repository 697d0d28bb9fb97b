import { at } from '#domain/graphLayout/columns.ts'
import { topologyOf } from '#domain/graphLayout/topology.ts'
import { buildTree } from '#domain/graphLayout/buildTree.ts'

/**
 * The dependencies between the visible items of a graph, where a hidden resource counts for its container; and whether an
 * item is another one or in it.
 */
export function shownDependents(
  graph: Parameters<typeof topologyOf>[0],
  shown: ReadonlySet<number>,
): { dependents: (item: number) => number[]; isIn: (item: number, group: number) => boolean } {
  const topology = topologyOf(graph)
  const tree = buildTree(topology)
  const boxOf = (resource: number) => {
    let item = at(tree.itemOf, resource)
    while (item > 0 && !shown.has(item)) item = at(tree.parent, item)
    return item
  }
  const isIn = (item: number, group: number) => item >= group && item < at(tree.end, group)
  const dependents = new Map<number, Set<number>>()
  for (let e = 0; e < topology.edgeFrom.length; e++) {
    const [needed, dependent] = [boxOf(at(topology.edgeTo, e)), boxOf(at(topology.edgeFrom, e))]
    if (needed <= 0 || dependent <= 0 || isIn(dependent, needed) || isIn(needed, dependent)) continue
    const known = dependents.get(needed) ?? new Set()
    dependents.set(needed, known.add(dependent))
  }
  return { dependents: (item) => [...(dependents.get(item) ?? [])].toSorted((a, b) => a - b), isIn }
}
