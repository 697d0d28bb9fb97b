import { at, type Grouped, groupRows } from '../columns.ts'
import type { Topology } from '../topology.ts'
import { communities } from './communities.ts'
import { kindOf, manyOf } from './kinds.ts'
import { byPrefix } from './prefixes.ts'

/** More children than this in one component cannot be read, and make every step of the layout slower than linear. */
export const FAN_OUT = 60

/** More groups than this side by side tell nothing apart. */
const MOST_GROUPS = 24

/** A group of fewer members than this hides more than it tells. */
const SMALLEST_GROUP = 3

/** What children are grouped by where there are too many: `auto` is whichever explains most. */
export const GROUPINGS = ['auto', 'type', 'provider', 'name', 'links'] as const
export type Grouping = (typeof GROUPINGS)[number]

/** A child of an item to be: a resource, or a made group with its members. */
export type Entry = {
  resource: number
  /** What a made group is called, by what is inside; empty for a resource. */
  name: string
  inner?: Siblings
}

/** Resources side by side, with the dependencies between them as pairs of places in the list. */
export type Siblings = { members: readonly number[]; from: number[]; to: number[] }

const single = (resource: number): Entry => ({ resource, name: '' })

/** A way to group: the group of each sibling (-1 for none), and what the groups are called. */
type Partition = { part: Int32Array; titles: string[] }

/**
 * The children of a component or of a made group, at most FAN_OUT of them: as they are, or grouped. The way that explains most
 * is taken unless one is asked for: the share of dependencies that stay inside a group, beyond what groups of these sizes
 * would keep by chance, without those that lead both ways between two groups (they would have no order), and how even the sizes are.
 */
export function bundle(siblings: Siblings, topology: Topology, wanted: Grouping): Entry[] {
  const { members } = siblings
  if (members.length <= FAN_OUT) return members.map(single)
  const ways = wanted === 'auto' ? WAYS : [wanted, ...WAYS]
  let best: { score: number; partition: Partition } | undefined
  for (const way of ways) {
    for (const partition of PARTITIONS[way](siblings, topology)) {
      const tidy = tidied(partition, members.length)
      const score = scoreOf(tidy, siblings)
      if (score > (best?.score ?? 0)) best = { score, partition: tidy }
    }
    if (best && (way === wanted || best.score > (members.length > MANY ? FAIR : GOOD))) break
  }
  return entriesOf(best?.partition ?? inOrder(siblings, topology), siblings)
}

/** A grouping that scores this much keeps most dependencies inside: no other can be told to be better. */
const GOOD = 2.1
/** Of so many, one that scores this much is taken without a look at the others, which would take longer than the layout. */
const MANY = 3_000
const FAIR = 1.2

const WAYS = ['name', 'links', 'type', 'provider'] as const

const PARTITIONS: Record<(typeof WAYS)[number], (siblings: Siblings, topology: Topology) => Partition[]> = {
  type: ({ members }, { type, types }) => {
    const byType = partitionBy(
      members,
      type,
      types.map((text) => capital(manyOf(kindOf(text)))),
    )
    return byType.titles.length <= MOST_GROUPS ? [byType] : [partitionBy(members, type, types.map(familyOf))]
  },
  provider: ({ members }, { type, types, names, provider }) => [
    partitionBy(
      members,
      type,
      types.map((text) => text.split(':')[0] ?? ''),
    ),
    partitionBy(members, provider, names),
  ],
  name: ({ members }, { names }) => [
    byPrefix(
      members.map((member) => names[member] ?? ''),
      MOST_GROUPS,
    ),
  ],
  links: byLinks,
}

