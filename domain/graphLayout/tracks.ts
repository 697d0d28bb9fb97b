import { at } from './columns.ts'
import { type Lanes, middleOf } from './lanes.ts'

/**
 * An edge to be drawn: alternating vertical and horizontal lanes between two fixed ends, none if it is straight; edges
 * of one `net` share a track.
 */
export type Wire = { net: number; x0: number; y0: number; x1: number; y1: number; lanes: number[] }

const TRACK = 7

/** The part of a lane that a net occupies, and where it enters and leaves on either side. */
type Span = { net: number; lo: number; hi: number; sort: number; low: Set<number>; high: Set<number> }

/** By lane and net: the position of the track. */
type TrackPositions = Map<number, Map<number, number>>

/**
 * The corners of edges depend on the tracks of adjacent lanes, so tracks are assigned again with the resulting
 * positions.
 */
const PASSES = 3

/**
 * The corners of every wire: wires that would overlap in a lane get separate tracks, while those of one source share a
 * trunk that branches.
 */
export function corners(lanes: Lanes, routes: readonly Wire[]): Float32Array[] {
  const wires = routes.map((wire) => ({ ...wire, lanes: inOneLane(lanes, wire.lanes) }))
  let tracks: TrackPositions = new Map()
  for (let pass = 0; pass < PASSES; pass++) {
    const spans = new Map<number, Map<number, Span>>()
    for (const wire of wires) collect(lanes, wire, spans, tracks)
    tracks = new Map([...spans].map(([lane, nets]) => [lane, assign(lanes, lane, [...nets.values()])]))
  }
  return wires.map((wire) => {
    const where = (i: number) => positionIn(lanes, tracks, wire, i)
    const points = [wire.x0, wire.y0]
    let [x, y] = [wire.x0, wire.y0]
    wire.lanes.forEach((lane, i) => {
      if (lanes.isVertical[lane]) x = where(i)
      else y = where(i)
      points.push(x, y)
    })
    if (lanes.isVertical[wire.lanes.at(-1) ?? -1]) points.push(x, wire.y1)
    else points.push(wire.x1, y)
    points.push(wire.x1, wire.y1)
    return simplify(points)
  })
}

/** Adjacent lanes at the same height are one lane, as their wires may touch. */
function inOneLane(lanes: Lanes, numbers: readonly number[]): number[] {
  return numbers.map((lane) => {
    const same = `${lanes.isVertical[lane]} ${lanes.lo[lane]} ${lanes.hi[lane]}`
    const first = lanes.first.get(same) ?? lane
    lanes.first.set(same, first)
    return first
  })
}

/** The position of a wire in its lane i: on its track, or in the middle before tracks are assigned. */
const positionIn = (lanes: Lanes, tracks: TrackPositions, wire: Wire, i: number): number => {
  const lane = wire.lanes[i] ?? 0
  return tracks.get(lane)?.get(wire.net) ?? middleOf(lanes, lane)
}

function collect(lanes: Lanes, wire: Wire, spans: Map<number, Map<number, Span>>, tracks: TrackPositions): void {
  const n = wire.lanes.length
  /** Of lane i, or where the wire begins or ends. */
  const middle = (i: number, before: number, after: number) =>
    i < 0 ? before : i >= n ? after : positionIn(lanes, tracks, wire, i)
  for (let i = 0; i < n; i++) {
    const lane = wire.lanes[i] ?? 0
    const isVertical = lanes.isVertical[lane]
    const start = isVertical ? middle(i - 1, wire.y0, wire.y1) : middle(i - 1, wire.x0, wire.x1)
    const end = isVertical ? middle(i + 1, wire.y0, wire.y1) : middle(i + 1, wire.x0, wire.x1)
    let nets = spans.get(lane)
    if (!nets) spans.set(lane, (nets = new Map()))
    let span = nets.get(wire.net)
    // Among edges that go down, upper sources leave further right; among those that go up, further left: this reduces
    // crossings.
    const sort = end >= start ? -start : start
    if (!span)
      nets.set(wire.net, (span = { net: wire.net, lo: start, hi: start, sort, low: new Set(), high: new Set() }))
    span.lo = Math.min(span.lo, start, end)
    span.hi = Math.max(span.hi, start, end)
    const laneMiddle = middleOf(lanes, lane)
    const [from, to] = isVertical ? [wire.x0, wire.x1] : [wire.y0, wire.y1]
    ;(middle(i - 2, from, to) < laneMiddle ? span.low : span.high).add(start)
    ;(middle(i + 2, from, to) < laneMiddle ? span.low : span.high).add(end)
  }
}

function assign(lanes: Lanes, lane: number, spans: Span[]): Map<number, number> {
  spans.sort((a, b) => a.sort - b.sort || a.net - b.net)
  sift(spans)
  const trackOf = new Map<number, number>()
  let last = 0
  spans.forEach((span, i) => {
    let t = 0
    for (let k = 0; k < i; k++) {
      const other = at(spans, k)
      if (touch(span, other)) t = Math.max(t, (trackOf.get(other.net) ?? 0) + 1)
    }
    trackOf.set(span.net, t)
    last = Math.max(last, t)
  })
  const room = (lanes.hi[lane] ?? 0) - (lanes.lo[lane] ?? 0)
  const step = last > 0 ? Math.min(TRACK, room / last) : 0
  const start = middleOf(lanes, lane) - (step * last) / 2
  return new Map([...trackOf].map(([net, t]) => [net, start + t * step]))
}

const touch = (a: Span, b: Span): boolean => a.hi >= b.lo - 4 && a.lo <= b.hi + 4

const SIFTS = 3

/** Moves each span to the position among the others at which it crosses the fewest of them. */
function sift(spans: Span[]): void {
  for (let round = 0; round < SIFTS; round++) {
    let isBetter = false
    for (const span of spans.slice()) {
      const from = spans.indexOf(span)
      let best = from
      let least = 0
      for (const step of [-1, 1]) {
        let change = 0
        for (let i = from + step; i >= 0 && i < spans.length; i += step) {
          const other = at(spans, i)
          change += step * (crossings(other, span) - crossings(span, other))
          if (change >= least) continue
          least = change
          best = i
        }
      }
      if (best === from) continue
      isBetter = true
      spans.splice(best, 0, ...spans.splice(from, 1))
    }
    if (!isBetter) return
  }
}

/** The number of crossings of two spans if the first has the lower coordinate. */
function crossings(a: Span, b: Span): number {
  let n = 0
  for (const y of a.high) if (y > b.lo && y < b.hi) n++
  for (const y of b.low) if (y > a.lo && y < a.hi) n++
  return n
}

/** Removes points on the straight line between their neighbours. */
function simplify(points: number[]): Float32Array {
  const corners: number[] = []
  for (let i = 0; i < points.length; i += 2) {
    const [x, y] = [points[i] ?? 0, points[i + 1] ?? 0]
    for (let k = corners.length; k >= 4; k = corners.length) {
      const [ax, ay, bx, by] = [corners[k - 4], corners[k - 3], corners[k - 2], corners[k - 1]]
      if ((ax === bx && bx === x) || (ay === by && by === y)) corners.length = k - 2
      else break
    }
    const k = corners.length
    if (k >= 2 && corners[k - 2] === x && corners[k - 1] === y) continue
    corners.push(x, y)
  }
  return Float32Array.from(corners)
}
