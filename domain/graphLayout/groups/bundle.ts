import { capital } from '#words/capital.ts'
import { number } from '#words/counts.ts'
import { type Grouped, groupRows } from '../columns.ts'
import type { Topology } from '../topology.ts'
import { communities } from './communities.ts'
import type { Grouping } from './groupings.ts'
import { kindOf, manyOf } from './kinds.ts'
import type { Partition, Siblings } from './partition.ts'
import { byPrefix } from './prefixes.ts'
import { byStem, withoutShared } from './stems.ts'

/**
 * Maximum number of children shown in one component: more are not legible, and make each step of the layout slower than
 * linear.
 */
export const FAN_OUT = 60

/** Maximum number of groups side by side that can be told apart. */
export const MAX_GROUPS = 24

/** Minimum number of members of a group: smaller ones hide more than they explain. */
const SMALLEST_GROUP = 3

/** A future child of an item: a resource, by its number, or a made group. There is no object for each resource. */
export type Entry = number | MadeGroup

/**
 * Siblings under a name that says what they have in common. In a slice that is only their position in the state;
 * `missing` is the type of the component that they all need and that is not in the state.
 */
type MadeGroup = { name: string; inner: Siblings; isSlice: boolean; missing?: string }

/**
 * The children of a component, at most FAN_OUT: as they are, or grouped. If their names tell what belongs together, they are
 * grouped by these even if all would fit.
 */
export function bundleChildren(siblings: Siblings, topology: Topology, grouping: Grouping): ArrayLike<Entry> {
  const stems = grouping === 'auto' || grouping === 'name' ? byStem(siblings, topology.names) : undefined
  return stems ? entriesOf(stems, siblings, false) : bundle(siblings, topology, grouping)
}

/**
 * The members of a made group, at most FAN_OUT: as they are, or grouped. Without a requested grouping, the one that
 * explains most is used, by the share of dependencies inside groups beyond what groups of these sizes would have by chance, without
 * dependencies in both directions between two groups (which would have no order), and by how even the sizes are.
 */
export function bundle(siblings: Siblings, topology: Topology, grouping: Grouping): ArrayLike<Entry> {
  const { members } = siblings
  if (members.length <= FAN_OUT) return members
  const ways = grouping === 'auto' ? WAYS : [grouping, ...WAYS]
  let best: { score: number; partition: Partition; way: Grouping } | undefined
  for (const way of ways) {
    for (const partition of PARTITIONS[way](siblings, topology)) {
      if (isOne(partition)) continue
      const tidy = tidied(partition, members.length)
      const score = scoreOf(tidy, siblings)
      if (score > (best?.score ?? 0)) best = { score, partition: tidy, way }
    }
    if (best && (way === grouping || best.score > (members.length > MANY ? FAIR : GOOD))) break
  }
  if (!best) return entriesOf(inOrder(siblings, topology), siblings, true)
  const { partition, way } = best
  if (way === 'links') partition.titles = titlesByNames(partition, members, topology.names)
  return entriesOf(way === 'name' ? withoutShared(partition, siblings) : partition, siblings, false)
}

/** A grouping with this score has most dependencies inside its groups; no better one is expected. */
const GOOD = 2.1
/**
 * For this many siblings, a grouping with this score is used without trying the others, which would take longer than
 * the layout.
 */
const MANY = 3_000
const FAIR = 1.2

const WAYS = ['name', 'links', 'type', 'provider'] as const

const PARTITIONS: Record<(typeof WAYS)[number], (siblings: Siblings, topology: Topology) => Partition[]> = {
  type: ({ members }, { type, types }) => {
    const { kinds, families } = titlesOf(types)
    const byType = partitionBy(members, type, kinds)
    return byType.titles.length <= MAX_GROUPS ? [byType] : [partitionBy(members, type, families)]
  },
  provider: ({ members }, { type, types, names, provider }) => [
    partitionBy(members, type, titlesOf(types).packages),
    partitionBy(members, provider, names),
  ],
  name: ({ members }, { names }) => [byPrefix(names, members, MAX_GROUPS)],
  links: byLinks,
}

/** Titles of groups by type, in the order of the types. */
type TypeTitles = { kinds: string[]; families: string[]; packages: string[] }
const titles = new WeakMap<readonly string[], TypeTitles>()