/** `aws:ec2/subnet:Subnet` is of the family `aws ec2`. */
const familyOf = (type: string): string => {
  const [pkg = '', module = ''] = type.split(':')
  return `${pkg} ${module.split('/')[0]?.replace(/\.k8s\.io$/, '') ?? ''}`.trim()
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** By the title of a number that each member has; -1 has none. */
function partitionBy(members: readonly number[], numbers: Int32Array, titles: readonly string[]): Partition {
  const groups = new Map<string, number>()
  const groupOf = new Int32Array(titles.length).fill(-1)
  const part = new Int32Array(members.length).fill(-1)
  members.forEach((member, i) => {
    const number = at(numbers, member)
    if (number < 0) return
    if (at(groupOf, number) < 0) {
      const title = titles[number] ?? ''
      if (!groups.has(title)) groups.set(title, groups.size)
      groupOf[number] = groups.get(title) ?? -1
    }
    part[i] = at(groupOf, number)
  })
  return { part, titles: [...groups.keys()] }
}

/** By what depends on what. Parts that are still too many are grouped by how the names of their centres begin. */
function byLinks({ members, from, to }: Siblings, { names }: Topology): Partition[] {
  if (from.length < members.length / 4) return []
  const part = communities({ n: members.length, from, to }, MOST_GROUPS)
  const groups = groupRows(part, members.length)
  const needed = new Int32Array(members.length)
  to.forEach((target, e) => {
    if (part[target] === part[from[e] ?? 0]) needed[target] = at(needed, target) + 1
  })
  const centres = new Map<number, number>()
  for (let p = 0; p < members.length; p++) {
    for (const place of groups.rows.subarray(at(groups.start, p), at(groups.start, p + 1))) {
      const centre = centres.get(p)
      if (centre === undefined || at(needed, place) > at(needed, centre)) centres.set(p, place)
    }
  }
  const nameAt = (place: number) => names[members[place] ?? 0] ?? ''
  const list = [...centres]
  const plain: Partition = { part: new Int32Array(part), titles: [] }
  const numbers = new Map(list.map(([p], i) => [p, i]))
  for (let v = 0; v < part.length; v++) plain.part[v] = numbers.get(at(part, v)) ?? -1
  plain.titles = list.map(([, centre]) => nameAt(centre))
  if (list.length <= MOST_GROUPS) return [plain]
  const upper = byPrefix(
    list.map(([, centre]) => nameAt(centre)),
    MOST_GROUPS,
  )
  return [plain, { part: plain.part.map((p) => (p < 0 ? -1 : at(upper.part, p))), titles: upper.titles }]
}

/** Where nothing tells members apart: neighbours in the order of the state, called by the first of them. */
function inOrder({ members }: Siblings, { names }: Topology): Partition {
  const size = Math.ceil(members.length / Math.min(MOST_GROUPS, Math.ceil(members.length / FAN_OUT)))
  const part = Int32Array.from(members, (_, i) => Math.floor(i / size))
  const count = Math.ceil(members.length / size)
  return {
    part,
    titles: Array.from({ length: count }, (_, p) => names[members[p * size] ?? 0] ?? ''),
  }
}

/** The same without groups that are too small; if too many are left alone, they are a group as well. */
function tidied({ part, titles }: Partition, n: number): Partition {
  const size = new Int32Array(titles.length)
  for (let v = 0; v < n; v++) if (at(part, v) >= 0) size[at(part, v)] = at(size, at(part, v)) + 1
  const kept = titles.flatMap((_, p) => (at(size, p) >= SMALLEST_GROUP ? [p] : []))
  const alone = n - kept.reduce((sum, p) => sum + at(size, p), 0)
  const rest = kept.length + alone > FAN_OUT / 2 && alone >= SMALLEST_GROUP ? kept.length : -1
  const number = new Int32Array(titles.length).fill(rest)
  kept.forEach((p, i) => (number[p] = i))
  return {
    part: part.map((p) => (p < 0 ? rest : at(number, p))),
    titles: [...kept.map((p) => titles[p] ?? ''), ...(rest < 0 ? [] : ['Others'])],
  }
}

function scoreOf({ part, titles }: Partition, { members, from, to }: Siblings): number {
  const n = members.length
  const size = new Float64Array(titles.length + 1)
  for (const p of part) size[p < 0 ? titles.length : p] = at(size, p < 0 ? titles.length : p) + 1
  const rest = titles.at(-1) === 'Others' ? at(size, titles.length - 1) : 0
  if (titles.length < 2 || rest > n * 0.6) return 0
  let [kept, chance, entropy, mutual] = [0, 0, 0, 0]
  const ways = new Float64Array((titles.length + 1) ** 2)
  from.forEach((v, e) => {
    const [p, q] = [at(part, v), at(part, to[e] ?? 0)]
    if (p < 0 || q < 0) return
    if (p === q) kept++
    else ways[p * titles.length + q] = at(ways, p * titles.length + q) + 1
  })
  for (let p = 0; p < titles.length; p++) {
    for (let q = 0; q < p; q++) mutual += Math.min(at(ways, p * titles.length + q), at(ways, q * titles.length + p))
  }
  for (let p = 0; p < titles.length; p++) {
    const share = at(size, p) / n
    chance += share * share
    if (share > 0) entropy -= share * Math.log(share)
  }
  const explained = from.length > n / 4 ? (kept - 2 * mutual) / from.length - chance : 0
  const even = entropy / Math.log(Math.max(8, titles.length))
  const fit = Math.min(1, MOST_GROUPS / titles.length)
  return titles.length > FAN_OUT ? 0 : Math.max(1e-6, (1 + explained + 0.5 * even - rest / n) * fit)
}

function entriesOf({ part, titles }: Partition, { members, from, to }: Siblings): Entry[] {
  const place = new Int32Array(members.length)
  const inner = titles.map((): Siblings & { members: number[] } => ({ members: [], from: [], to: [] }))
  const entries: Entry[] = []
  members.forEach((member, i) => {
    const group = inner[at(part, i)]
    if (!group) return void entries.push(single(member))
    if (group.members.length === 0) entries.push({ resource: -1, name: titles[at(part, i)] ?? '', inner: group })
    place[i] = group.members.push(member) - 1
  })
  from.forEach((v, e) => {
    const w = to[e] ?? 0
    const group = inner[at(part, v)]
    if (!group || at(part, v) !== at(part, w)) return
    group.from.push(at(place, v))
    group.to.push(at(place, w))
  })
  return entries
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
