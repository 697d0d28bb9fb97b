import { at } from '../graphLayout/columns.ts'
import type { Tree } from '../graphLayout/tree.ts'
import type { Marks } from './overlay.ts'

/** The count of one class. */
export type Sum = { place: number; count: number }

const inOrder = (sums: Sum[], isByCount: boolean | undefined): Sum[] =>
  isByCount ? sums.sort((a, b) => b.count - a.count || a.place - b.place) : sums

/** Class counts of items including their descendants: items are in preorder, so a count takes two look-ups. */
export function sumsOf({ size, end, resource }: Pick<Tree, 'size' | 'end' | 'resource'>, marks: Marks) {
  const { classes, of } = marks
  const own = new Int8Array(size).fill(-1)
  const isUsed = classes.map(() => false)
  for (let item = 0; item < size; item++) {
    const place = at(resource, item) < 0 ? -1 : (of[at(resource, item)] ?? -1)
    own[item] = place
    if (place >= 0) isUsed[place] = true
  }
  // Most classes of most stacks have no resource.
  const before = classes.map((_, place) => (isUsed[place] ? new Int32Array(size + 1) : undefined))
  for (const [place, counts] of before.entries()) {
    if (!counts) continue
    for (let item = 0; item < size; item++) counts[item + 1] = at(counts, item) + (own[item] === place ? 1 : 0)
  }
  return {
    /** The class of the item itself; -1 for none. */
    of: (item: number): number => at(own, item),
    /** The classes in an item and its descendants, in order. */
    within: (item: number): Sum[] => {
      const sums = before.flatMap((counts, place) => {
        const count = counts ? at(counts, at(end, item)) - at(counts, item) : 0
        return count > 0 ? [{ place, count }] : []
      })
      return inOrder(sums, marks.isByCount)
    },
  }
}

/** Number of selected resources in each item, including itself. */
export function countsIn({ size, end, resource }: Pick<Tree, 'size' | 'end' | 'resource'>, isHit: ArrayLike<number>) {
  const before = new Int32Array(size + 1)
  for (let item = 0; item < size; item++) {
    const r = at(resource, item)
    before[item + 1] = at(before, item) + (r >= 0 && isHit[r] === 1 ? 1 : 0)
  }
  return (item: number): number => at(before, at(end, item)) - at(before, item)
}

type Rows = { count: number; parent: ArrayLike<number>; depth: ArrayLike<number> }

/** Class counts for the rows of an outline, by index in the state. */
export function rowSums({ count, parent, depth }: Rows, { classes, of, isByCount }: Marks) {
  const width = classes.length
  const inside = new Int32Array(count * width)
  const deepestFirst = Array.from({ length: count }, (_, i) => i).sort((a, b) => (depth[b] ?? 0) - (depth[a] ?? 0))
  for (const i of deepestFirst) {
    const up = parent[i] ?? -1
    if (up < 0) continue
    const own = of[i] ?? -1
    for (let place = 0; place < width; place++)
      inside[up * width + place] =
        at(inside, up * width + place) + at(inside, i * width + place) + (own === place ? 1 : 0)
  }
  /** The classes below a row, without itself. */
  return (index: number): Sum[] => {
    const sums = classes.flatMap((_, place) => {
      const sum = at(inside, index * width + place)
      return sum > 0 ? [{ place, count: sum }] : []
    })
    return inOrder(sums, isByCount)
  }
}
