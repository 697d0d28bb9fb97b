import { at } from '#domain/graphLayout/columns.ts'
import { EDGE, type Positions } from '#domain/graphLayout/positions.ts'
import type { Tree } from '#domain/graphLayout/tree.ts'

/** How a box stands to the selection; `plain` when nothing is selected. */
export type Emphasis = 'plain' | 'selected' | 'upstream' | 'downstream' | 'around' | 'dimmed'
export type LineEmphasis = 'plain' | 'upstream' | 'downstream' | 'both' | 'dimmed' | 'hidden'

export type Highlight = {
  /** Box that shows the selection: its own, or the closed group it is in. -1 if nothing is selected. */
  box: number
  boxes: Emphasis[]
  lines: LineEmphasis[]
}

/** Which boxes and lines stand out when `item` is selected: what it needs, and what needs it. Everything inside counts as it. */
export function highlight(tree: Tree, p: Positions, item: number): Highlight {
  const n = p.item.length
  const box = item < 0 ? -1 : boxShowing(tree, p, item)
  const isHub = (e: number) => (at(p.edgeFlags, e) & EDGE.hub) !== 0
  if (box <= 0) {
    // Nothing, or the stack itself: everything is as it is.
    return {
      box,
      boxes: Array.from({ length: n }, (_, i): Emphasis => (i === box ? 'selected' : 'plain')),
      lines: Array.from({ length: p.edgeFrom.length }, (_, e): LineEmphasis => (isHub(e) ? 'hidden' : 'plain')),
    }
  }
  const own = at(p.item, box)
  const isInside = (b: number) => at(p.item, b) >= own && at(p.item, b) < at(tree.end, own)
  const boxes: Emphasis[] = Array.from(p.item, (i) =>
    i < own && own < at(tree.end, i)
      ? 'around'
      : i >= own && i < at(tree.end, own)
        ? i === own
          ? 'selected'
          : 'around'
        : 'dimmed',
  )
  const lines = Array.from({ length: p.edgeFrom.length }, (_, e): LineEmphasis => {
    const [from, to] = [at(p.edgeFrom, e), at(p.edgeTo, e)]
    const isTwoWay = (at(p.edgeFlags, e) & EDGE.twoWay) !== 0
    if (isInside(from) === isInside(to)) return isHub(e) ? 'hidden' : isInside(from) ? 'plain' : 'dimmed'
    const other = isInside(to) ? from : to
    if (boxes[other] === 'dimmed') boxes[other] = isInside(to) ? 'upstream' : 'downstream'
    return isTwoWay ? 'both' : isInside(to) ? 'upstream' : 'downstream'
  })
  // What holds a box that stands out must not lie over it as if it were far away.
  for (let b = n - 1; b > 0; b--) {
    if (boxes[b] !== 'upstream' && boxes[b] !== 'downstream') continue
    const inner = at(p.item, b)
    for (let c = 0; c < b; c++) if (boxes[c] === 'dimmed' && inner < at(tree.end, at(p.item, c))) boxes[c] = 'around'
  }
  return { box, boxes, lines }
}

/** The box that shows an item: the largest item in preorder that is not after it and holds it. */
export function boxShowing(tree: Tree, p: Positions, item: number): number {
  for (let i = item; i >= 0; i = at(tree.parent, i)) {
    const box = p.item.indexOf(i)
    if (box >= 0) return box
  }
  return -1
}
