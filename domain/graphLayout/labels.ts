import { number } from '#words/counts.ts'
import { at } from './columns.ts'
import type { Topology } from './topology.ts'
import type { Tree } from './tree.ts'

/**
 * A type as people say it: module and kind without package, version and the repeated file name (`aws:s3/bucket:Bucket` is
 * `s3 Bucket`, `kubernetes:apps/v1:Deployment` is `apps Deployment`). What has another form stays as it is.
 */
export function shortType(type: string): string {
  const [pkg, module, kind, ...more] = type.split(':')
  if (pkg === undefined || module === undefined || kind === undefined || more.length > 0 || kind === '') return type
  if (pkg === 'pulumi' && module === 'providers') return `${kind} provider`
  if (pkg === 'pulumi' && module === 'pulumi') return kind
  const area = module
    .split('/')
    .filter((part) => !/^(index|v\d+([a-z]+\d+)?)$/.test(part) && part.toLowerCase() !== kind.toLowerCase())
    .join('/')
  return area === '' ? kind : `${area.replace(/\.k8s\.io$/, '')} ${kind}`
}

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
