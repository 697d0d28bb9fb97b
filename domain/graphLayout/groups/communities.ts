import { groupRows } from '../columns.ts'

type Links = { n: number; from: ArrayLike<number>; to: ArrayLike<number> }

/**
 * Neighbours of each node and the weight of each edge, as rows; contains both directions of an edge. `selfWeight` is the
 * weight of the edges inside a node that was made of several.
 */
type Graph = { n: number; start: Int32Array; other: Int32Array; weight: Float64Array; selfWeight: Float64Array }

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
    const isTied = (graph.start[v + 1] ?? 0) > (graph.start[v] ?? 0)
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
        const p = part[v] ?? 0
        if (p >= 0) part[v] = moved.part[p] ?? 0
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
    if ((tied[first] ?? 0) < 0 || (part[first] ?? 0) >= 0) continue
    let waiting = 0
    open[waiting++] = first
    part[first] = count
    while (waiting > 0) {
      const v = open[--waiting] ?? 0
      for (let i = start[v] ?? 0; i < (start[v + 1] ?? 0); i++) {
        const w = other[i] ?? 0
        if ((part[w] ?? 0) >= 0) continue
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
    const [a, b] = [from[e] ?? 0, to[e] ?? 0]
    degree[a] = (degree[a] ?? 0) + 1
    degree[b] = (degree[b] ?? 0) + 1
  }
  const hub = Math.max(30, 2 * Math.sqrt(n))
  const start = new Int32Array(n + 1)
  const isKept = new Uint8Array(from.length)
  for (let e = 0; e < from.length; e++) {
    const [a, b] = [from[e] ?? 0, to[e] ?? 0]
    if (a === b || (degree[a] ?? 0) > hub || (degree[b] ?? 0) > hub) continue
    isKept[e] = 1
    start[a + 1] = (start[a + 1] ?? 0) + 1
    start[b + 1] = (start[b + 1] ?? 0) + 1
  }
  for (let v = 0; v < n; v++) start[v + 1] = (start[v + 1] ?? 0) + (start[v] ?? 0)
  const next = start.slice(0, n)
  const other = new Int32Array(start[n] ?? 0)
  for (let e = 0; e < from.length; e++) {
    if (!isKept[e]) continue
    const [a, b] = [from[e] ?? 0, to[e] ?? 0]
    other[next[a] ?? 0] = b
    other[next[b] ?? 0] = a
    next[a] = (next[a] ?? 0) + 1
    next[b] = (next[b] ?? 0) + 1
  }
  return { n, start, other, weight: new Float64Array(other.length).fill(1), selfWeight: new Float64Array(n) }
}

/** Moves every node to the neighbouring part with the largest gain, until no node moves. */
function move({ n, start, other, weight, selfWeight }: Graph, resolution: number) {
  const part = new Int32Array(n)
  const strength = new Float64Array(n)
  let all = 0
  for (let v = 0; v < n; v++) {
    let sum = selfWeight[v] ?? 0
    for (let i = start[v] ?? 0; i < (start[v + 1] ?? 0); i++) sum += weight[i] ?? 0
    part[v] = v
    strength[v] = sum
    all += sum
  }
  const total = strength.slice()
  const tie = new Float64Array(n)
  for (let pass = 0, moves = 1; moves > 0 && pass < 2; pass++) {
    moves = 0
    for (let v = 0; v < n; v++) {
      const [first, end] = [start[v] ?? 0, start[v + 1] ?? 0]
      if (first === end) continue
      const before = part[v] ?? 0
      for (let i = first; i < end; i++) {
        const p = part[other[i] ?? 0] ?? 0
        tie[p] = (tie[p] ?? 0) + (weight[i] ?? 0)
      }
      total[before] = (total[before] ?? 0) - (strength[v] ?? 0)
      const cost = (resolution * (strength[v] ?? 0)) / all
      let best = before
      let most = (tie[before] ?? 0) - cost * (total[before] ?? 0) + 1e-9
      for (let i = first; i < end; i++) {
        const p = part[other[i] ?? 0] ?? 0
        const gain = (tie[p] ?? 0) - cost * (total[p] ?? 0)
        if (gain > most || (gain === most && p < best)) {
          most = gain
          best = p
        }
      }
      for (let i = first; i < end; i++) tie[part[other[i] ?? 0] ?? 0] = 0
      total[best] = (total[best] ?? 0) + (strength[v] ?? 0)
      if (best === before) continue
      part[v] = best
      moves++
    }
  }
  const number = new Int32Array(n).fill(-1)
  let count = 0
  for (let v = 0; v < n; v++) {
    const p = part[v] ?? 0
    if ((number[p] ?? 0) < 0) number[p] = count++
    part[v] = number[p] ?? 0
  }
  return { part, count }
}

/** The graph whose nodes are the parts. */
function merged(
  { start, other, weight, selfWeight }: Graph,
  { part, count }: { part: Int32Array; count: number },
): Graph {
  const nodes = groupRows(part, count)
  const startOf = new Int32Array(count + 1)
  const others = new Int32Array(other.length)
  const weights = new Float64Array(other.length)
  const inside = new Float64Array(count)
  const placeOf = new Int32Array(count) // index of a part among the current one's neighbours, plus one
  let ties = 0
  for (let p = 0; p < count; p++) {
    const first = ties
    for (let row = nodes.start[p] ?? 0; row < (nodes.start[p + 1] ?? 0); row++) {
      const v = nodes.rows[row] ?? 0
      inside[p] = (inside[p] ?? 0) + (selfWeight[v] ?? 0)
      for (let i = start[v] ?? 0; i < (start[v + 1] ?? 0); i++) {
        const q = part[other[i] ?? 0] ?? 0
        if (p === q) {
          inside[p] = (inside[p] ?? 0) + (weight[i] ?? 0)
          continue
        }
        if (placeOf[q] === 0) {
          others[ties] = q
          placeOf[q] = ++ties
        }
        weights[(placeOf[q] ?? 0) - 1] = (weights[(placeOf[q] ?? 0) - 1] ?? 0) + (weight[i] ?? 0)
      }
    }
    for (let tie = first; tie < ties; tie++) placeOf[others[tie] ?? 0] = 0
    startOf[p + 1] = ties
  }
  return { n: count, start: startOf, other: others.slice(0, ties), weight: weights.slice(0, ties), selfWeight: inside }
}
