import { EDGE_KIND, type GraphColumns } from '#contract/resources.ts'
import { at, groupRows } from '#domain/graphLayout/columns.ts'
import { ALL_RELATIONS, RELATION } from './relationKinds.ts'

/**
 * The neighbours of each resource, each once, with the bits of the relation. Those of resource i are at `start[i]` to
 * `start[i + 1]`.
 */
export type Neighbours = { start: Int32Array; other: Int32Array; kinds: Uint8Array }

/**
 * All dependencies that Pulumi knows; numbers are indexes in the state. A resource also needs its parent and its
 * provider.
 */
export type Relations = { count: number; needs: Neighbours; neededBy: Neighbours }

type Columns = Pick<GraphColumns, 'names' | 'parent' | 'provider' | 'edgeFrom' | 'edgeTo' | 'edgeKind'>

/** The relations of a graph, in linear time. References of a resource to itself or to nothing are omitted. */
export function relationsOf({ names, parent, provider, edgeFrom, edgeTo, edgeKind }: Columns): Relations {
  const count = names.length
  const from: number[] = []
  const to: number[] = []
  const kind: number[] = []
  const add = (a: number, b: number, bits: number) => {
    if (a === b || a < 0 || b < 0 || a >= count || b >= count) return
    from.push(a)
    to.push(b)
    kind.push(bits)
  }
  edgeFrom.forEach((a, e) => add(a, edgeTo[e] ?? -1, 1 << (edgeKind[e] ?? EDGE_KIND.dependency)))
  parent.forEach((p, i) => add(i, p, RELATION.parent))
  provider.forEach((p, i) => add(i, p, RELATION.provider))
  return { count, needs: neighbours(from, to, kind, count), neededBy: neighbours(to, from, kind, count) }
}

/** Groups edges by the first column, and merges several between the same two resources. */
function neighbours(
  from: readonly number[],
  to: readonly number[],
  kind: readonly number[],
  count: number,
): Neighbours {
  const grouped = groupRows(from, count)
  const start = new Int32Array(count + 1)
  const other = new Int32Array(from.length)
  const kinds = new Uint8Array(from.length)
  const placeOf = new Int32Array(count).fill(-1) // position of a neighbour in the current row
  let size = 0
  for (let i = 0; i < count; i++) {
    const first = size
    for (let row = at(grouped.start, i); row < at(grouped.start, i + 1); row++) {
      const e = at(grouped.rows, row)
      const target = at(to, e)
      const known = at(placeOf, target)
      const place = known >= first ? known : size++
      placeOf[target] = place
      other[place] = target
      kinds[place] = at(kinds, place) | at(kind, e)
    }
    start[i + 1] = size
  }
  return { start, other: other.slice(0, size), kinds: kinds.slice(0, size) }
}

/** Calls `visit` for each neighbour related by one of these kinds. */
export function eachNeighbour(
  { start, other, kinds }: Neighbours,
  index: number,
  wanted: number,
  call: (other: number, kinds: number) => void,
): void {
  for (let place = at(start, index); place < at(start, index + 1); place++) {
    const bits = at(kinds, place) & wanted
    if (bits !== 0) call(at(other, place), bits)
  }
}

/** Distance of each resource from the nearest of the given ones; -1 if unreachable. */
export function distancesFrom(
  neighbours: Neighbours,
  roots: Iterable<number>,
  { kinds = ALL_RELATIONS, most = Infinity }: { kinds?: number; most?: number } = {},
): Int32Array {
  const distance = new Int32Array(neighbours.start.length - 1).fill(-1)
  const queue: number[] = []
  for (const root of roots) {
    if (distance[root] !== -1) continue
    distance[root] = 0
    queue.push(root)
  }
  for (let next = 0; next < queue.length; next++) {
    const node = at(queue, next)
    const far = at(distance, node) + 1
    if (far > most) break
    eachNeighbour(neighbours, node, kinds, (other) => {
      if (at(distance, other) !== -1) return
      distance[other] = far
      queue.push(other)
    })
  }
  return distance
}
