import type { StackRef } from '#contract/common.ts'
import { isNamedAs } from '../stackName.ts'
import type { Deployment, Resource } from './checkpoint.ts'
import { parseUrn } from './urn.ts'

/** The names that the URNs of a stack's resources have (docs/state.md, URNs). */
export type UrnNames = Pick<StackRef, 'project' | 'stack'>

/** An entry of another stack, and the names in its URN. */
export type ForeignEntry = { entry: Resource; names: UrnNames }

/**
 * The entries whose URNs have other names than the stack: its program declares none of them, so the next update would
 * delete them.
 */
export const foreignEntries = ({ resources }: Deployment, own: UrnNames): ForeignEntry[] =>
  (resources ?? []).flatMap((entry) => {
    const names = parseUrn(entry.urn)
    return names === undefined || isNamedAs(names, own) ? [] : [{ entry, names }]
  })

/** `shop/prod`. */
export const shownNames = ({ project, stack }: UrnNames): string => `${project}/${stack}`

/** How many URNs of a state have these names. */
export type NamesCount = UrnNames & { count: number }

/** The names in the URNs of a state, by how often they occur; URNs that cannot be read are left out. */
export function namesIn({ resources }: Deployment): NamesCount[] {
  const counts = new Map<string, NamesCount>()
  for (const { urn } of resources ?? []) {
    const names = parseUrn(urn)
    if (names === undefined) continue
    const key = shownNames(names)
    const known = counts.get(key)
    if (known) known.count += 1
    else counts.set(key, { project: names.project, stack: names.stack, count: 1 })
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count)
}

/** Those of them that are not the stack's own. */
export const foreignNames = (names: readonly NamesCount[], own: UrnNames): NamesCount[] =>
  names.filter((each) => !isNamedAs(each, own))

/** The entries with other names than the stack's, together: their number, and the names if they are the same in all. */
export type OtherNames = { count: number; only: string | null }

/** The same of the names in a state; null if all are the stack's own. */
export function othersAmong(names: readonly NamesCount[], own: UrnNames): OtherNames | null {
  const others = foreignNames(names, own)
  const [first] = others
  if (first === undefined) return null
  return {
    count: others.reduce((sum, { count }) => sum + count, 0),
    only: others.length === 1 ? shownNames(first) : null,
  }
}
