import { groupRows } from './columns.ts'
import { bundle, bundleChildren, type Entry, FAN_OUT, MAX_GROUPS, siblingLinks } from './groups/bundle.ts'
import type { Siblings } from './groups/partition.ts'
import type { Grouping } from './groups/groupings.ts'
import { mayHaveStems } from './groups/stems.ts'
import type { Topology } from './topology.ts'
import { treeOf, type Tree } from './tree.ts'

// In a file of its own, because the page draws trees that a worker has built.

const NONE = new Int32Array(0)

/** The display tree of a stack. Contains everything in the topology once, except providers. */
export function buildTree(topology: Topology, grouping: Grouping = 'auto'): Tree {
  const { count, root } = topology
  const childrenOf = childrenIn(topology, grouping)
  // A made group has several children, so there are fewer of them than resources.
  const parent = new Int32Array(2 * count + 1).fill(-1)
  const resource = new Int32Array(2 * count + 1).fill(-1)
  const key = new Uint32Array(2 * count + 1)
  const names = new Map<number, string>()
  const slices = new Set<number>()
  const missing = new Map<number, string>()
  resource[0] = root
  key[0] = 1
  let size = 1
  // An explicit stack instead of recursion: a state may nest as deeply as it likes.
  const open = [{ entries: childrenOf(count), next: 0, parent: 0 }]
  for (let list = open.at(-1); list; list = open.at(-1)) {
    const entry = list.entries[list.next++]
    if (entry === undefined) {
      open.pop()
      continue
    }
    const item = size++
    parent[item] = list.parent
    key[item] = keyOf(key[list.parent] ?? 0, entry, topology)
    let inner: ArrayLike<Entry>
    if (typeof entry === 'number') {
      resource[item] = entry
      inner = childrenOf(entry)
    } else {
      names.set(item, entry.name)
      if (entry.isSlice) slices.add(item)
      if (entry.missing !== undefined) missing.set(item, entry.missing)
      inner = (entry.missing === undefined ? bundle : bundleChildren)(entry.inner, topology, grouping)
    }
    if (inner.length > 0) open.push({ entries: inner, next: 0, parent: item })
  }
  return treeOf(
    {
      parent: parent.slice(0, size),
      resource: resource.slice(0, size),
      key: key.slice(0, size),
      names,
      slices,
      missing,
    },
    count,
  )
}

/**
 * What is directly below each resource: its children, or the groups made of them; below `count`, what has no parent,
 * and the components that are missing.
 */
function childrenIn(topology: Topology, grouping: Grouping): (resource: number) => ArrayLike<Entry> {
  const { count, root, isProvider } = topology
  const missing = topology.missing.slice(0, MAX_GROUPS)
  const parentKey = new Int32Array(count)
  for (let i = 0; i < count; i++) {
    const p = topology.parent[i] ?? 0
    parentKey[i] = i === root || isProvider[i] ? -1 : p === root || p < 0 ? count : p
  }
  const keyOfMissing = (index: number) => count + 1 + index
  missing.forEach((component, index) => {
    for (const child of component.children) parentKey[child] = keyOfMissing(index)
  })
  const children = groupRows(parentKey, keyOfMissing(missing.length))
  const links = siblingLinks(topology)
  const place = new Int32Array(count)
  const membersOf = (key: number) => children.rows.subarray(children.start[key] ?? 0, children.start[key + 1] ?? 0)
  const siblingsOf = (key: number): Siblings => {
    const members = membersOf(key)
    for (let i = 0; i < members.length; i++) place[members[i] ?? 0] = i
    const scope = Math.min(key, count)
    let rows = links.rows.subarray(links.start[scope] ?? 0, links.start[scope + 1] ?? 0)
    // Children of missing components are at the top level too.
    if (scope === count && missing.length > 0)
      rows = rows.filter((e) => parentKey[links.from[e] ?? 0] === key && parentKey[links.to[e] ?? 0] === key)
    return {
      members,
      from: rows.map((e) => place[links.from[e] ?? 0] ?? 0),
      to: rows.map((e) => place[links.to[e] ?? 0] ?? 0),
    }
  }
  const childrenOf = (resource: number): ArrayLike<Entry> => {
    const members = membersOf(resource)
    if (members.length === 0) return NONE
    if (members.length <= FAN_OUT && !mayHaveStems(members.length)) return members
    return bundleChildren(siblingsOf(resource), topology, grouping)
  }
  if (missing.length === 0) return childrenOf
  const missingGroups = missing.map(({ name, type }, index): Entry => ({
    name,
    missing: type,
    isSlice: false,
    inner: siblingsOf(keyOfMissing(index)),
  }))
  return (resource) =>
    resource === count ? [...Array.from(childrenOf(count)), ...missingGroups] : childrenOf(resource)
}

/** FNV-1a of what identifies the entry within its parent; a collision would only open another group. */
function keyOf(parentKey: number, entry: Entry, { names, types, type }: Topology): number {
  const start = (parentKey ^ 0x811c9dc5) >>> 0
  if (typeof entry !== 'number')
    return hashed(hashed(start, entry.missing === undefined ? '#' : `missing ${entry.missing} `), entry.name) >>> 0
  const kind = types[type[entry] ?? 0] ?? ''
  return hashed(hashed(hashed(start, kind), '::'), names[entry] ?? '') >>> 0
}

function hashed(hash: number, text: string): number {
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash
}
