import { at } from './columns.ts'
import type { LocalEdges } from './ranks.ts'

const SWEEPS = 10

type Neighbours = { before: number[][]; after: number[][] }

/**
 * Orders the children of each rank to reduce crossings: forward and backward sweeps by the mean or median position of
 * the neighbours, with transpositions after each; the best result is kept. The result is the reading order.
 */
export function orderRanks(scope: LocalEdges, rankOf: Int32Array, members: readonly number[]): number[][] {
  const { edges, rank, virtual } = withVirtualNodes(scope, rankOf)
  const order = orderAll(edges, rank, [...members, ...virtual])
  return order.map((list) => list.filter((v) => v < scope.n)).filter((list) => list.length > 0)
}

/** Maximum number of virtual nodes: more would take longer than the rest of a layout. */
const MAX_VIRTUAL_NODES = 600

/**
 * Splits edges that span several ranks by virtual nodes, so that their crossings count and the other children make room
 * for them. The edges of one source share a virtual node in each rank, as their lines share a track.
 */
function withVirtualNodes({ n, from, to, weight }: LocalEdges, rank: Int32Array) {
  const edges: LocalEdges = { n, from: [], to: [], weight: [] }
  const ranks = Array.from(rank)
  const nodeAt = new Map<string, number>()
  const virtual: number[] = []
  from.forEach((a, e) => {
    const b = at(to, e)
    const [low, high] = at(rank, a) < at(rank, b) ? [a, b] : [b, a]
    let before = low
    for (let r = at(rank, low) + 1; r < at(rank, high); r++) {
      const key = `${low} ${r}`
      let node = nodeAt.get(key)
      if (node === undefined) {
        if (virtual.length >= MAX_VIRTUAL_NODES) break
        node = edges.n++
        virtual.push(node)
        ranks.push(r)
        nodeAt.set(key, node)
        edges.from.push(before)
        edges.to.push(node)
        edges.weight.push(1)
      }
      before = node
    }
    edges.from.push(before)
    edges.to.push(high)
    edges.weight.push(at(weight, e))
  })
  return { edges, rank: Int32Array.from(ranks), virtual }
}

function orderAll(edges: LocalEdges, rank: Int32Array, members: readonly number[]): number[][] {
  const ranks: number[][] = []
  for (const v of members) (ranks[at(rank, v)] ??= []).push(v)
  let order = ranks.filter((list) => list.length > 0)
  if (edges.from.length < 2) return order

  const neighbours = neighboursOf(edges, rank)
  const place = new Float64Array(edges.n)
  const goal = new Float64Array(edges.n)
  const settle = (list: readonly number[]) => list.forEach((v, i) => (place[v] = (i + 0.5) / list.length))
  order.forEach(settle)
  let best = order.map((list) => list.slice())
  let least = costOf(edges, rank, place)
  for (let sweep = 0; sweep < SWEEPS && least > 0; sweep++) {
    const isForward = sweep % 2 === 0
    const near = isForward ? neighbours.before : neighbours.after
    const value = sweep % 4 < 2 ? mean : median
    order = order.map((list) => list.slice())
    for (const list of isForward ? order : order.toReversed()) {
      for (const v of list) goal[v] = value(at(near, v), place) ?? at(place, v)
      list.sort((v, w) => at(goal, v) - at(goal, w))
      settle(list)
    }
    for (const list of order) {
      transpose(list, neighbours, place)
      settle(list)
    }
    const cost = costOf(edges, rank, place)
    if (cost >= least) continue
    least = cost
    best = order.map((list) => list.slice())
  }
  return best
}

function neighboursOf({ n, from, to }: LocalEdges, rank: Int32Array): Neighbours {
  const before: number[][] = Array.from({ length: n }, () => [])
  const after: number[][] = Array.from({ length: n }, () => [])
  for (let e = 0; e < from.length; e++) {
    const [a, b] = [at(from, e), at(to, e)]
    const isForward = at(rank, a) < at(rank, b)
    at(after, isForward ? a : b).push(isForward ? b : a)
    at(before, isForward ? b : a).push(isForward ? a : b)
  }
  return { before, after }
}

function mean(list: readonly number[], place: Float64Array): number | undefined {
  if (list.length === 0) return undefined
  let sum = 0
  for (const v of list) sum += at(place, v)
  return sum / list.length
}

function median(list: readonly number[], place: Float64Array): number | undefined {
  const places = list.map((v) => at(place, v)).sort((a, b) => a - b)
  const middle = places.length >> 1
  return places.length % 2
    ? places[middle]
    : places.length
      ? (at(places, middle - 1) + at(places, middle)) / 2
      : undefined
}

function transpose(list: number[], { before, after }: Neighbours, place: Float64Array): void {
  for (let i = 0; i + 1 < list.length; i++) {
    const [v, w] = [at(list, i), at(list, i + 1)]
    const asIs = crossings(at(before, v), at(before, w), place) + crossings(at(after, v), at(after, w), place)
    const turned = crossings(at(before, w), at(before, v), place) + crossings(at(after, w), at(after, v), place)
    if (turned < asIs) {
      list[i] = w
      list[i + 1] = v
    }
  }
}

function crossings(upper: readonly number[], lower: readonly number[], place: Float64Array): number {
  let n = 0
  for (const a of upper) for (const b of lower) if (at(place, a) > at(place, b)) n++
  return n
}

/**
 * Crossings between edges that span the same ranks, plus a small penalty for length, so that ties prefer short edges.
 */
function costOf({ from, to, weight }: LocalEdges, rank: Int32Array, place: Float64Array): number {
  const spans = new Map<number, { a: number; b: number }[]>()
  let cost = 0
  for (let e = 0; e < from.length; e++) {
    const [v, w] = at(rank, at(from, e)) < at(rank, at(to, e)) ? [at(from, e), at(to, e)] : [at(to, e), at(from, e)]
    const [a, b] = [at(place, v), at(place, w)]
    cost += Math.abs(a - b) * Math.min(4, at(weight, e)) * 0.1
    const span = at(rank, v) * 4096 + at(rank, w)
    const list = spans.get(span)
    if (!list) {
      spans.set(span, [{ a, b }])
      continue
    }
    for (const other of list) if ((other.a - a) * (other.b - b) < 0) cost++
    list.push({ a, b })
  }
  return cost
}