/** Computed once for all groups of a stack. */
function titlesOf(types: readonly string[]): TypeTitles {
  let typeTitles = titles.get(types)
  if (!typeTitles) {
    typeTitles = {
      kinds: types.map((text) => capital(manyOf(kindOf(text)))),
      families: types.map(familyOf),
      packages: types.map((text) => text.split(':')[0] ?? ''),
    }
    titles.set(types, typeTitles)
  }
  return typeTitles
}

/** The family of a type: `aws ec2` for `aws:ec2/subnet:Subnet`. */
const familyOf = (type: string): string => {
  const [pkg = '', module = ''] = type.split(':')
  return `${pkg} ${module.split('/')[0]?.replace(/\.k8s\.io$/, '') ?? ''}`.trim()
}

/** Groups members by number, with the title of each number; -1 is no group. */
function partitionBy(members: Int32Array, numbers: Int32Array, titles: readonly string[]): Partition {
  const groups = new Map<string, number>()
  const groupOf = new Map<number, number>()
  const part = new Int32Array(members.length).fill(-1)
  let [last, group] = [-1, -1]
  for (let i = 0; i < members.length; i++) {
    const number = numbers[members[i] ?? 0] ?? 0
    if (number < 0) continue
    if (number !== last) {
      last = number
      group = groupOf.get(number) ?? -1
      if (group < 0) {
        const title = titles[number] ?? ''
        group = groups.get(title) ?? groups.size
        groups.set(title, group)
        groupOf.set(number, group)
      }
    }
    part[i] = group
  }
  return { part, titles: [...groups.keys()] }
}

/** Whether one group has all members: its title would say nothing about any of them. */
const isOne = ({ part, titles }: Partition): boolean => titles.length < 2 && !part.includes(-1)

/**
 * Groups by dependencies. If there are still too many parts, they are grouped by the prefixes of their centres' names.
 */
function byLinks({ members, from, to }: Siblings, { names }: Topology): Partition[] {
  const n = members.length
  if (from.length < n / 4) return []
  const part = communities({ n, from, to }, MAX_GROUPS)
  const needed = new Int32Array(n)
  for (let e = 0; e < to.length; e++) {
    const target = to[e] ?? 0
    if (part[target] === part[from[e] ?? 0]) needed[target] = (needed[target] ?? 0) + 1
  }
  // A part is named after the member with the most dependents in it.
  const centreOf = new Int32Array(n).fill(-1)
  for (let v = 0; v < n; v++) {
    const p = part[v] ?? 0
    if (p >= 0 && ((centreOf[p] ?? 0) < 0 || (needed[v] ?? 0) > (needed[centreOf[p] ?? 0] ?? 0))) centreOf[p] = v
  }
  const numbers = new Int32Array(n)
  const centres: number[] = []
  for (let p = 0; p < n; p++) {
    const centre = centreOf[p] ?? -1
    if (centre >= 0) numbers[p] = centres.push(members[centre] ?? 0) - 1
  }
  for (let v = 0; v < n; v++) {
    const p = part[v] ?? -1
    if (p >= 0) part[v] = numbers[p] ?? 0
  }
  const plain: Partition = { part, titles: centres.map((centre) => names[centre] ?? '') }
  if (centres.length <= MAX_GROUPS) return [plain]
  const upper = byPrefix(names, Int32Array.from(centres), MAX_GROUPS)
  const joined = new Int32Array(n).fill(-1)
  for (let v = 0; v < n; v++) {
    const p = part[v] ?? -1
    if (p >= 0) joined[v] = upper.part[p] ?? -1
  }
  return [plain, { part: joined, titles: upper.titles }]
}

/** The beginning of a name, up to its first separator: `users2` of `users2-logGroup`. */
const beginningOf = (name: string): string => /^[^-_./:\s]+/.exec(name)?.[0] ?? name

/** Share of a group whose names begin alike from which it is named after them, and from which it is after them alone. */
const MANY_NAMES = 0.15
const MOST_NAMES = 0.9
/** Share of all names with a beginning that must be in the group: otherwise the beginning does not distinguish it. */
const OWN_NAMES = 0.6

/**
 * Titles by the beginnings of names, where these distinguish every group: `users2`, `users2 +3`. Longer ones would not fit
 * on a card.
 */
