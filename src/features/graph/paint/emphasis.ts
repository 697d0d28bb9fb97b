import { at } from '#domain/graphLayout/columns.ts'
import type { Topology } from '#domain/graphLayout/topology.ts'
import type { Tree } from '#domain/graphLayout/tree.ts'

/** How a box relates to the selection; `plain` if nothing is selected. */
export type Emphasis = 'plain' | 'selected' | 'upstream' | 'downstream' | 'around' | 'dimmed'
export type LineEmphasis = 'plain' | 'upstream' | 'downstream' | 'both' | 'dimmed' | 'hidden'

/** What the selection depends on, and its dependents: by item, including the groups of such items. */
export type Reach = { item: number; up: Uint8Array; down: Uint8Array }

/** Decided by items, not boxes: an item has the same emphasis in every picture. */
export function reachOf({ edgeFrom, edgeTo }: Topology, tree: Tree, item: number): Reach | undefined {
  if (item <= 0) return undefined
  const up = new Uint8Array(tree.size)
  const down = new Uint8Array(tree.size)
  const mark = (marks: Uint8Array, from: number) => {
    for (let i = from; i >= 0 && !marks[i]; i = at(tree.parent, i)) marks[i] = 1
  }
  const isInside = (i: number) => i >= item && i < at(tree.end, item)
  for (let e = 0; e < edgeFrom.length; e++) {
    const [from, to] = [at(tree.itemOf, at(edgeFrom, e)), at(tree.itemOf, at(edgeTo, e))]
    if (from < 0 || to < 0 || isInside(from) === isInside(to)) continue
    if (isInside(from)) mark(up, to)
    else mark(down, from)
  }
  return { item, up, down }
}

export function emphasisOf(tree: Tree, reach: Reach | undefined, item: number): Emphasis {
  if (!reach) return 'plain'
  if (item === reach.item) return 'selected'
  if (holds(tree, item, reach.item) || holds(tree, reach.item, item)) return 'around'
  if (reach.up[item]) return 'upstream'
  return reach.down[item] ? 'downstream' : 'dimmed'
}

/** For the line from a dependency to its dependent. */
export function lineEmphasisOf(
  tree: Tree,
  reach: Reach | undefined,
  [from, to]: readonly [number, number],
  isHub: boolean,
): LineEmphasis {
  if (!reach) return isHub ? 'hidden' : 'plain'
  const isOwn = (item: number) => item === reach.item || holds(tree, item, reach.item) || holds(tree, reach.item, item)
  const isUp = isOwn(to) && !isOwn(from) && reach.up[from] === 1
  const isDown = isOwn(from) && !isOwn(to) && reach.down[to] === 1
  if (isUp || isDown) return isUp && isDown ? 'both' : isUp ? 'upstream' : 'downstream'
  return isHub ? 'hidden' : 'dimmed'
}

const holds = (tree: Tree, outer: number, inner: number): boolean => inner > outer && inner < at(tree.end, outer)
