import { at } from './columns.ts'

/**
 * Dependencies between the children of a scope, lifted to them and merged: local numbers, from the needed child to the
 * dependent one.
 */
export type LocalEdges = { n: number; from: number[]; to: number[]; weight: number[] }

/**
 * The rank of every child: a dependency always has a lower rank than its dependents. In cycles the lightest edges are
 * reversed until there are none (the heuristic of Eades, Lin and Smyth), and only those point backwards.
 */
export function ranksOf(edges: LocalEdges): Int32Array {
  const place = placesOf(edges)
  const rank = new Int32Array(edges.n)
  const low: number[] = []
  const high: number[] = []
  for (let e = 0; e < edges.from.length; e++) {
    const [a, b] = [edges.from[e] ?? 0, edges.to[e] ?? 0]
    const isForward = at(place, a) < at(place, b)
    low.push(isForward ? a : b)
    high.push(isForward ? b : a)
  }
  const byPlace = Array.from({ length: low.length }, (_, e) => e).sort(
    (x, y) => at(place, at(low, x)) - at(place, at(low, y)),
  )
  for (const e of byPlace) rank[at(high, e)] = Math.max(at(rank, at(high, e)), at(rank, at(low, e)) + 1)
  // Sources move next to their first dependent, so that their edges are short.
  const hasBefore = new Uint8Array(edges.n)
  const first = new Int32Array(edges.n).fill(edges.n)
  for (const e of byPlace) {
    hasBefore[at(high, e)] = 1
    first[at(low, e)] = Math.min(at(first, at(low, e)), at(rank, at(high, e)))
  }
  for (let v = 0; v < edges.n; v++) if (!hasBefore[v] && at(first, v) < edges.n) rank[v] = at(first, v) - 1
  return rank
}

/** An order of the children with few and light backward edges; ties are resolved by the given order. */
function placesOf({ n, from, to, weight }: LocalEdges): Int32Array {
  const out: number[][] = Array.from({ length: n }, () => [])
  const into: number[][] = Array.from({ length: n }, () => [])
  const outWeight = new Float64Array(n)
  const inWeight = new Float64Array(n)
  for (let e = 0; e < from.length; e++) {
    at(out, at(from, e)).push(e)
    at(into, at(to, e)).push(e)
    outWeight[at(from, e)] = at(outWeight, at(from, e)) + at(weight, e)
    inWeight[at(to, e)] = at(inWeight, at(to, e)) + at(weight, e)
  }
  const inLeft = Int32Array.from(into, (list) => list.length)
  const outLeft = Int32Array.from(out, (list) => list.length)
  const isPlaced = new Uint8Array(n)
  const place = new Int32Array(n)
  let head = 0
  let tail = n - 1
  const take = (v: number, where: number) => {
    isPlaced[v] = 1
    place[v] = where
    for (const e of at(out, v)) {
      inLeft[at(to, e)] = at(inLeft, at(to, e)) - 1
      inWeight[at(to, e)] = at(inWeight, at(to, e)) - at(weight, e)
    }
    for (const e of at(into, v)) {
      outLeft[at(from, e)] = at(outLeft, at(from, e)) - 1
      outWeight[at(from, e)] = at(outWeight, at(from, e)) - at(weight, e)
    }
  }
  while (head <= tail) {
    let best = -1
    let isSink = false
    for (let v = 0; v < n; v++) {
      if (isPlaced[v]) continue
      if (at(inLeft, v) === 0) {
        best = v
        isSink = false
        break
      }
      if (isSink) continue
      if (at(outLeft, v) === 0) {
        best = v
        isSink = true
      } else if (best < 0 || at(outWeight, v) - at(inWeight, v) > at(outWeight, best) - at(inWeight, best)) best = v
    }
    take(best, isSink ? tail-- : head++)
  }
  return place
}
