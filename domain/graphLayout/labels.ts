import { visibleText } from '#words/visible.ts'
import { number } from '#words/counts.ts'
import { at } from './columns.ts'
import { shortType } from '../state/shortType.ts'
import type { Topology } from './topology.ts'
import { countedKind } from './groups/kinds.ts'
import { isGroup, type Tree } from './tree.ts'

/** The text on a card: a name, and a line under it. */
export type Label = { name: string; kind: string }

/** The text of an item. Made groups are named by their content. */
export function labelOf(topology: Topology, tree: Tree, item: number): Label {
  const { names, types, type } = topology
  const resource = at(tree.resource, item)
  if (resource >= 0)
    return { name: visibleText(names[resource] ?? ''), kind: shortType(types[at(type, resource)] ?? '') }
  if (item === 0) return { name: 'Stack', kind: '' }
  return { name: tree.groupNames.get(item) ?? '', kind: tree.missing.has(item) ? 'missing' : '' }
}

/**
 * Summaries of a group's content, most frequent kinds first, from the longest to the shortest: `12 subnets, 3 route
 * tables, 4 more`, `12 subnets, 7 more`. Components are described by their contents.
 */
export function summariesOf({ types, type }: Topology, tree: Tree, item: number, most = 4): string[] {
  const counts = new Int32Array(types.length)
  for (let i = item + 1; i < at(tree.end, item); i++) {
    const resource = at(tree.resource, i)
    const token = resource < 0 ? '' : (types[at(type, resource)] ?? '')
    // On the map of stacks, types are names, of which plurals say nothing.
    if (!token.includes(':') || (isGroup(tree, i) && !isLeafType(token))) continue
    counts[at(type, resource)] = at(counts, at(type, resource)) + 1
  }
  const sorted = [...counts.entries()].filter(([, n]) => n > 0).toSorted(([a, m], [b, n]) => n - m || a - b)
  return Array.from({ length: Math.min(most, sorted.length) }, (_, i) => {
    const named = sorted.slice(0, Math.min(most, sorted.length) - i)
    const rest = sorted.slice(named.length).reduce((sum, [, count]) => sum + count, 0)
    const words = named.map(([t, count]) => countedKind(count, types[t] ?? ''))
    return (rest > 0 ? [...words, `${number(rest)} more`] : words).join(', ')
  })
}

/** Whether a type belongs to a provider: types of components have no file name in their module. */
const isLeafType = (type: string): boolean => type.includes('/')
