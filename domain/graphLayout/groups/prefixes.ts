/** Parts of a name, each with what separates it from the next: `orders2-taskRole` is `orders`, `2-`, `task`, `Role`. */
const partsOf = (name: string): string[] =>
  name.match(/[A-Za-z]?[a-z]+[-_./:\s]*|[A-Z]+[-_./:\s]*|\d+[-_./:\s]*|[^A-Za-z\d]+/g) ?? [name]

type Node = { members: number[]; depth: number; prefix: string; isDone: boolean }

/**
 * Names grouped by how they begin: the largest group is divided by the next part of its names, as long as there are no more than
 * `most` groups. What begins like nothing else stays alone. Gives the group of each name, -1 for none, and what groups are called.
 */
export function byPrefix(names: readonly string[], most: number): { part: Int32Array; titles: string[] } {
  const parts = names.map(partsOf)
  const done: Node[] = []
  const open: Node[] = [{ members: names.map((_, i) => i), depth: 0, prefix: '', isDone: false }]
  for (;;) {
    let largest = -1
    open.forEach((node, i) => {
      if (!node.isDone && node.members.length > (open[largest]?.members.length ?? 0)) largest = i
    })
    const node = open[largest]
    if (!node || (open.length >= ENOUGH && node.members.length < names.length / 3)) break
    const inner = divide(node, parts)
    const isWhole = inner.length === 1 && inner[0]?.members.length === node.members.length
    // A group that falls apart into single names is as far as its names agree.
    const large = inner.filter(({ members }) => members.length >= SMALLEST)
    const agrees = large.reduce((sum, { members }) => sum + members.length, 0) >= node.members.length * 0.6
    if (node.prefix !== '' && !isWhole && (!agrees || open.length - 1 + large.length > most)) node.isDone = true
    else if (inner.length === 0) node.isDone = true
    else open.splice(largest, 1, ...inner.filter(({ members }) => members.length >= SMALLEST))
    if (node.prefix === '' && !isWhole && open.filter(({ members }) => members.length >= SMALLEST).length > most) break
  }
  done.push(...open)
  const part = new Int32Array(names.length).fill(-1)
  const titles = done.map(({ prefix, members }, p) => {
    for (const member of members) part[member] = p
    return prefix.replace(/[-_./:\s]+$/, '')
  })
  return { part, titles }
}

const SMALLEST = 3
/** So many groups, none of which holds a third of all, are not divided further. */
const ENOUGH = 6

function divide({ members, depth, prefix }: Node, parts: readonly (readonly string[])[]): Node[] {
  const next = Map.groupBy(members, (member) => (parts[member]?.[depth] ?? '').replace(/[-_./:\s]+$/, ''))
  if (next.size === 1 && next.has('')) return []
  return [...next].map(([part, inner]) => ({
    members: inner,
    depth: depth + 1,
    prefix: prefix + (parts[inner[0] ?? 0]?.[depth] ?? ''),
    isDone: part === '',
  }))
}