function titlesByNames({ part, titles }: Partition, members: Int32Array, names: readonly string[]): string[] {
  const counts = titles.map(() => new Map<string, number>())
  const total = new Map<string, number>()
  for (let v = 0; v < members.length; v++) {
    const beginning = beginningOf(names[members[v] ?? 0] ?? '')
    const count = counts[part[v] ?? 0]
    count?.set(beginning, (count.get(beginning) ?? 0) + 1)
    total.set(beginning, (total.get(beginning) ?? 0) + 1)
  }
  const byNames = counts.map((count, p) => {
    const [[first, most] = ['', 0], second] = [...count].toSorted((a, b) => b[1] - a[1])
    const all = [...count.values()].reduce((a, b) => a + b, 0)
    if (titles[p] === OTHERS || most < all * MANY_NAMES || most < (total.get(first) ?? 0) * OWN_NAMES)
      return titles[p] ?? ''
    if (!second || most >= all * MOST_NAMES) return first
    return count.size === 2 ? `${first} and ${second[0]}` : `${first} +${number(count.size - 1)}`
  })
  return new Set(byNames).size === byNames.length ? byNames : titles
}

/** Slices, if no grouping distinguishes the members: consecutive ones in the order of the state, named after the first. */
function inOrder({ members }: Siblings, { names }: Topology): Partition {
  const size = Math.ceil(members.length / Math.min(MAX_GROUPS, Math.ceil(members.length / FAN_OUT)))
  const part = new Int32Array(members.length)
  for (let i = 0; i < part.length; i++) part[i] = Math.floor(i / size)
  const count = Math.ceil(members.length / size)
  return {
    part,
    titles: Array.from({ length: count }, (_, p) => names[members[p * size] ?? 0] ?? ''),
  }
}

/** Title of the group of members that are in no other. */
const OTHERS = 'Others'

/** The number of members of each group. */
function sizesOf(part: Int32Array, groups: number): Int32Array {
  const size = new Int32Array(groups)
  for (let v = 0; v < part.length; v++) {
    const p = part[v] ?? -1
    if (p >= 0) size[p] = (size[p] ?? 0) + 1
  }
  return size
}

/** Dissolves groups that are too small; if too many members are then in none, these form a group as well. */
function tidied({ part, titles }: Partition, n: number): Partition {
  const size = sizesOf(part, titles.length)
  const largeTitles: string[] = []
  const numberOf = new Int32Array(titles.length).fill(-1)
  let single = n
  for (let p = 0; p < titles.length; p++) {
    if ((size[p] ?? 0) < SMALLEST_GROUP) continue
    numberOf[p] = largeTitles.push(titles[p] ?? '') - 1
    single -= size[p] ?? 0
  }
  const needsOthers = largeTitles.length + single > FAN_OUT / 2 && single >= SMALLEST_GROUP
  const others = needsOthers ? largeTitles.push(OTHERS) - 1 : -1
  const tidy = new Int32Array(n)
  for (let v = 0; v < n; v++) {
    const p = part[v] ?? -1
    const number = p < 0 ? -1 : (numberOf[p] ?? -1)
    tidy[v] = number < 0 ? others : number
  }
  return { part: tidy, titles: largeTitles }
}

/**
 * How well a grouping explains its members; 0 for one that cannot be used.
 *
 *     score     = (1 + explained + evenness / 2 − others) · fit
 *     explained = (inside − 2 · opposed) / dependencies − Σ (size / members)²
 *     evenness  = entropy of the sizes / log(groups, at least 8)
 *     others    = share of the members in the group of those that are in no other
 *     fit       = 1, or MAX_GROUPS / groups if there are more
 *
 * `inside` are the dependencies within groups; the sum of squares is the share that would be inside by chance. `opposed`
 * are those between two groups against the direction of most: with them, the two have no order. Few dependencies explain
 * nothing.
 */
function scoreOf({ part, titles }: Partition, { members, from, to }: Siblings): number {
  const [n, groups] = [members.length, titles.length]
  if (groups < 2 || groups > FAN_OUT) return 0
  const size = sizesOf(part, groups)
  const others = titles.at(-1) === OTHERS ? (size[groups - 1] ?? 0) / n : 0
  if (others > 0.6) return 0
  const { inside, opposed } = dependenciesOf(part, groups, { from, to })
  let [chance, entropy] = [0, 0]
  for (let p = 0; p < groups; p++) {
    const share = (size[p] ?? 0) / n
    chance += share * share
    if (share > 0) entropy -= share * Math.log(share)
  }
  const explained = from.length > n / 4 ? (inside - 2 * opposed) / from.length - chance : 0
  const evenness = entropy / Math.log(Math.max(8, groups))
  const fit = Math.min(1, MAX_GROUPS / groups)
  return Math.max(1e-6, (1 + explained + 0.5 * evenness - others) * fit)
}

