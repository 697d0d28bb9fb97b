import { at } from './columns.ts'
import { FAN, type Fans } from './lines/fans.ts'
import type { Lanes, ScopeLanes } from './lanes.ts'
import { HEADER } from './sizes.ts'
import { BOX, EDGE, type Positions } from './positions.ts'
import { type End, routeBetween } from './route.ts'
import { corners, type Wire } from './tracks.ts'
import type { Visible } from './visible.ts'

type Placement = {
  /** By box: its parent box, and its index among that one's children. */
  parent: Int32Array
  local: Int32Array
  scopes: readonly ({ rank: Int32Array } | undefined)[]
  scopeLanes: readonly (ScopeLanes | undefined)[]
  lanes: Lanes
  fans: Fans
}
type Boxes = Pick<Positions, 'item' | 'kind' | 'x' | 'y' | 'w' | 'h'>

/** Routes the edges between visible boxes, from the needed box to the dependent one. */
export function drawLines(visible: Visible, boxes: Boxes, placement: Placement) {
  const { own, meshed } = mergeBothWays(visible, placement)
  const isPale = ({ flags }: Edge) => (flags & EDGE.pale) !== 0
  // Light ones first: they are drawn below the others.
  const edges = [...bundlesOf(own, placement), ...own.filter(isPale), ...own.filter((edge) => !isPale(edge)), ...meshed]
  const wires = edges.map((edge): Wire => {
    const isTurned = runsBack(edge, placement)
    const start = isTurned ? edge.to : edge.from
    const end = isTurned ? edge.from : edge.to
    // Edges that end on the side where others leave, or leave where others end, get a position of their own.
    const isAgainst = isTurned || (edge.flags & EDGE.twoWay) !== 0
    const isOneWay = (edge.flags & EDGE.twoWay) === 0
    const y0 = portOf(boxes, start) + (isAgainst ? BESIDE : 0)
    const y1 = portOf(boxes, end) + (isTurned && isOneWay ? BESIDE : 0)
    const net = isAgainst ? start + boxes.item.length : start
    const [from, to] = endsOf(start, end, placement)
    const { steps, leavesDown, arrivesDown } = routeBetween(
      placement.lanes,
      net,
      { scopes: from, y: y0 },
      { scopes: to, y: y1 },
    )
    const wire = {
      net,
      ...(leavesDown
        ? { x0: middleOf(boxes, start) + (isAgainst ? BESIDE : 0), y0: at(boxes.y, start) + at(boxes.h, start) }
        : { x0: at(boxes.x, start) + at(boxes.w, start), y0 }),
      ...(arrivesDown
        ? { x1: middleOf(boxes, end) + (isTurned && isOneWay ? BESIDE : 0), y1: at(boxes.y, end) }
        : { x1: at(boxes.x, end), y1 }),
      lanes: steps,
    }
    const isStraight = leavesDown && arrivesDown && steps.length === 1 && Math.abs(wire.x1 - wire.x0) < STRAIGHT
    return isStraight ? { ...wire, x1: wire.x0, lanes: [] } : wire
  })
  const moved = shifted(placement.lanes, wires, boxes.item.length)
  // Those of a mesh are drawn by themselves, and must not take room from the others.
  const first = edges.length - meshed.length
  const ways = [moved.slice(0, first), moved.slice(first)].flatMap((some) => corners(placement.lanes, some))
  const pointStart = new Int32Array(edges.length + 1)
  ways.forEach((way, e) => (pointStart[e + 1] = at(pointStart, e) + way.length / 2))
  const points = new Float32Array(2 * at(pointStart, edges.length))
  ways.forEach((way, e) => {
    const edge = edges[e]
    points.set(edge && runsBack(edge, placement) ? turned(way) : way, 2 * at(pointStart, e))
  })
  return {
    edgeFrom: Int32Array.from(edges, (edge) => edge.from),
    edgeTo: Int32Array.from(edges, (edge) => edge.to),
    edgeWeight: Int32Array.from(edges, (edge) => edge.weight),
    edgeFlags: Uint8Array.from(edges, (edge) => edge.flags),
    pointStart,
    points,
  }
}

/** Maximum vertical distance between the middles of two boxes that are connected by a straight edge. */
const STRAIGHT = 3

/** Offset from the middle of a box for edges that end on the side where others leave, and vice versa. */
const BESIDE = 6
/** Offset for edges that would leave in line with others arriving next to them. */
const SHIFT = 6

/**
 * Shifts wires that leave a box at the height at which others arrive in the same channel: slightly up, or down in the
 * lower half. Otherwise they would look like one wire.
 */
function shifted({ isVertical }: Lanes, wires: readonly Wire[], boxes: number): Wire[] {
  const arriving = new Map<string, Set<number>>()
  for (const { net, x1, y1, lanes } of wires) {
    const last = lanes.at(-1) ?? -1
    const end = `${last} ${isVertical[last] ? y1 : x1}`
    arriving.set(end, (arriving.get(end) ?? new Set()).add(net))
  }
  const netsToShift = new Set<number>()
  for (const { net, x0, y0, y1, lanes } of wires) {
    const first = lanes[0] ?? -1
    const nets = arriving.get(`${first} ${isVertical[first] ? y0 : x0}`)
    const isStraight = lanes.length === 0 || (lanes.length === 1 && isVertical[first] && y0 === y1)
    if (nets && !isStraight && (nets.size > 1 || !nets.has(net))) netsToShift.add(net)
  }
  return wires.map((wire) => {
    const [first] = wire.lanes
    if (!netsToShift.has(wire.net) || first === undefined) return wire
    const shift = wire.net < boxes ? -SHIFT : SHIFT / 2
    return isVertical[first] ? { ...wire, y0: wire.y0 + shift } : { ...wire, x0: wire.x0 + shift }
  })
}

