import { at } from '#domain/graphLayout/columns.ts'
import { HEADER } from '#domain/graphLayout/sizes.ts'
import { BOX, EDGE, type Positions } from '#domain/graphLayout/positions.ts'

/** The readability of a picture; all lines count except those that are not drawn. */
export type Readability = {
  cards: number
  /** Lines that have to be told apart: light ones share the track of their source. */
  lines: number
  /** Boxes with more than a dozen dependents, and how many of them have a line. */
  hubs: { all: number; withLine: number }
  /** Share of lines that cross a card at neither of their ends. */
  overForeignCards: number
  /** Share of lines that end neither right of nor below their start. */
  againstDirection: number
  /** Places at which two lines without a common end cross; lines of one source that share a track cross once. */
  crossings: number
  bends: number
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
  let plain = 0
  let over = 0
  let against = 0
  for (let e = 0; e < p.edgeFrom.length; e++) {
    if (at(p.edgeFlags, e) & EDGE.hub) continue
    lines++
    if (!(at(p.edgeFlags, e) & EDGE.pale)) plain++
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
    lines: plain,
    hubs: hubsOf(p),
    overForeignCards: lines ? over / lines : 0,
    againstDirection: lines ? against / lines : 0,
    crossings: crossingsOf(p),
    bends: shownLines(p).reduce((sum, e) => sum + at(p.pointStart, e + 1) - at(p.pointStart, e) - 2, 0),
    cardOverlaps,
    titleOverlaps,
    outside,
    aspect: at(p.w, 0) / at(p.h, 0),
    cardArea: cardArea / (at(p.w, 0) * at(p.h, 0)),
    fitZoom: Math.min(1400 / at(p.w, 0), 860 / at(p.h, 0)),
  }
}

/** A hub in a mesh is not counted: what it is needed by, it needs. */
function hubsOf(p: Positions): Readability['hubs'] {
  const dependents = new Int32Array(p.item.length)
  const drawn = new Int32Array(p.item.length)
  for (let e = 0; e < p.edgeFrom.length; e++) {
    const [from, flags] = [at(p.edgeFrom, e), at(p.edgeFlags, e)]
    if (!(flags & EDGE.bundle)) dependents[from] = at(dependents, from) + 1
    if (!(flags & EDGE.hub)) drawn[from] = at(drawn, from) + 1
  }
  const hubs = Array.from(dependents.keys()).filter((box) => at(dependents, box) > 12)
  return { all: hubs.length, withLine: hubs.filter((box) => at(drawn, box) > 0).length }
}

const shownLines = (p: Positions): number[] =>
  Array.from(p.edgeFrom.keys()).filter((e) => !(at(p.edgeFlags, e) & EDGE.hub))

type Piece = { edge: number; x0: number; y0: number; x1: number; y1: number }

function crossingsOf(p: Positions): number {
  const level: Piece[] = []
  const upright: Piece[] = []
  for (const edge of shownLines(p)) {
    for (let i = at(p.pointStart, edge); i + 1 < at(p.pointStart, edge + 1); i++) {
      const [ax, ay, bx, by] = [0, 1, 2, 3].map((k) => at(p.points, 2 * i + k)) as [number, number, number, number]
      const piece = { edge, x0: Math.min(ax, bx), y0: Math.min(ay, by), x1: Math.max(ax, bx), y1: Math.max(ay, by) }
      if (piece.x1 - piece.x0 > piece.y1 - piece.y0) level.push(piece)
      else upright.push(piece)
    }
  }
  const places = new Set<string>()
  for (const a of level) {
    for (const b of upright) {
      if (b.x0 <= a.x0 || b.x0 >= a.x1 || a.y0 <= b.y0 || a.y0 >= b.y1) continue
      if (at(p.edgeFrom, a.edge) === at(p.edgeFrom, b.edge) || at(p.edgeTo, a.edge) === at(p.edgeTo, b.edge)) continue
      places.add(`${Math.round(b.x0)} ${Math.round(a.y0)}`)
    }
  }
  return places.size
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
