import { at, groupRows } from '../columns.ts'

type Links = { n: number; from: ArrayLike<number>; to: ArrayLike<number> }

/** Neighbours of each node and the weight of each link, as rows; both directions of a link are in it. */
type Graph = { n: number; start: Int32Array; other: Int32Array; weight: Float64Array; own: Float64Array }

/**
 * Parts of a graph that depend on themselves more than on the rest (the Louvain method: nodes move to where they gain modularity, then
 * parts become the nodes). While there are more than `most`, ties count for more and size for less. What everything depends on
 * (a hub) ties nothing together, so its links are left out. Nodes without links get the number -1.
 */
export function communities(links: Links, most: number): Int32Array {
  let graph = graphOf(links)
  const part = Int32Array.from({ length: links.n }, (_, v) => (at(graph.start, v + 1) > at(graph.start, v) ? v : -1))
  const lone = part.reduce((sum, p) => sum + (p < 0 ? 1 : 0), 0)
  for (let resolution = 1, round = 0; round < 40; round++) {
    const moved = move(graph, resolution)
    for (let v = 0; v < links.n; v++) if (at(part, v) >= 0) part[v] = at(moved.part, at(part, v))
    const hasMerged = moved.count < graph.n
    graph = merged(graph, moved)
    if (hasMerged) continue
    // Parts without a link to another cannot be joined, however large they may be.
    if (graph.n - lone <= most || graph.other.length === 0 || resolution < 1e-3) break
    resolution /= 4
  }
  return part
}

function graphOf({ n, from, to }: Links): Graph {
  const degree = new Int32Array(n)
  for (let e = 0; e < from.length; e++) {
    degree[at(from, e)] = at(degree, at(from, e)) + 1
    degree[at(to, e)] = at(degree, at(to, e)) + 1
  }
  const hub = Math.max(30, 2 * Math.sqrt(n))
  const ends = new Int32Array(2 * from.length).fill(-1)
  const others = new Int32Array(2 * from.length)
  for (let e = 0; e < from.length; e++) {
    const [a, b] = [at(from, e), at(to, e)]
    if (a === b || at(degree, a) > hub || at(degree, b) > hub) continue
    ends[2 * e] = others[2 * e + 1] = a
    ends[2 * e + 1] = others[2 * e] = b
  }
  const grouped = groupRows(ends, n)
  return {
    n,
    start: grouped.start,
    other: grouped.rows.map((row) => at(others, row)),
    weight: new Float64Array(grouped.rows.length).fill(1),
    own: new Float64Array(n),
  }
}

/** Moves every node to the neighbouring part where it gains most, until nothing moves. */
function move({ n, start, other, weight, own }: Graph, resolution: number) {
  const part = Int32Array.from({ length: n }, (_, v) => v)
  const strength = new Float64Array(n)
  let all = 0
  for (let v = 0; v < n; v++) {
    let sum = at(own, v)
    for (let i = at(start, v); i < at(start, v + 1); i++) sum += at(weight, i)
    strength[v] = sum
    all += sum
  }
  const total = strength.slice()
  const tie = new Float64Array(n)
  for (let pass = 0, moves = 1; moves > 0 && pass < 2; pass++) {
    moves = 0
    for (let v = 0; v < n; v++) {
      const before = at(part, v)
      for (let i = at(start, v); i < at(start, v + 1); i++) {
        const p = at(part, at(other, i))
        tie[p] = at(tie, p) + at(weight, i)
      }
      total[before] = at(total, before) - at(strength, v)
      const worth = (p: number) => at(tie, p) - (resolution * at(total, p) * at(strength, v)) / all
      let best = before
      let most = worth(before) + 1e-9
      for (let i = at(start, v); i < at(start, v + 1); i++) {
        const p = at(part, at(other, i))
        const gain = worth(p)
        if (gain > most || (gain === most && p < best)) {
          most = gain
          best = p
        }
      }
      for (let i = at(start, v); i < at(start, v + 1); i++) tie[at(part, at(other, i))] = 0
      total[best] = at(total, best) + at(strength, v)
      if (best === before) continue
      part[v] = best
      moves++
    }
  }
  const number = new Map<number, number>()
  for (let v = 0; v < n; v++) {
    const p = at(part, v)
    if (!number.has(p)) number.set(p, number.size)
    part[v] = number.get(p) ?? 0
  }
  return { part, count: number.size }
}

/** The graph of the parts. */
function merged({ n, start, other, weight, own }: Graph, { part, count }: { part: Int32Array; count: number }): Graph {
  const ties = new Map<number, number>()
  const inside = new Float64Array(count)
  for (let v = 0; v < n; v++) {
    const p = at(part, v)
    inside[p] = at(inside, p) + at(own, v)
    for (let i = at(start, v); i < at(start, v + 1); i++) {
      const q = at(part, at(other, i))
      if (p === q) inside[p] = at(inside, p) + at(weight, i)
      else ties.set(p * count + q, (ties.get(p * count + q) ?? 0) + at(weight, i))
    }
  }
  const pairs = [...ties]
  const grouped = groupRows(
    pairs.map(([pair]) => Math.floor(pair / count)),
    count,
  )
  return {
    n: count,
    start: grouped.start,
    other: Int32Array.from(grouped.rows, (row) => (pairs[row]?.[0] ?? 0) % count),
    weight: Float64Array.from(grouped.rows, (row) => pairs[row]?.[1] ?? 0),
    own: inside,
  }
}
