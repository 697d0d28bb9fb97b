import { at } from '#domain/graphLayout/columns.ts'
import { HEADER } from '#domain/graphLayout/sizes.ts'
import { BOX, EDGE, type Positions } from '#domain/graphLayout/positions.ts'

/** The readability of a picture; all lines count except those of hubs, which are not drawn. */
export type Readability = {
  cards: number
  lines: number
  /** Share of lines that cross a card at neither of their ends. */
  overForeignCards: number
  /** Share of lines that end neither right of nor below their start. */
  againstDirection: number
  cardOverlaps: number
  /** Titles of open groups covered by a card or another title. */
  titleOverlaps: number
  /** Children outside their group. */
  outside: number
  aspect: number
  /** Share of the picture that is covered by cards. */
  cardArea: number
  /** Zoom at which the whole picture fits into 1400 by 860. */
  fitZoom: number
}

/** Measures a layout. `parentOf` returns the box that contains a box, -1 for the frame. */
export function readability(p: Positions, parentOf: (box: number) => number): Readability {
  const n = p.item.length
  const cards: number[] = []
  const titles: number[] = []
  for (let box = 0; box < n; box++) (at(p.kind, box) === BOX.open ? titles : cards).push(box)
  const height = (box: number) => (at(p.kind, box) === BOX.open ? HEADER : at(p.h, box))
  const overlap = (a: number, b: number) =>
    at(p.x, a) < at(p.x, b) + at(p.w, b) &&
    at(p.x, b) < at(p.x, a) + at(p.w, a) &&
    at(p.y, a) < at(p.y, b) + height(b) &&
    at(p.y, b) < at(p.y, a) + height(a)
  let cardOverlaps = 0
  let titleOverlaps = 0
  cards.forEach((a, i) => (cardOverlaps += cards.slice(i + 1).filter((b) => overlap(a, b)).length))
  titles.forEach((a, i) => (titleOverlaps += [...titles.slice(i + 1), ...cards].filter((b) => overlap(a, b)).length))
  let outside = 0
  for (let box = 1; box < n; box++) {
    const q = parentOf(box)
    if (
      at(p.x, box) < at(p.x, q) ||
      at(p.y, box) < at(p.y, q) + HEADER ||
      at(p.x, box) + at(p.w, box) > at(p.x, q) + at(p.w, q) ||
      at(p.y, box) + at(p.h, box) > at(p.y, q) + at(p.h, q)
    )
      outside++
  }
  let lines = 0
  let over = 0
  let against = 0
  for (let e = 0; e < p.edgeFrom.length; e++) {
    if (at(p.edgeFlags, e) & EDGE.hub) continue
    lines++
    const [from, to] = [at(p.edgeFrom, e), at(p.edgeTo, e)]
    const isRight = at(p.x, to) >= at(p.x, from) + at(p.w, from)
    const isBelow = at(p.y, to) >= at(p.y, from) + at(p.h, from)
    // Backward lines count wherever they are; two boxes that depend on each other have no direction.
    if (at(p.edgeFlags, e) & EDGE.backward || !(isRight || isBelow)) against++
    if (cards.some((card) => card !== from && card !== to && crosses(p, e, card))) over++
  }
  const cardArea = cards.reduce((sum, card) => sum + at(p.w, card) * at(p.h, card), 0)
  return {
    cards: cards.length,
    lines,
    overForeignCards: lines ? over / lines : 0,
    againstDirection: lines ? against / lines : 0,
    cardOverlaps,
    titleOverlaps,
    outside,
    aspect: at(p.w, 0) / at(p.h, 0),
    cardArea: cardArea / (at(p.w, 0) * at(p.h, 0)),
    fitZoom: Math.min(1400 / at(p.w, 0), 860 / at(p.h, 0)),
  }
}

/** Lines consist of vertical and horizontal pieces only, so each piece is a thin rectangle. */
function crosses(p: Positions, edge: number, card: number): boolean {
  for (let i = at(p.pointStart, edge); i + 1 < at(p.pointStart, edge + 1); i++) {
    const [ax, ay, bx, by] = [
      at(p.points, 2 * i),
      at(p.points, 2 * i + 1),
      at(p.points, 2 * i + 2),
      at(p.points, 2 * i + 3),
    ]
    if (
      Math.max(ax, bx) > at(p.x, card) &&
      Math.min(ax, bx) < at(p.x, card) + at(p.w, card) &&
      Math.max(ay, by) > at(p.y, card) &&
      Math.min(ay, by) < at(p.y, card) + at(p.h, card)
    )
      return true
  }
  return false
}
