import { at, groupRows } from './columns.ts'
import { bundle, type Entry, FAN_OUT, type Grouping, type Siblings, siblingLinks } from './groups/bundle.ts'
import { type Dependencies, hashOf, type Topology } from './topology.ts'

/**
 * The hierarchy as displayed: item 0 is the frame of the stack, the others are resources and made groups, which divide
 * components with too many children. Items are in preorder: a parent comes before its children, and the descendants of
 * item i are `i + 1 … end[i] - 1`.
 */
export type Tree = {
  size: number
  parent: Int32Array
  depth: Int32Array
  end: Int32Array
  /** The children of item i are `child[childStart[i]] … child[childStart[i + 1] - 1]`. */
  childStart: Int32Array
  child: Int32Array
  /** The resource of an item, -1 for a made group and for a frame without a stack resource. */
  resource: Int32Array
  /** The item of a resource, -1 for providers, which are in the legend. */
  itemOf: Int32Array
  /** Names of made groups, by item. */
  groupNames: ReadonlyMap<number, string>
  /** Whether a scope has too many children to be shown side by side, so that they are in made groups. */
  isGrouped: boolean
  /** Number of resources inside, without the item itself. */
  inside: Int32Array
  /** Identifies an item in an address: unchanged by an update, whatever is added next to it. */
  key: Uint32Array
}

const NONE: Entry[] = []
const UNTIED = { from: new Int32Array(0), to: new Int32Array(0) }

/** The display tree of a stack. Contains everything in the topology once, except providers. */
export function buildTree(topology: Topology, grouping: Grouping = 'auto'): Tree {
  const { count, root, isProvider } = topology
  const parentKey = Int32Array.from(topology.parent, (p, i) =>
    i === root || at(isProvider, i) ? -1 : p === root || p < 0 ? count : p,
  )
  const children = groupRows(parentKey, count + 1)
  const links = siblingLinks(topology)
  const place = new Int32Array(count)
  const childrenOf = (resource: number): Entry[] => {
    const [first, end] = [at(children.start, resource), at(children.start, resource + 1)]
    if (first === end) return NONE
    const members = children.rows.subarray(first, end)
    if (members.length <= FAN_OUT) return bundle({ members, ...UNTIED }, topology, grouping)
    for (let i = 0; i < members.length; i++) place[at(members, i)] = i
    const rows = links.rows.subarray(at(links.start, resource), at(links.start, resource + 1))
    const siblings: Siblings = {
      members,
      from: rows.map((e) => at(place, at(links.from, e))),
      to: rows.map((e) => at(place, at(links.to, e))),
    }
    return bundle(siblings, topology, grouping)
  }

  const list = { parent: [-1], resource: [root], key: [1], names: new Map<number, string>() }
  // An explicit stack instead of recursion; children are pushed in reverse order.
  const open: { entry: Entry; parent: number }[] = []
  const push = (entries: Entry[], parent: number) => {
    for (let i = entries.length - 1; i >= 0; i--) open.push({ entry: entries[i]!, parent }) // i is in bounds
  }
  push(childrenOf(count), 0)
  for (let next = open.pop(); next; next = open.pop()) {
    const { entry, parent } = next
    const item = list.parent.push(parent) - 1
    list.resource.push(entry.resource)
    if (entry.inner) list.names.set(item, entry.name)
    list.key.push(keyOf(list.key[parent] ?? 0, entry, topology))
    push(entry.inner ? bundle(entry.inner, topology, grouping) : childrenOf(entry.resource), item)
  }
  return finish(list, count)
}

function finish(
  list: { parent: number[]; resource: number[]; key: number[]; names: ReadonlyMap<number, string> },
  count: number,
): Tree {
  const size = list.parent.length
  const parent = Int32Array.from(list.parent)
  const resource = Int32Array.from(list.resource)
  const grouped = groupRows(parent, size)
  const depth = new Int32Array(size)
  const end = new Int32Array(size)
  const inside = new Int32Array(size)
  const itemOf = new Int32Array(count).fill(-1)
  for (let i = 0; i < size; i++) {
    if (i > 0) depth[i] = at(depth, at(parent, i)) + 1
    if (at(resource, i) >= 0) itemOf[at(resource, i)] = i
  }
  for (let i = size - 1; i >= 0; i--) {
    end[i] = Math.max(at(end, i), i + 1)
    if (i === 0) break
    const p = at(parent, i)
    end[p] = Math.max(at(end, p), at(end, i))
    inside[p] = at(inside, p) + at(inside, i) + (at(resource, i) >= 0 ? 1 : 0)
  }
  return {
    size,
    parent,
    depth,
    end,
    childStart: grouped.start,
    child: grouped.rows,
    resource,
    itemOf,
    groupNames: list.names,
    isGrouped: list.names.size > 0,
    inside,
    key: Uint32Array.from(list.key),
  }
}

/** A tree with only the frame, while nothing else is known. */
export const frameAlone = ({ count, root }: Topology): Tree =>
  finish({ parent: [-1], resource: [root], key: [1], names: new Map() }, count)

/** A hash of a structure, equal for equal ones, whatever the status of the resources. */
export const structureName = (tree: Tree, { edgeFrom, edgeTo }: Dependencies): string =>
  hashOf(tree.key, tree.parent, edgeFrom, edgeTo)

/** FNV-1a of what identifies the entry within its parent; a collision would only open another group. */
function keyOf(parentKey: number, entry: Entry, { names, types, type }: Topology): number {
  const start = (parentKey ^ 0x811c9dc5) >>> 0
  if (entry.resource < 0) return hashed(hashed(start, '#'), entry.name) >>> 0
  const kind = types[at(type, entry.resource)] ?? ''
  return hashed(hashed(hashed(start, kind), '::'), names[entry.resource] ?? '') >>> 0
}

function hashed(hash: number, text: string): number {
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash
}

/** Whether an item has content and can be opened. */
export const isGroup = (tree: Tree, item: number): boolean => at(tree.childStart, item + 1) > at(tree.childStart, item)
