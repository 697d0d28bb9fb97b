import { at, type Grouped, groupRows } from './columns.ts'
import type { Topology } from './topology.ts'

/** More children than this in one component cannot be read, and make every step of the layout slower than linear. */
export const FAN_OUT = 60

/** A group of fewer members than this hides more than it tells. */
const SMALLEST_GROUP = 3

/** Groups by type that depend on each other both ways tell nothing about order; beyond this share slices are made instead. */
const MUTUAL_SHARE = 0.25

/** A child of an item to be: a resource, or a made group with its members. */
export type Entry = {
  resource: number
  members: number[]
  groupType: number
  /** Place of a slice among its siblings, from 1; 0 for all else. */
  from: number
  to: number
}

const single = (resource: number): Entry => ({ resource, members: [], groupType: -1, from: 0, to: 0 })

/**
 * The children of a component or of a made group, at most FAN_OUT of them: as they are, else grouped by type, else in
 * slices of the state's order, in which a dependency always comes before its dependents.
 */
export function bundle(members: number[], topology: Topology, edges: Iterable<Pair>): Entry[] {
  if (members.length <= FAN_OUT) return members.map(single)
  const byType = new Map<number, number[]>()
  for (const member of members) {
    const type = at(topology.type, member)
    const list = byType.get(type)
    if (list) list.push(member)
    else byType.set(type, [member])
  }
  if (byType.size < 2 || isMutual(edges, topology)) return slices(members)
  const entries: Entry[] = []
  for (const [groupType, list] of byType) {
    if (list.length < SMALLEST_GROUP) entries.push(...list.map(single))
    else entries.push({ resource: -1, members: list, groupType, from: 0, to: 0 })
  }
  return entries.length <= FAN_OUT ? entries : slices(members)
}

/** The content of a made group: its members, in slices if they are too many. */
export const bundleGroup = (group: Entry): Entry[] =>
  group.members.length <= FAN_OUT ? group.members.map(single) : slices(group.members, group)

function slices(members: number[], within?: Entry): Entry[] {
  const parts = Math.min(FAN_OUT, Math.ceil(members.length / FAN_OUT))
  const size = Math.ceil(members.length / parts)
  const base = within?.from ? within.from : 1
  const groupType = within?.groupType ?? -1
  const entries: Entry[] = []
  for (let start = 0; start < members.length; start += size) {
    const part = members.slice(start, start + size)
    entries.push({ resource: -1, members: part, groupType, from: base + start, to: base + start + part.length - 1 })
  }
  return entries
}

/** Whether types depend on each other in both directions too often for groups by type to have an order. */
function isMutual(edges: Iterable<Pair>, { type, types }: Topology): boolean {
  const pairs = new Map<number, number>()
  let count = 0
  for (const { from, to } of edges) {
    if (type[from] === type[to]) continue
    const pair = at(type, from) * types.length + at(type, to)
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
    count++
  }
  let mutual = 0
  for (const [pair, n] of pairs) {
    const back = (pair % types.length) * types.length + Math.floor(pair / types.length)
    mutual += Math.min(n, pairs.get(back) ?? 0)
  }
  return mutual > count * MUTUAL_SHARE
}

/** Two children of the same component, one depending on the other itself or through something inside. */
export type Pair = { from: number; to: number }

/** Every dependency, lifted to the two siblings between which it leads; grouped by their parent, `count` for the top. */
export function siblingPairs({ count, parent, root, edgeFrom, edgeTo }: Topology): (parent: number) => Iterable<Pair> {
  const depth = new Int32Array(count).fill(-1)
  const way: number[] = []
  for (let i = 0; i < count; i++) {
    let node = i
    for (; node >= 0 && at(depth, node) < 0; node = at(parent, node)) way.push(node)
    for (let v = way.pop(); v !== undefined; v = way.pop())
      depth[v] = at(parent, v) < 0 ? 0 : at(depth, at(parent, v)) + 1
  }
  const key = new Int32Array(edgeFrom.length)
  const from = new Int32Array(edgeFrom.length)
  const to = new Int32Array(edgeFrom.length)
  for (let e = 0; e < edgeFrom.length; e++) {
    let [a, b] = [at(edgeFrom, e), at(edgeTo, e)]
    while (at(depth, a) > at(depth, b)) a = at(parent, a)
    while (at(depth, b) > at(depth, a)) b = at(parent, b)
    while (at(parent, a) !== at(parent, b)) {
      a = at(parent, a)
      b = at(parent, b)
    }
    const above = at(parent, a)
    key[e] = a === b ? -1 : above < 0 || above === root ? count : above
    from[e] = a
    to[e] = b
  }
  const grouped: Grouped = groupRows(key, count + 1)
  return function* (of) {
    for (let row = at(grouped.start, of); row < at(grouped.start, of + 1); row++) {
      const e = at(grouped.rows, row)
      yield { from: at(from, e), to: at(to, e) }
    }
  }
}
