import { at } from '#domain/graphLayout/columns.ts'
import { EDGE, type Positions } from '#domain/graphLayout/positions.ts'

/** A line between two boxes, in the direction of its arrow; its points are x and y in turn. */
export type Way<Box> = { corners: readonly number[]; from: Box | undefined; to: Box }

type Piece = { isUpright: boolean; at: number; from: number; to: number }

/**
 * The boxes reached by following the drawn lines of a box: where one line lies on another in the same direction, at
 * most `apart` away, it is unclear which of the two continues, so both count.
 */
export function follow<Box>(ways: readonly Way<Box>[], apart = 1): (of: Box) => Box[] {
  const all = ways.map(({ corners, from, to }) => ({ pieces: piecesOf(corners), from, to }))
  return (of) => {
    // The first piece of each line that may have been reached.
    const reached = new Map<(typeof all)[number], number>(all.filter(({ from }) => from === of).map((way) => [way, 0]))
    const open = [...reached.keys()]
    for (let way = open.pop(); way; way = open.pop()) {
      const pieces = way.pieces.slice(reached.get(way))
      for (const other of all) {
        const joined = other.pieces.findIndex((piece) => pieces.some((own) => liesOn(own, piece, apart)))
        if (joined < 0 || joined >= (reached.get(other) ?? Infinity)) continue
        reached.set(other, joined)
        open.push(other)
      }
    }
    return [...new Set([...reached.keys()].map(({ to }) => to))]
  }
}

/** The line reversed. */
export function turned(corners: readonly number[]): number[] {
  const back: number[] = []
  for (let i = corners.length - 2; i >= 0; i -= 2) back.push(corners[i] ?? 0, corners[i + 1] ?? 0)
  return back
}

function piecesOf(corners: readonly number[]): Piece[] {
  const pieces: Piece[] = []
  for (let i = 2; i < corners.length; i += 2) {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = corners.slice(i - 2, i + 2)
    const isUpright = Math.abs(x1 - x0) < 0.5
    pieces.push(isUpright ? { isUpright, at: x0, from: y0, to: y1 } : { isUpright, at: y0, from: x0, to: x1 })
  }
  return pieces
}

/** Whether two pieces overlap for a while in the same direction. */
function liesOn(a: Piece, b: Piece, apart: number): boolean {
  if (
    a.isUpright !== b.isUpright ||
    Math.abs(a.at - b.at) > apart ||
    Math.sign(a.to - a.from) !== Math.sign(b.to - b.from)
  )
    return false
  const end = Math.min(Math.max(a.from, a.to), Math.max(b.from, b.to))
  return end - Math.max(Math.min(a.from, a.to), Math.min(b.from, b.to)) > 4
}

/**
 * The number of boxes whose lines lead to exactly the right boxes, at a scale; both ends of a line as drawn, with or
 * without an arrow.
 */
export function readOff(p: Positions, scale: number): { right: number; asked: number } {
  const truth = new Map<number, Set<number>>()
  const heads: [number, number][] = []
  const lines: { corners: number[]; from: number; to: number }[] = []
  const needs = (from: number, to: number) => truth.set(from, (truth.get(from) ?? new Set()).add(to))
  for (let e = 0; e < p.edgeFrom.length; e++) {
    const flags = at(p.edgeFlags, e)
    if (flags & EDGE.hub) continue
    const corners = Array.from(p.points.subarray(2 * at(p.pointStart, e), 2 * at(p.pointStart, e + 1)))
    const [from, to] = [at(p.edgeFrom, e), at(p.edgeTo, e)]
    lines.push({ corners, from, to })
    heads.push([corners.at(-2) ?? 0, corners.at(-1) ?? 0])
    needs(from, to)
    if (flags & EDGE.twoWay) {
      heads.push([corners[0] ?? 0, corners[1] ?? 0])
      needs(to, from)
    }
  }
  const hasHead = ([x = 0, y = 0]: readonly number[]) =>
    heads.some(([headX, headY]) => Math.hypot(headX - x, headY - y) < 1.5 / scale)
  const ways = lines.flatMap(({ corners, from, to }) => [
    ...(hasHead(corners.slice(-2)) ? [{ corners, from, to }] : []),
    ...(hasHead(corners) ? [{ corners: turned(corners), from: to, to: from }] : []),
  ])
  const read = follow(ways, 1 / scale)
  const isRight = ([box, dependents]: [number, Set<number>]) =>
    read(box).length === dependents.size && read(box).every((other) => dependents.has(other))
  return { right: [...truth].filter(isRight).length, asked: truth.size }
}