type Edge = { from: number; to: number; weight: number; flags: number }

/**
 * Merges edges in both directions between two boxes into one, and flags how each is drawn. Those of a mesh are apart, and
 * one for each direction.
 */
function mergeBothWays({ from, to, weight }: Visible, placement: Placement) {
  const edges = new Map<number, Edge>()
  const meshed = new Set<Edge>()
  const boxes = placement.parent.length
  for (let e = 0; e < from.length; e++) {
    const [a, b] = [at(from, e), at(to, e)]
    const back = placement.fans.meshed[e] ? undefined : edges.get(b * boxes + a)
    if (!back) {
      const flags = (isBackward(a, b, placement) ? EDGE.backward : 0) | fanFlags(e, a, b, placement)
      const edge = { from: a, to: b, weight: at(weight, e), flags }
      edges.set(a * boxes + b, edge)
      if (placement.fans.meshed[e]) meshed.add(edge)
      continue
    }
    back.weight += at(weight, e)
    if (back.flags & EDGE.backward) {
      back.from = a
      back.to = b
    }
    back.flags = EDGE.twoWay
  }
  const own = [...edges.values()].filter((edge) => !meshed.has(edge))
  return { own, meshed: [...meshed] }
}

/** How an edge is drawn: not by itself in a mesh, nor if it is bundled. */
function fanFlags(e: number, from: number, to: number, { fans, parent }: Placement): number {
  if (fans.meshed[e]) return EDGE.hub
  const fan = at(fans.of, from)
  if (fan === FAN.plain) return 0
  return fan === FAN.bundled && siblings(from, to, parent)[1] !== to ? EDGE.hub : EDGE.pale
}

/** One edge from each hub to each open group with dependents in it. */
function bundlesOf(edges: readonly Edge[], placement: Placement): Edge[] {
  const { fans, parent } = placement
  const bundles = new Map<number, Edge>()
  const isDirect = new Set(edges.map(({ from, to }) => from * parent.length + to))
  for (const { from, to, weight, flags } of edges) {
    if (fans.of[from] !== FAN.bundled || !(flags & EDGE.hub)) continue
    const [, group] = siblings(from, to, parent)
    const key = from * parent.length + group
    const bundle = bundles.get(key)
    if (bundle) bundle.weight += weight
    else if (group !== to && !isDirect.has(key)) {
      const direction = isBackward(from, group, placement) ? EDGE.backward : 0
      bundles.set(key, { from, to: group, weight, flags: EDGE.pale | EDGE.bundle | direction })
    }
  }
  return [...bundles.values()]
}

function isBackward(from: number, to: number, placement: Placement): boolean {
  const [a, b] = siblings(from, to, placement.parent)
  const rank = placement.scopes[at(placement.parent, a)]?.rank
  return rank !== undefined && at(rank, at(placement.local, a)) > at(rank, at(placement.local, b))
}

/** Whether the needed box comes after the dependent one; edges are routed from left to right. */
function runsBack({ from, to }: Edge, { parent, local, scopeLanes }: Placement): boolean {
  const [a, b] = siblings(from, to, parent)
  const grid = scopeLanes[at(parent, a)]?.grid
  return grid !== undefined && at(grid.blockOf, at(local, a)) > at(grid.blockOf, at(local, b))
}

function siblings(from: number, to: number, parent: Int32Array): [number, number] {
  let [a, b] = [from, to]
  while (at(parent, a) !== at(parent, b)) {
    if (at(parent, a) > at(parent, b)) a = at(parent, a)
    else b = at(parent, b)
  }
  return [a, b]
}

function endsOf(from: number, to: number, { parent, local, scopeLanes }: Placement): [End['scopes'], End['scopes']] {
  const [a, b] = siblings(from, to, parent)
  const chain = (box: number, top: number) => {
    const scopes: { scope: ScopeLanes; child: number }[] = []
    for (let i = box; ; i = at(parent, i)) {
      const scope = scopeLanes[at(parent, i)]
      if (scope) scopes.push({ scope, child: at(local, i) })
      if (i === top) return scopes.toReversed()
    }
  }
  return [chain(from, a), chain(to, b)]
}

const middleOf = ({ x, w }: Boxes, box: number): number => Math.round(at(x, box) + at(w, box) / 2)

const portOf = ({ kind, y, h }: Boxes, box: number): number =>
  Math.round(at(y, box) + (at(kind, box) === BOX.open ? HEADER / 2 : at(h, box) / 2))

function turned(way: Float32Array): Float32Array {
  const out = new Float32Array(way.length)
  for (let i = 0; i < way.length; i += 2) {
    out[i] = at(way, way.length - 2 - i)
    out[i + 1] = at(way, way.length - 1 - i)
  }
  return out
}
