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
