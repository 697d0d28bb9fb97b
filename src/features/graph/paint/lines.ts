import { at } from '#domain/graphLayout/columns.ts'
import { EDGE, type Positions } from '#domain/graphLayout/positions.ts'
import type { Tree } from '#domain/graphLayout/tree.ts'
import { number } from '#words/counts.ts'
import { hasLines, isolatedEmphasisOf, type LineEmphasis, lineEmphasisOf, type Selection } from './emphasis.ts'
import type { Palette } from './palette.ts'
import { NO_MARGIN, type Sheet, type Window } from '../scene.ts'
import type { Measure } from './texts.ts'

const LINE_MOST = 3.5
/** Width of a line of a cycle, and how much larger its heads are: with forced colours, nothing else tells it apart. */
const CYCLE = { width: 3.2, head: 1.3 }
/** Colour and opacity of a line that nothing emphasizes or dims. */
export const PLAIN_LINE = { color: 'faint', opacity: 0.87 } as const
const PALE_WIDTH = 1.5
/** Height of the count on a line. */
const COUNT_H = 12
/** Corners, arrow heads and numbers are within this distance of their lines. */
const BESIDE = 14

type Part = { left: number; top: number; right: number; bottom: number }
/** Position and size of a layout on the screen. */
type Origin = { x: number; y: number; scale: number; alpha: number }
type Lines = {
  tree: Tree
  selection: Selection | undefined
  isFaded: (item: number) => boolean
  /** Whether the line between two items is part of a cycle. */
  isInCycle: (from: number, to: number) => boolean
}
type Tools = {
  measure: Measure
  palette: Palette
  /** Font size of a count. */
  px: number
}

type Painter = Lines &
  Tools & {
    /** The colour of one of many lines from the same box: opaque, because they share a track. */
    pale: string
  }

/** Paints the lines of layouts. */
export function linePainter(lines: Lines, tools: Tools) {
  const { tree, selection } = lines
  const { faint, surface } = tools.palette
  const painter = { ...lines, ...tools, pale: `color-mix(in oklab, ${faint} 55%, ${surface})` }

  /** `pointed`: the item that a pointer is over; -1 for none. `isAround`: the window is inside of a group, and these are lines around it. */
  return (
    context: CanvasRenderingContext2D,
    { p, x, y }: Sheet,
    view: Window,
    { scale, alpha, pointed, isAround }: { scale: number; alpha: number; pointed: number; isAround: boolean },
  ): void => {
    const origin = { x: x * view.zoom + view.x, y: y * view.zoom + view.y, scale, alpha }
    // A selection says which lines stand out.
    const isolated = selection || !hasLines(tree, p, pointed) ? -1 : pointed
    const sight = isAround ? partInView(origin, { ...view, margin: NO_MARGIN }) : undefined
    paintAll(context, p, origin, { part: partInView(origin, view), isolated, sight }, painter)
  }
}

