import { at } from '../graphLayout/columns.ts'
import type { Dependencies } from '../graphLayout/topology.ts'
import { isGroup, type Tree } from '../graphLayout/tree.ts'

/** How often each of some items depends on each other one. */
export type DependencyMatrix = {
  /** What most others depend on comes first, as the map points from what is needed to what uses it. */
  items: number[]
  /** `counts[a][b]`: number of dependencies of item a on item b; on the diagonal those inside of it. */
  counts: number[][]
  /** The largest number between two items. */
  most: number
  /** Pairs of items with a dependency one way or the other, of all pairs; before any item was left out. */
  linked: number
  pairs: number
  /** Items with the fewest dependencies, for which there is no room. */
  left: number
}

/** Fits a page without scrolling. */
const MOST_ITEMS = 14

/** The matrix of items, of which none contains another, each with what is in it. */
export function dependencyMatrix(
  { edgeFrom, edgeTo }: Dependencies,
  tree: Tree,
  items: readonly number[],
  room = MOST_ITEMS,
): DependencyMatrix {
  const size = items.length
  const placeOf = new Int32Array(tree.size).fill(-1)
  items.forEach((item, place) => placeOf.fill(place, item, at(tree.end, item)))
  const flat = new Int32Array(size * size)
  for (let e = 0; e < edgeFrom.length; e++) {
    const [user, used] = [at(tree.itemOf, at(edgeFrom, e)), at(tree.itemOf, at(edgeTo, e))]
    const [a, b] = [user < 0 ? -1 : at(placeOf, user), used < 0 ? -1 : at(placeOf, used)]
    if (a >= 0 && b >= 0) flat[a * size + b] = at(flat, a * size + b) + 1
  }
  const count = (a: number, b: number): number => at(flat, a * size + b)
  let linked = 0
  const uses = items.map(() => 0)
  const used = items.map(() => 0)
  for (let a = 0; a < size; a++) {
    for (let b = 0; b < size; b++) {
      if (a === b) continue
      uses[a] = (uses[a] ?? 0) + count(a, b)
      used[b] = (used[b] ?? 0) + count(a, b)
      if (a < b && count(a, b) + count(b, a) > 0) linked++
    }
  }
  const weight = (place: number) => (uses[place] ?? 0) + (used[place] ?? 0)
  const balance = (place: number) => (uses[place] ?? 0) - (used[place] ?? 0)
  const places = [...items.keys()]
    .toSorted((a, b) => weight(b) - weight(a) || a - b)
    .slice(0, room)
    .toSorted((a, b) => balance(a) - balance(b) || a - b)
  const counts = places.map((a) => places.map((b) => count(a, b)))
  return {
    items: places.map((place) => items[place] ?? -1),
    counts,
    most: Math.max(0, ...counts.flatMap((row, a) => row.filter((_, b) => b !== a))),
    linked,
    pairs: (size * (size - 1)) / 2,
    left: size - places.length,
  }
}

/** The first dependencies of what is in one item on what is in another, as resources. */
export function dependenciesBetween(
  { edgeFrom, edgeTo }: Dependencies,
  tree: Tree,
  [user, used]: readonly [number, number],
  most: number,
): { from: number; to: number }[] {
  const isIn = (resource: number, item: number) => {
    const own = at(tree.itemOf, resource)
    return own >= item && own < at(tree.end, item)
  }
  const found: { from: number; to: number }[] = []
  for (let e = 0; e < edgeFrom.length && found.length < most; e++) {
    const [from, to] = [at(edgeFrom, e), at(edgeTo, e)]
    if (isIn(from, user) && isIn(to, used)) found.push({ from, to })
  }
  return found
}

/** Fewer groups can be followed by their lines. */
const LEAST_GROUPS = 5
/** Share of linked pairs from which lines say less than a table. */
const ALL_TO_ALL = 0.4

/** Whether nearly everything depends on everything else. */
export const isAllToAll = ({ items, linked, pairs }: Pick<DependencyMatrix, 'items' | 'linked' | 'pairs'>): boolean =>
  items.length >= LEAST_GROUPS && linked > pairs * ALL_TO_ALL

/** What is in an item, side by side: of a resource without content its neighbours. */
export function itemsBeside(tree: Tree, item: number): { level: number; items: number[] } {
  const level = isGroup(tree, item) ? item : Math.max(0, at(tree.parent, item))
  const items = Array.from(tree.child.subarray(at(tree.childStart, level), at(tree.childStart, level + 1)))
  const [only] = items
  // A level with one group is no more than a frame around it.
  return items.length === 1 && only !== undefined && isGroup(tree, only) ? itemsBeside(tree, only) : { level, items }
}
