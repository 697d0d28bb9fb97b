import { number } from '#words/counts.ts'
import { at } from './columns.ts'
import { shortType } from '../state/shortType.ts'
import type { Topology } from './topology.ts'
import { countedKind } from './groups/kinds.ts'
import { isGroup, type Tree } from './tree.ts'

/** What stands on a card: a name, and a line under it. */
export type Label = { name: string; kind: string }

/** The words of an item. Made groups are named by what they hold. */
export function labelOf(topology: Topology, tree: Tree, item: number): Label {
  const { names, types, type } = topology
  const resource = at(tree.resource, item)
  if (resource >= 0) return { name: names[resource] ?? '', kind: shortType(types[at(type, resource)] ?? '') }
  if (item === 0) return { name: 'Stack', kind: '' }
  return { name: tree.groupNames.get(item) ?? '', kind: '' }
}

/** What a group holds, the most frequent kinds first: `12 subnets, 3 route tables, 4 more`. Components are told by what is in them. */
export function summaryOf({ types, type }: Topology, tree: Tree, item: number, most = 3): string[] {
  const counts = new Map<number, number>()
  for (let i = item + 1; i < at(tree.end, item); i++) {
    const resource = at(tree.resource, i)
    if (resource < 0 || (isGroup(tree, i) && !isLeafType(types[at(type, resource)] ?? ''))) continue
    counts.set(at(type, resource), (counts.get(at(type, resource)) ?? 0) + 1)
  }
  const sorted = [...counts].toSorted(([a, m], [b, n]) => n - m || a - b)
  const told = sorted.slice(0, most).map(([t, count]) => countedKind(count, types[t] ?? ''))
  const rest = sorted.slice(most).reduce((sum, [, count]) => sum + count, 0)
  return rest > 0 ? [...told, `${number(rest)} more`] : told
}

/** Whether a type is one of a provider: those of components have no version of their own file name in their module. */
const isLeafType = (type: string): boolean => type.includes('/')
