import { at } from '../columns.ts'
import type { Visible } from '../visible.ts'

/** From this number of linked pairs of boxes, and this share of all pairs, lines between them cannot be told apart. */
const MESH = { pairs: 20, share: 0.4 }

/**
 * The edges between siblings nearly all of which depend on each other, in circles: such boxes have no order, and the
 * lines would cover them. By edge: 1 for these.
 */
export function meshedEdges({ from, to }: Visible, parent: Int32Array): Uint8Array {
  const meshed = new Uint8Array(from.length)
  const scopes = new Map<number, number[]>()
  for (let e = 0; e < from.length; e++) {
    const scope = at(parent, at(from, e))
    if (scope !== at(parent, at(to, e))) continue
    const edges = scopes.get(scope)
    if (edges) edges.push(e)
    else scopes.set(scope, [e])
  }
  for (const edges of scopes.values()) {
    if (edges.length <= MESH.pairs) continue
    const circleOf = circlesOf(edges.map((e) => [at(from, e), at(to, e)] as const))
    const inside = Map.groupBy(
      edges.filter((e) => circleOf.get(at(from, e)) === circleOf.get(at(to, e))),
      (e) => circleOf.get(at(from, e)),
    )
    for (const own of inside.values()) {
      const boxes = new Set(own.flatMap((e) => [at(from, e), at(to, e)])).size
      const ends = own.map((e) => [at(from, e), at(to, e)].sort((a, b) => a - b).join(' '))
      const pairs = new Set(ends).size
      if (pairs > MESH.pairs && pairs > (MESH.share * boxes * (boxes - 1)) / 2) for (const e of own) meshed[e] = 1
    }
  }
  return meshed
}

/**
 * A number for each box, the same for boxes that depend on each other, directly or through others (Tarjan's algorithm). A
 * scope has few children, so recursion is not deep.
 */
function circlesOf(edges: readonly (readonly [number, number])[]): Map<number, number> {
  const next = Map.groupBy(edges, ([from]) => from)
  const circleOf = new Map<number, number>()
  const placeOf = new Map<number, number>()
  const open: number[] = []
  const visit = (box: number): number => {
    const place = placeOf.size
    placeOf.set(box, place)
    open.push(box)
    let least = place
    for (const [, other] of next.get(box) ?? [])
      if (!circleOf.has(other)) least = Math.min(least, placeOf.get(other) ?? visit(other))
    if (least < place) return least
    for (let member = open.pop(); member !== undefined; member = member === box ? undefined : open.pop())
      circleOf.set(member, place)
    return least
  }
  for (const [from] of edges) if (!placeOf.has(from)) visit(from)
  return circleOf
}
