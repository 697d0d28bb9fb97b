import { at } from '#domain/graphLayout/columns.ts'
import type { Positions } from '#domain/graphLayout/positions.ts'
import type { Topology } from '#domain/graphLayout/topology.ts'
import type { Tree } from '#domain/graphLayout/tree.ts'

/** How a box relates to the selection; `plain` if nothing is selected. */
export type Emphasis = 'plain' | 'selected' | 'upstream' | 'downstream' | 'around' | 'dimmed'
/** `cycle` is given by the overlay, not by the selection. */
export type LineEmphasis = 'plain' | 'cycle' | 'upstream' | 'downstream' | 'both' | 'dimmed' | 'hidden'

/** The selected item, and by item what it depends on and its dependents, including the groups of such items. */
export type Selection = { item: number; up: Uint8Array; down: Uint8Array }

/** The selection; undefined if nothing is selected. By items, not boxes: an item has the same emphasis in every picture. */
export function selectionOf({ edgeFrom, edgeTo }: Topology, tree: Tree, item: number): Selection | undefined {
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

export function emphasisOf(tree: Tree, selection: Selection | undefined, item: number): Emphasis {
  if (!selection) return 'plain'
  if (item === selection.item) return 'selected'
  if (holds(tree, item, selection.item) || holds(tree, selection.item, item)) return 'around'
  if (selection.up[item]) return 'upstream'
  return selection.down[item] ? 'downstream' : 'dimmed'
}

/** For the line from a dependency to its dependent. */
export function lineEmphasisOf(
  tree: Tree,
  selection: Selection | undefined,
  [from, to]: readonly [number, number],
  isHub: boolean,
): LineEmphasis {
  if (!selection) return isHub ? 'hidden' : 'plain'
  const isOwn = (item: number) =>
    item === selection.item || holds(tree, item, selection.item) || holds(tree, selection.item, item)
  const isUp = isOwn(to) && !isOwn(from) && selection.up[from] === 1
  const isDown = isOwn(from) && !isOwn(to) && selection.down[to] === 1
  if (isUp || isDown) return isUp && isDown ? 'both' : isUp ? 'upstream' : 'downstream'
  return isHub ? 'hidden' : 'dimmed'
}

/** Whether a layout has a line between what is in an item and another one. */
export function hasLines(tree: Tree, p: Pick<Positions, 'item' | 'edgeFrom' | 'edgeTo'>, item: number): boolean {
  if (item <= 0) return false
  const isIn = (box: number) => isWithin(tree, item, at(p.item, box))
  return p.edgeFrom.some((from, e) => isIn(from) !== isIn(at(p.edgeTo, e)))
}

/** For a line while a pointer is over an item: all lines of that item are drawn, and those of others fade. */
export function isolatedEmphasisOf(
  tree: Tree,
  item: number,
  [from, to]: readonly [number, number],
  isHub: boolean,
): LineEmphasis {
  if (isWithin(tree, item, from) !== isWithin(tree, item, to)) return 'plain'
  return isHub ? 'hidden' : 'dimmed'
}

/** Whether an item is another one or in it. */
export const isWithin = (tree: Tree, outer: number, inner: number): boolean =>
  inner === outer || holds(tree, outer, inner)

const holds = (tree: Tree, outer: number, inner: number): boolean => inner > outer && inner < at(tree.end, outer)