/** Paints the lines of one layout: first the plain ones, then those that stand out. */
function paintAll(
  context: CanvasRenderingContext2D,
  p: Positions,
  origin: Origin,
  { part, isolated, sight }: { part: Part; isolated: number; sight: Part | undefined },
  painter: Painter,
): void {
  const { tree, selection, isFaded, isInCycle, palette, pale } = painter
  const { scale, alpha } = origin
  // After all lines: none runs through a number.
  const numbered: { e: number; weight: number; color: string }[] = []
  for (const isEmphasised of [false, true]) {
    for (let e = 0; e < p.edgeFrom.length; e++) {
      const ends = [at(p.item, at(p.edgeFrom, e)), at(p.item, at(p.edgeTo, e))] as const
      const flags = at(p.edgeFlags, e)
      const isHub = (flags & EDGE.hub) !== 0
      const relation =
        isolated < 0 ? lineEmphasisOf(tree, selection, ends, isHub) : isolatedEmphasisOf(tree, isolated, ends, isHub)
      const isCycle = relation === 'plain' && !(flags & EDGE.bundle) && isInCycle(...ends) && !ends.some(isFaded)
      const emphasis = isCycle ? 'cycle' : relation
      const isStrong = emphasis !== 'plain' && emphasis !== 'dimmed'
      if (emphasis === 'hidden' || isStrong !== isEmphasised) continue
      // The lines that a bundle represents are in its place then. And with neither end in sight, a line would lead from
      // nowhere to nowhere.
      const showsEach = isStrong || (isolated >= 0 && emphasis === 'plain')
      if ((showsEach && flags & EDGE.bundle) || (sight && !endsIn(p, e, scale, sight))) continue
      const pieces = piecesIn(p, e, scale, part)
      if (pieces.length === 0) continue
      const weight = at(p.edgeWeight, e)
      const isOneOfMany = !isStrong && (flags & EDGE.pale) !== 0
      const color = isStrong ? strongColor(emphasis, palette) : isOneOfMany ? pale : palette[PLAIN_LINE.color]
      const isPale = emphasis === 'dimmed' || (!isStrong && ends.some(isFaded))
      context.globalAlpha = alpha * (isPale ? 0.25 : isStrong || isOneOfMany ? 1 : PLAIN_LINE.opacity)
      context.strokeStyle = context.fillStyle = color
      context.lineWidth = isStrong ? strongWidth(emphasis) : widthOf(weight, isOneOfMany, scale)
      const dash = emphasis === 'downstream' ? [7, 4] : flags & EDGE.backward && !isCycle ? [3, 3] : []
      strokePieces(context, pieces, dash, origin)
      const isTwoWay = (flags & EDGE.twoWay) !== 0
      const head = isCycle ? CYCLE.head : 1
      arrow(context, p, 2 * at(p.pointStart, e + 1) - 2, -2, origin, head)
      if (isTwoWay) arrow(context, p, 2 * at(p.pointStart, e), 2, origin, head)
      // Both heads say that there are two.
      if (weight > (isTwoWay ? 2 : 1) && scale > 0.5 && !isPale && !isOneOfMany) numbered.push({ e, weight, color })
    }
  }
  const counts: Part[] = []
  context.globalAlpha = alpha
  for (const { e, ...line } of numbered) countOn(context, p, e, origin, { ...line, counts }, painter)
}

/** The colour of a line that stands out. */
const strongColor = (emphasis: LineEmphasis, palette: Palette): string =>
  emphasis === 'cycle' ? palette.danger : emphasis === 'downstream' ? palette.attention : palette.accent

const strongWidth = (emphasis: LineEmphasis): number => (emphasis === 'cycle' ? CYCLE.width : 2.2)

/** The width of a line that does not stand out: it grows with what the line represents. */
const widthOf = (weight: number, isOneOfMany: boolean, scale: number): number =>
  Math.min(LINE_MOST, (isOneOfMany ? PALE_WIDTH : 1 + Math.log2(weight) * 0.3) * Math.max(0.9, Math.min(1.2, scale)))

/** Paints a line. Its dashes go on from piece to piece. */
function strokePieces(
  context: CanvasRenderingContext2D,
  pieces: readonly Piece[],
  dash: number[],
  origin: Origin,
): void {
  context.setLineDash(dash)
  for (const piece of pieces) {
    context.lineDashOffset = piece.from
    tracePiece(context, piece, origin)
    context.stroke()
  }
  context.setLineDash([])
  context.lineDashOffset = 0
}

/** Paints the number of dependencies of a line, on the last segment that has room for it. */
function countOn(
  context: CanvasRenderingContext2D,
  p: Positions,
  e: number,
  origin: Origin,
  { weight, color, counts }: { weight: number; color: string; counts: Part[] },
  { measure, palette, px }: Tools,
): void {
  const { scale } = origin
  const words = number(weight)
  const width = measure(words, px, false) + 4
  const last = at(p.pointStart, e + 1) - 1
  for (let i = last; i > at(p.pointStart, e); i--) {
    const [x0, y0, x1, y1] = [
      at(p.points, 2 * i - 2),
      at(p.points, 2 * i - 1),
      at(p.points, 2 * i),
      at(p.points, 2 * i + 1),
    ]
    const isUpright = x0 === x1
    const room = Math.abs(isUpright ? y1 - y0 : x1 - x0) * scale - (i === last ? 10 : 6)
    if (room < (isUpright ? COUNT_H : width)) continue
    const beforeHead = i === last && !isUpright
    const x = origin.x + (beforeHead ? x1 * scale - 9 - width : ((x0 + x1) / 2) * scale - width / 2)
    const y = origin.y + ((y0 + y1) / 2) * scale - (i === last && isUpright ? 4 : 0)
    // Lines that end side by side have their counts on different segments.
    const bounds = { left: x, top: y - COUNT_H / 2, right: x + width, bottom: y + COUNT_H / 2 }
    if (counts.some((other) => overlap(bounds, other))) continue
    counts.push(bounds)
    context.fillStyle = palette.surface
    context.fillRect(x, y - COUNT_H / 2, width, COUNT_H)
    context.font = `${px}px ${palette.family}`
    context.fillStyle = color === palette[PLAIN_LINE.color] ? palette.muted : color
    context.fillText(words, x + 2, y + 0.5)
    return
  }
}

