import { at } from '#domain/graphLayout/columns.ts'
import { labelOf, summariesOf } from '#domain/graphLayout/labels.ts'
import { BOX, type Positions } from '#domain/graphLayout/positions.ts'
import type { Topology } from '#domain/graphLayout/topology.ts'
import type { Tree } from '#domain/graphLayout/tree.ts'
import { ALL_RELATIONS, RELATION, relationsIn } from '../graphQueries/relationKinds.ts'
import { eachNeighbour, type Relations } from '../graphQueries/relations.ts'
import { fullName } from '../stackName.ts'
import { type ExportedGraph, exportedResource, idOf, type NamedColumns } from './exportedGraph.ts'

type Drawn = { topology: Topology; tree: Tree; positions: Positions }

/**
 * Exports the map as drawn: its boxes, with closed groups as one entry each, and the relations between them. A relation
 * of a resource in a closed group is one of the group.
 */
export function exportedMap(
  graph: NamedColumns,
  relations: Relations,
  urnOf: (index: number) => string,
  { topology, tree, positions: { item: items, kind } }: Drawn,
): ExportedGraph {
  const boxOf = new Int32Array(tree.size).fill(-1)
  items.forEach((item, box) => (boxOf[item] = box))
  const idOfBox = (box: number): string => {
    const resource = at(tree.resource, at(items, box))
    return resource < 0 ? `g${box}` : idOf(resource)
  }
  const shownBox = (item: number): number => {
    let shown = item
    while (shown > 0 && at(boxOf, shown) < 0) shown = at(tree.parent, shown)
    return shown > 0 ? at(boxOf, shown) : -1
  }

  const resources: ExportedGraph['resources'] = []
  const links = createLinks()
  for (let box = 1; box < items.length; box++) {
    const item = at(items, box)
    const resource = at(tree.resource, item)
    const isClosed = kind[box] === BOX.closed
    resources.push({
      ...(resource < 0
        ? { name: labelOf(topology, tree, item).name, type: '', urn: '', flags: [] }
        : exportedResource(graph, urnOf, resource)),
      id: idOfBox(box),
      ...(isClosed && { holds: at(tree.inside, item), contents: summariesOf(topology, tree, item)[0] ?? '' }),
    })
    // What is in a made group has no relation to it in the state.
    const outer = at(tree.parent, item)
    if (outer > 0 && at(tree.resource, outer) < 0) links.add(box, at(boxOf, outer), RELATION.parent)
  }
  for (let index = 0; index < graph.names.length; index++) {
    const item = at(tree.itemOf, index)
    const from = item < 0 ? -1 : shownBox(item)
    if (from < 0) continue
    eachNeighbour(relations.needs, index, ALL_RELATIONS, (to, kinds) => {
      const other = at(tree.itemOf, to)
      if (other >= 0) links.add(from, shownBox(other), kinds)
    })
  }
  return {
    stack: fullName(graph.stack),
    version: graph.version,
    resources,
    relations: links.all().map(({ from, to, kinds, count }) => ({
      from: idOfBox(from),
      to: idOfBox(to),
      kinds: relationsIn(kinds),
      ...(count > 1 && { count }),
    })),
  }
}

/** The relations between boxes, each pair once. */
function createLinks() {
  const links = new Map<string, { from: number; to: number; kinds: number; count: number }>()
  return {
    add(from: number, to: number, kinds: number): void {
      if (from < 0 || to < 0 || from === to) return
      const key = `${from} ${to}`
      const known = links.get(key)
      if (known) {
        known.kinds |= kinds
        known.count += 1
      } else links.set(key, { from, to, kinds, count: 1 })
    },
    all: () => [...links.values()],
  }
}
