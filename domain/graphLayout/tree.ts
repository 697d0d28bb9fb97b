import { groupRows } from './columns.ts'
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
  /** Made groups that represent a component which is not in the state, with its type. */
  missing: ReadonlyMap<number, string>
  /** Made groups of siblings that nothing tells apart: names say nothing about what is in which. */
  slices: ReadonlySet<number>
  /** Whether a scope has too many children to be shown side by side, so that they are in made groups. */
  isGrouped: boolean
  /** Number of resources inside, without the item itself. */
  inside: Int32Array
  /** Identifies an item in an address: unchanged by an update, whatever is added next to it. */
  key: Uint32Array
}

type Items = {
  parent: Int32Array
  resource: Int32Array
  key: Uint32Array
  names: ReadonlyMap<number, string>
  slices?: ReadonlySet<number>
  missing?: ReadonlyMap<number, string>
}

/** Numbers the descendants of each item, which are given in preorder. */
export function treeOf(
  { parent, resource, key, names, slices = new Set(), missing = new Map() }: Items,
  count: number,
): Tree {
  const size = parent.length
  const grouped = groupRows(parent, size)
  const depth = new Int32Array(size)
  const end = new Int32Array(size)
  const inside = new Int32Array(size)
  const itemOf = new Int32Array(count).fill(-1)
  for (let i = 0; i < size; i++) {
    if (i > 0) depth[i] = (depth[parent[i] ?? 0] ?? 0) + 1
    if ((resource[i] ?? 0) >= 0) itemOf[resource[i] ?? 0] = i
  }
  for (let i = size - 1; i >= 0; i--) {
    end[i] = Math.max(end[i] ?? 0, i + 1)
    if (i === 0) break
    const p = parent[i] ?? 0
    end[p] = Math.max(end[p] ?? 0, end[i] ?? 0)
    inside[p] = (inside[p] ?? 0) + ((inside[i] ?? 0) + ((resource[i] ?? 0) >= 0 ? 1 : 0))
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
    groupNames: names,
    missing,
    slices,
    isGrouped: names.size > missing.size,
    inside,
    key,
  }
}

/** A tree with only the frame, until the groups have been computed. */
export const frameAlone = ({ count, root }: Topology): Tree =>
  treeOf({ parent: Int32Array.of(-1), resource: Int32Array.of(root), key: Uint32Array.of(1), names: new Map() }, count)

/** A hash of a structure, equal for equal ones, whatever the status of the resources. */
export const structureName = (tree: Tree, { edgeFrom, edgeTo }: Dependencies): string =>
  hashOf(tree.key, tree.parent, edgeFrom, edgeTo)

/** Whether an item has content and can be opened. */
export const isGroup = (tree: Tree, item: number): boolean =>
  (tree.childStart[item + 1] ?? 0) > (tree.childStart[item] ?? 0)