/** Dependencies within groups, and between two groups against the direction of most. */
function dependenciesOf(part: Int32Array, groups: number, { from, to }: Pick<Siblings, 'from' | 'to'>) {
  let [inside, opposed] = [0, 0]
  const between = new Float64Array(groups ** 2)
  for (let e = 0; e < from.length; e++) {
    const [p, q] = [part[from[e] ?? 0] ?? 0, part[to[e] ?? 0] ?? 0]
    if (p < 0 || q < 0) continue
    if (p === q) inside++
    else between[p * groups + q] = (between[p * groups + q] ?? 0) + 1
  }
  for (let p = 0; p < groups; p++)
    for (let q = 0; q < p; q++) opposed += Math.min(between[p * groups + q] ?? 0, between[q * groups + p] ?? 0)
  return { inside, opposed }
}

function entriesOf({ part, titles }: Partition, { members, from, to }: Siblings, isSlice: boolean): Entry[] {
  const n = members.length
  const within = groupRows(part, titles.length)
  const place = new Int32Array(n)
  for (let p = 0; p < titles.length; p++)
    for (let row = within.start[p] ?? 0; row < (within.start[p + 1] ?? 0); row++)
      place[within.rows[row] ?? 0] = row - (within.start[p] ?? 0)
  const group = new Int32Array(from.length)
  for (let e = 0; e < from.length; e++) {
    const p = part[from[e] ?? 0] ?? 0
    group[e] = p === part[to[e] ?? 0] ? p : -1
  }
  const links = groupRows(group, titles.length)
  const entries: Entry[] = []
  for (let i = 0; i < n; i++) {
    const p = part[i] ?? 0
    if (p < 0) {
      entries.push(members[i] ?? 0)
      continue
    }
    if ((place[i] ?? 0) > 0) continue
    const linksInside = links.rows.subarray(links.start[p] ?? 0, links.start[p + 1] ?? 0)
    const inner: Siblings = {
      members: within.rows.slice(within.start[p] ?? 0, within.start[p + 1] ?? 0),
      from: linksInside.map((e) => place[from[e] ?? 0] ?? 0),
      to: linksInside.map((e) => place[to[e] ?? 0] ?? 0),
    }
    for (let k = 0; k < inner.members.length; k++) inner.members[k] = members[inner.members[k] ?? 0] ?? 0
    entries.push({ name: titles[p] ?? '', inner, isSlice })
  }
  return entries
}

/**
 * Each dependency, lifted to the two siblings that it connects, by the component that contains both: the rows of
 * `count` are those at the top level.
 */
export type SiblingLinks = Grouped & { from: Int32Array; to: Int32Array }

export function siblingLinks({ count, parent, root, edgeFrom, edgeTo }: Topology): SiblingLinks {
  const depth = new Int32Array(count).fill(-1)
  const way: number[] = []
  for (let i = 0; i < count; i++) {
    // In most states a parent comes before its children, and its depth is known.
    let node = i
    for (; node >= 0 && (depth[node] ?? 0) < 0; node = parent[node] ?? 0) way.push(node)
    let next = node < 0 ? 0 : (depth[node] ?? 0) + 1
    for (let v = way.pop(); v !== undefined; v = way.pop()) depth[v] = next++
  }
  const key = new Int32Array(edgeFrom.length)
  const from = new Int32Array(edgeFrom.length)
  const to = new Int32Array(edgeFrom.length)
  for (let e = 0; e < edgeFrom.length; e++) {
    let [a, b] = [edgeFrom[e] ?? 0, edgeTo[e] ?? 0]
    while ((depth[a] ?? 0) > (depth[b] ?? 0)) a = parent[a] ?? 0
    while ((depth[b] ?? 0) > (depth[a] ?? 0)) b = parent[b] ?? 0
    while (parent[a] !== parent[b]) {
      a = parent[a] ?? 0
      b = parent[b] ?? 0
    }
    const above = parent[a] ?? 0
    key[e] = a === b ? -1 : above < 0 || above === root ? count : above
    from[e] = a
    to[e] = b
  }
  return { ...groupRows(key, count + 1), from, to }
}
