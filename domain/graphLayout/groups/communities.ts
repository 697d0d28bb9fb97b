import { groupRows } from '../columns.ts'

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
    const isTied = graph.start[v + 1]! > graph.start[v]!
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
        const p = part[v]!
        if (p >= 0) part[v] = moved.part[p]!
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
    if (tied[first]! < 0 || part[first]! >= 0) continue
    let waiting = 0
    open[waiting++] = first
    part[first] = count
    while (waiting > 0) {
      const v = open[--waiting]!
      for (let i = start[v]!; i < start[v + 1]!; i++) {
        const w = other[i]!
        if (part[w]! >= 0) continue
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
    const [a, b] = [from[e]!, to[e]!]
    degree[a]!++
    degree[b]!++
  }
  const hub = Math.max(30, 2 * Math.sqrt(n))
  const start = new Int32Array(n + 1)
  const isKept = new Uint8Array(from.length)
  for (let e = 0; e < from.length; e++) {
    const [a, b] = [from[e]!, to[e]!]
    if (a === b || degree[a]! > hub || degree[b]! > hub) continue
    isKept[e] = 1
    start[a + 1]!++
    start[b + 1]!++
  }
  for (let v = 0; v < n; v++) start[v + 1]! += start[v]!
  const next = start.slice(0, n)
  const other = new Int32Array(start[n]!)
  for (let e = 0; e < from.length; e++) {
    if (!isKept[e]) continue
    const [a, b] = [from[e]!, to[e]!]
    other[next[a]!] = b
    other[next[b]!] = a
    next[a]!++
    next[b]!++
  }
  return { n, start, other, weight: new Float64Array(other.length).fill(1), own: new Float64Array(n) }
}

/** Moves every node to the neighbouring part with the largest gain, until no node moves. */
function move({ n, start, other, weight, own }: Graph, resolution: number) {
  const part = new Int32Array(n)
  const strength = new Float64Array(n)
  let all = 0
  for (let v = 0; v < n; v++) {
    let sum = own[v]!
    for (let i = start[v]!; i < start[v + 1]!; i++) sum += weight[i]!
    part[v] = v
    strength[v] = sum
    all += sum
  }
  const total = strength.slice()
  const tie = new Float64Array(n)
  for (let pass = 0, moves = 1; moves > 0 && pass < 2; pass++) {
    moves = 0
    for (let v = 0; v < n; v++) {
      const [first, end] = [start[v]!, start[v + 1]!]
      if (first === end) continue
      const before = part[v]!
      for (let i = first; i < end; i++) {
        const p = part[other[i]!]!
        tie[p]! += weight[i]!
      }
      total[before]! -= strength[v]!
      const cost = (resolution * strength[v]!) / all
      let best = before
      let most = tie[before]! - cost * total[before]! + 1e-9
      for (let i = first; i < end; i++) {
        const p = part[other[i]!]!
        const gain = tie[p]! - cost * total[p]!
        if (gain > most || (gain === most && p < best)) {
          most = gain
          best = p
        }
      }
      for (let i = first; i < end; i++) tie[part[other[i]!]!] = 0
      total[best]! += strength[v]!
      if (best === before) continue
      part[v] = best
      moves++
    }
  }
  const number = new Int32Array(n).fill(-1)
  let count = 0
  for (let v = 0; v < n; v++) {
    const p = part[v]!
    if (number[p]! < 0) number[p] = count++
    part[v] = number[p]!
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
    for (let row = nodes.start[p]!; row < nodes.start[p + 1]!; row++) {
      const v = nodes.rows[row]!
      inside[p]! += own[v]!
      for (let i = start[v]!; i < start[v + 1]!; i++) {
        const q = part[other[i]!]!
        if (p === q) {
          inside[p]! += weight[i]!
          continue
        }
        if (placeOf[q] === 0) {
          others[ties] = q
          placeOf[q] = ++ties
        }
        weights[placeOf[q]! - 1]! += weight[i]!
      }
    }
    for (let tie = first; tie < ties; tie++) placeOf[others[tie]!] = 0
    startOf[p + 1] = ties
  }
  return { n: count, start: startOf, other: others.slice(0, ties), weight: weights.slice(0, ties), own: inside }
}