/** The part of a layout that is painted, in pixels from its corner. */
const partInView = ({ x, y }: Origin, { width, height, margin = NO_MARGIN }: Window): Part => ({
  left: -x - margin.x,
  top: -y - margin.y,
  right: -x + width + margin.x,
  bottom: -y + height + margin.y,
})

/** Whether a line begins or ends in a part of its layout. */
const endsIn = (p: Positions, e: number, scale: number, part: Part): boolean =>
  [at(p.pointStart, e), at(p.pointStart, e + 1) - 1].some((i) => {
    const [left, top] = [at(p.points, 2 * i) * scale, at(p.points, 2 * i + 1) * scale]
    return overlap({ left, top, right: left, bottom: top }, part)
  })

const overlap = (a: Part, b: Part): boolean =>
  a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top

type Point = { x: number; y: number }
/** Part of a line: its corners, how far each is rounded, and how much of the line comes before it. */
type Piece = { points: Point[]; radii: number[]; from: number }

/**
 * The pieces of a line inside a part of its layout. A long dashed line costs as much outside the window as inside, and
 * most of each line is outside after zooming in.
 */
export function piecesIn(p: Positions, e: number, scale: number, part: Part): Piece[] {
  const [first, last] = [at(p.pointStart, e), at(p.pointStart, e + 1) - 1]
  const [left, top, right, bottom] = [part.left - BESIDE, part.top - BESIDE, part.right + BESIDE, part.bottom + BESIDE]
  const pointAt = (i: number): Point => ({ x: at(p.points, 2 * i) * scale, y: at(p.points, 2 * i + 1) * scale })
  const pieces: Piece[] = []
  let piece: Piece | undefined
  let length = 0
  let a = pointAt(first)
  for (let i = first; i < last; i++) {
    const b = pointAt(i + 1)
    const long = Math.hypot(b.x - a.x, b.y - a.y)
    const isVisible =
      Math.min(a.x, b.x) <= right &&
      Math.max(a.x, b.x) >= left &&
      Math.min(a.y, b.y) <= bottom &&
      Math.max(a.y, b.y) >= top
    if (!isVisible) piece = undefined
    else {
      const cut = (q: Point): Point =>
        a.x === b.x || a.y === b.y
          ? { x: Math.max(left, Math.min(right, q.x)), y: Math.max(top, Math.min(bottom, q.y)) }
          : q
      const start = cut(a)
      if (piece) piece.points.push(cut(b))
      else
        pieces.push(
          (piece = { points: [start, cut(b)], radii: [], from: length + Math.hypot(start.x - a.x, start.y - a.y) }),
        )
    }
    if (i + 1 < last) {
      const c = pointAt(i + 2)
      const radius = Math.min(7 * scale, Math.hypot(c.x - b.x, c.y - b.y) / 2, long / 2)
      piece?.radii.push(radius)
      length -= radius * (2 - Math.PI / 2)
    }
    length += long
    a = b
  }
  return pieces
}

function tracePiece(context: CanvasRenderingContext2D, { points, radii }: Piece, { x, y }: Origin): void {
  context.beginPath()
  points.forEach((point, i) => {
    const next = points[i + 1]
    if (i === 0) context.moveTo(x + point.x, y + point.y)
    else if (next) context.arcTo(x + point.x, y + point.y, x + next.x, y + next.y, radii[i - 1] ?? 0)
    else context.lineTo(x + point.x, y + point.y)
  })
}

function arrow(
  context: CanvasRenderingContext2D,
  p: Positions,
  tip: number,
  back: -2 | 2,
  { x: left, y: top, scale }: Origin,
  larger: number,
): void {
  const [x, y] = [left + at(p.points, tip) * scale, top + at(p.points, tip + 1) * scale]
  const angle = Math.atan2(
    at(p.points, tip + 1) - at(p.points, tip + back + 1),
    at(p.points, tip) - at(p.points, tip + back),
  )
  const size = Math.max(5, Math.min(9, 8 * scale)) * larger
  context.beginPath()
  context.moveTo(x, y)
  context.lineTo(x - size * Math.cos(angle - 0.42), y - size * Math.sin(angle - 0.42))
  context.lineTo(x - size * Math.cos(angle + 0.42), y - size * Math.sin(angle + 0.42))
  context.fill()
}
