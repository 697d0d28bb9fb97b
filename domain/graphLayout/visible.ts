import type { Dependencies } from './topology.ts'
import type { Tree } from './tree.ts'

/** The visible graph with these groups open: boxes, and the merged dependencies between them. */
export type Visible = {
  /** Items in preorder; the frame is first. */
  item: Int32Array
  /**
   * By item, the index in `item` of the box that shows it: its own, or the closed group that contains it; -1 outside of
   * the view.
   */
  boxOf: Int32Array
  /** Merged dependencies, from the needed box to the dependent one. */
  from: Int32Array
  to: Int32Array
  /** Number of dependencies that an edge represents. */
  weight: Int32Array
  /** By box: number of dependencies and of dependents outside of the picture. */
  needsOutside: Int32Array
  neededOutside: Int32Array
}

/**
 * The boxes within one item and the edges between them. Edges between a box and its own content are omitted: the
 * nesting already shows that relation.
 */
export function visibleGraph(topology: Dependencies, tree: Tree, isOpen: Uint8Array, root = 0): Visible {
  const boxOf = new Int32Array(tree.size).fill(-1)
  const items: number[] = [root]
  boxOf[root] = 0
  for (let item = root + 1; item < (tree.end[root] ?? 0); item++) {
    const parent = tree.parent[item] ?? 0
    const outer = boxOf[parent] ?? 0
    boxOf[item] = items[outer] === parent && isOpen[parent] ? items.push(item) - 1 : outer
  }
  const boxes = items.length
  const merged = new Map<number, number>()
  const needsOutside = new Int32Array(boxes)
  const neededOutside = new Int32Array(boxes)
  for (let e = 0; e < topology.edgeFrom.length; e++) {
    const needed = tree.itemOf[topology.edgeTo[e] ?? 0] ?? 0
    const dependent = tree.itemOf[topology.edgeFrom[e] ?? 0] ?? 0
    if (needed < 0 || dependent < 0) continue
    const from = boxOf[needed] ?? 0
    const to = boxOf[dependent] ?? 0
    if (from === to) continue
    if (from < 0) needsOutside[to] = (needsOutside[to] ?? 0) + 1
    else if (to < 0) neededOutside[from] = (neededOutside[from] ?? 0) + 1
    else if (!isWithin(tree, items[from] ?? 0, items[to] ?? 0)) {
      const pair = from * boxes + to
      merged.set(pair, (merged.get(pair) ?? 0) + 1)
    }
  }
  const pairs = Float64Array.from(merged.keys()).sort()
  return {
    item: Int32Array.from(items),
    boxOf,
    from: Int32Array.from(pairs, (pair) => Math.floor(pair / boxes)),
    to: Int32Array.from(pairs, (pair) => pair % boxes),
    weight: Int32Array.from(pairs, (pair) => merged.get(pair) ?? 1),
    needsOutside,
    neededOutside,
  }
}

const isWithin = (tree: Tree, a: number, b: number): boolean =>
  (b > a && b < (tree.end[a] ?? 0)) || (a > b && a < (tree.end[b] ?? 0))
