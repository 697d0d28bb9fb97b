import { at, groupRows } from '../columns.ts'

type Links = { n: number; from: ArrayLike<number>; to: ArrayLike<number> }

/** Neighbours of each node and the weight of each edge, as rows; contains both directions of an edge. */
type Graph = { n: number; start: Int32Array; other: Int32Array; weight: Float64Array; own: Float64Array }

/**
 * Communities of a graph: parts that depend on themselves more than on the rest, by the Louvain method (nodes move to
 * where they gain modularity, then parts become nodes). While there are more than `most`, edges count for more and size
 * for less. Edges of hubs, on which everything depends, are omitted. Nodes without edges get -1. More connected
 * components than `most` are the communities themselves, since nothing can join two of them.
 */
export function communities(links: Links, most: number): Int32Array {
  let graph = graphOf(links)
  const part = new Int32Array(links.n)
  let lone = 0
  for (let v = 0; v < links.n; v++) {
    const isTied = at(graph.start, v + 1) > at(graph.start, v)
    part[v] = isTied ? v : -1
    if (!isTied) lone++
  }
  const components = componentsOf(graph, part)
  if (components.count > most) return components.part
  for (let resolution = 1, round = 0; round < 40; round++) {
    const moved = move(graph, resolution)
    const hasMerged = moved.count < graph.n
    if (hasMerged) {
      for (let v = 0; v < links.n; v++) {
        const p = at(part, v)
        if (p >= 0) part[v] = at(moved.part, p)
      }
      graph = merged(graph, moved)
      continue
    }
    // Parts without edges to others cannot be merged, whatever their size.
    if (graph.n - lone <= most || graph.other.length === 0 || resolution < 1e-3) break
    resolution /= 4
  }
  return part
}

/** The connected components of the nodes with edges, numbered in the order of their first nodes. */
function componentsOf({ n, start, other }: Graph, tied: Int32Array): { part: Int32Array; count: number } {
  const part = new Int32Array(n).fill(-1)
  const open = new Int32Array(n)
  let count = 0
  for (let first = 0; first < n; first++) {
    if (at(tied, first) < 0 || at(part, first) >= 0) continue
    let waiting = 0
    open[waiting++] = first
    part[first] = count
    while (waiting > 0) {
      const v = at(open, --waiting)
      for (let i = at(start, v); i < at(start, v + 1); i++) {
        const w = at(other, i)
        if (at(part, w) >= 0) continue
        part[w] = count
        open[waiting++] = w
      }
    }
    count++
  }
  return { part, count }
}

function graphOf({ n, from, to }: Links): Graph {
  const degree = new Int32Array(n)
  for (let e = 0; e < from.length; e++) {
    const [a, b] = [at(from, e), at(to, e)]
    degree[a] = at(degree, a) + 1
    degree[b] = at(degree, b) + 1
  }
  const hub = Math.max(30, 2 * Math.sqrt(n))
  const start = new Int32Array(n + 1)
  const isKept = new Uint8Array(from.length)
  for (let e = 0; e < from.length; e++) {
    const [a, b] = [at(from, e), at(to, e)]
    if (a === b || at(degree, a) > hub || at(degree, b) > hub) continue
    isKept[e] = 1
    start[a + 1] = at(start, a + 1) + 1
    start[b + 1] = at(start, b + 1) + 1
  }
  for (let v = 0; v < n; v++) start[v + 1] = at(start, v + 1) + at(start, v)
  const next = start.slice(0, n)
  const other = new Int32Array(at(start, n))
  for (let e = 0; e < from.length; e++) {
    if (!isKept[e]) continue
    const [a, b] = [at(from, e), at(to, e)]
    other[at(next, a)] = b
    other[at(next, b)] = a
    next[a] = at(next, a) + 1
    next[b] = at(next, b) + 1
  }
  return { n, start, other, weight: new Float64Array(other.length).fill(1), own: new Float64Array(n) }
}

/** Moves every node to the neighbouring part with the largest gain, until no node moves. */
function move({ n, start, other, weight, own }: Graph, resolution: number) {
  const part = new Int32Array(n)
  const strength = new Float64Array(n)
  let all = 0
  for (let v = 0; v < n; v++) {
    let sum = at(own, v)
    for (let i = at(start, v); i < at(start, v + 1); i++) sum += at(weight, i)
    part[v] = v
    strength[v] = sum
    all += sum
  }
  const total = strength.slice()
  const tie = new Float64Array(n)
  for (let pass = 0, moves = 1; moves > 0 && pass < 2; pass++) {
    moves = 0
    for (let v = 0; v < n; v++) {
      const [first, end] = [at(start, v), at(start, v + 1)]
      if (first === end) continue
      const before = at(part, v)
      for (let i = first; i < end; i++) {
        const p = at(part, at(other, i))
        tie[p] = at(tie, p) + at(weight, i)
      }
      total[before] = at(total, before) - at(strength, v)
      const cost = (resolution * at(strength, v)) / all
      let best = before
      let most = at(tie, before) - cost * at(total, before) + 1e-9
      for (let i = first; i < end; i++) {
        const p = at(part, at(other, i))
        const gain = at(tie, p) - cost * at(total, p)
        if (gain > most || (gain === most && p < best)) {
          most = gain
          best = p
        }
      }
      for (let i = first; i < end; i++) tie[at(part, at(other, i))] = 0
      total[best] = at(total, best) + at(strength, v)
      if (best === before) continue
      part[v] = best
      moves++
    }
  }
  const number = new Int32Array(n).fill(-1)
  let count = 0
  for (let v = 0; v < n; v++) {
    const p = at(part, v)
    if (at(number, p) < 0) number[p] = count++
    part[v] = at(number, p)
  }
  return { part, count }
}

/** The graph whose nodes are the parts. */
function merged({ start, other, weight, own }: Graph, { part, count }: { part: Int32Array; count: number }): Graph {
  const nodes = groupRows(part, count)
  const startOf = new Int32Array(count + 1)
  const others = new Int32Array(other.length)
  const weights = new Float64Array(other.length)
  const inside = new Float64Array(count)
  const placeOf = new Int32Array(count) // index of a part among the current one's neighbours, plus one
  let ties = 0
  for (let p = 0; p < count; p++) {
    const first = ties
    for (let row = at(nodes.start, p); row < at(nodes.start, p + 1); row++) {
      const v = at(nodes.rows, row)
      inside[p] = at(inside, p) + at(own, v)
      for (let i = at(start, v); i < at(start, v + 1); i++) {
        const q = at(part, at(other, i))
        if (p === q) {
          inside[p] = at(inside, p) + at(weight, i)
          continue
        }
        if (placeOf[q] === 0) {
          others[ties] = q
          placeOf[q] = ++ties
        }
        weights[at(placeOf, q) - 1] = at(weights, at(placeOf, q) - 1) + at(weight, i)
      }
    }
    for (let tie = first; tie < ties; tie++) placeOf[at(others, tie)] = 0
    startOf[p + 1] = ties
  }
  return { n: count, start: startOf, other: others.slice(0, ties), weight: weights.slice(0, ties), own: inside }
}
