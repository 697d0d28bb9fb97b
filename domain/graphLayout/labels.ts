import { number } from '#words/counts.ts'
import { at } from './columns.ts'
import { shortType } from '../state/shortType.ts'
import type { Topology } from './topology.ts'
import type { Tree } from './tree.ts'

/** What stands on a card: a name, and a line under it. */
export type Label = { name: string; kind: string }

/** The words of an item. Made groups are named by what they hold. */
export function labelOf(topology: Topology, tree: Tree, item: number): Label {
  const { names, types, type } = topology
  const resource = at(tree.resource, item)
  if (resource >= 0) return { name: names[resource] ?? '', kind: shortType(types[at(type, resource)] ?? '') }
  if (item === 0) return { name: 'Stack', kind: '' }
  const groupType = at(tree.groupType, item)
  const from = at(tree.sliceFrom, item)
  const kind = groupType < 0 ? '' : shortType(types[groupType] ?? '')
  const span = from > 0 ? `${number(from)} to ${number(at(tree.sliceTo, item))}` : ''
  return kind === ''
    ? { name: `Resources ${span}`, kind: '' }
    : { name: span === '' ? kind : `${kind}, ${span}`, kind: '' }
}
