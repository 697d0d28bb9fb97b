import type { Partition, Siblings } from './partition.ts'

/** The number of siblings that may be grouped by stems: fewer are legible as they are, and more have too many stems. */
const MEMBERS = { least: 24, most: 600 }
/** The number of groups; with what is in none, no more than fit side by side. */
const GROUPS = { least: 3, most: 48 }
const ENTRIES = 60
/** Minimum number of members of a group. */
const SMALLEST = 3
/** Maximum share of the members in one group, and minimum share in any. */
const SHARE = { largest: 0.5, grouped: 0.6 }
/** Minimum share of the dependencies between grouped members that are inside groups. */
const INSIDE = 0.6
/** Minimum number of dependencies inside groups, for each member. */
const TIED = 1 / 8
/** A group of so few members that do not need each other, but that several others need, is dissolved. */
const SHARED = { members: 6, users: 3 }

export const mayHaveStems = (count: number): boolean => count >= MEMBERS.least && count <= MEMBERS.most

/**
 * Groups by the beginnings of names, or by whole names, if these tell what belongs together: nearly all dependencies
 * between grouped members are inside groups. What several groups need is in none. Undefined if names do not tell.
 */
export function byStem(siblings: Siblings, names: readonly string[]): Partition | undefined {
  const count = siblings.members.length
  if (!mayHaveStems(count) || siblings.from.length < count * TIED) return undefined
  let best: { score: number; partition: Partition } | undefined
  for (const parts of [Infinity, 1, 2, 3]) {
    const partition = withoutShared(stemsOf(siblings.members, names, parts), siblings)
    const score = scoreOf(partition, siblings)
    if (score > (best?.score ?? 0)) best = { score, partition }
  }
  return best?.partition
}

/** Groups of members whose names have the same first parts, in the order of the first member of each. */
function stemsOf(members: Int32Array, names: readonly string[], parts: number): Partition {
  const stems = Array.from(members, (member) => stemOf(names[member] ?? '', parts))
  const sizes = new Map<string, number>()
  for (const stem of stems) sizes.set(stem, (sizes.get(stem) ?? 0) + 1)
  const titles = [...sizes].filter(([stem, size]) => stem !== '' && size >= SMALLEST).map(([stem]) => stem)
  const numbers = new Map(titles.map((title, number) => [title, number]))
  return { part: Int32Array.from(stems, (stem) => numbers.get(stem) ?? -1), titles }
}

/** The first parts of a name, without the separator after them. */
function stemOf(name: string, parts: number): string {
  let found = 0
  if (parts < Infinity)
    for (let i = 1; i < name.length; i++)
      if (isSeparator(name, i) && !isSeparator(name, i - 1) && ++found === parts) return name.slice(0, i)
  return name
}

const isSeparator = (name: string, i: number): boolean => ' -_./:\t'.includes(name.charAt(i))

/** Dissolves the groups of what several others share: such members are clearer by themselves, if there is room for them. */
export function withoutShared({ part, titles }: Partition, { from, to }: Siblings): Partition {
  const sizes = sizesOf(part, titles.length)
  const isTied = new Uint8Array(titles.length)
  const users = titles.map(() => new Set<number>())
  for (let e = 0; e < from.length; e++) {
    const [user, needed] = [part[from[e] ?? 0] ?? -1, part[to[e] ?? 0] ?? -1]
    if (needed < 0) continue
    if (user === needed) isTied[needed] = 1
    else if (user >= 0) users[needed]?.add(user)
  }
  const isShared = (p: number) =>
    !isTied[p] && (sizes[p] ?? 0) <= SHARED.members && (users[p]?.size ?? 0) >= SHARED.users
  const numberOf = new Int32Array(titles.length).fill(-1)
  const kept = titles.filter((_, p) => !isShared(p))
  let number = 0
  for (let p = 0; p < titles.length; p++) if (!isShared(p)) numberOf[p] = number++
  const freed = part.map((p) => (p < 0 ? -1 : (numberOf[p] ?? -1)))
  const entries = kept.length + freed.reduce((sum, p) => sum + (p < 0 ? 1 : 0), 0)
  return entries > ENTRIES ? { part, titles } : { part: freed, titles: kept }
}

/** How well stems tell what belongs together; 0 if they do not. */
function scoreOf({ part, titles }: Partition, { from, to }: Siblings): number {
  const n = part.length
  const sizes = sizesOf(part, titles.length)
  const grouped = sizes.reduce((sum, size) => sum + size, 0)
  const largest = sizes.reduce((most, size) => Math.max(most, size), 0)
  if (titles.length < GROUPS.least || titles.length > GROUPS.most || titles.length + n - grouped > ENTRIES) return 0
  if (grouped < n * SHARE.grouped || largest > n * SHARE.largest) return 0
  let [inside, between] = [0, 0]
  for (let e = 0; e < from.length; e++) {
    const [user, needed] = [part[from[e] ?? 0] ?? -1, part[to[e] ?? 0] ?? -1]
    if (user < 0 || needed < 0) continue
    if (user === needed) inside++
    else between++
  }
  if (inside < n * TIED || inside < (inside + between) * INSIDE) return 0
  return inside / (inside + between) + grouped / n
}

function sizesOf(part: Int32Array, groups: number): Int32Array {
  const sizes = new Int32Array(groups)
  for (const p of part) if (p >= 0) sizes[p] = (sizes[p] ?? 0) + 1
  return sizes
}
