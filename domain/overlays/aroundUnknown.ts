import type { GraphNotes } from '#contract/resources.ts'
import { referencesOf } from '../state/brokenReferences.ts'
import type { Deployment } from '../state/checkpoint.ts'
import { entryIndex } from '../state/graph.ts'
import { ROOT_STACK_TYPE, urnType } from '../state/urn.ts'

type Name = GraphNotes['pending'][number]['names'][number]

/**
 * What each pending operation names, other than its provider; nor the stack, the parent of most, which says nothing of
 * where it is. Of a create, no entry says it.
 */
export function namesIn({ resources, pending_operations }: Deployment): Name[][] {
  const operations = pending_operations ?? []
  if (operations.length === 0) return []
  const entries = entryIndex(resources ?? [])
  return operations.map(({ resource }) =>
    referencesOf(resource).flatMap(({ kind, urn }) =>
      kind === 'provider' || urnType(urn) === ROOT_STACK_TYPE
        ? []
        : [{ urn, isParent: kind === 'parent', isThere: entries.of(urn) >= 0 }],
    ),
  )
}

/**
 * The entries where to look for operations with an unknown outcome, by their index: those of the operations, what these
 * name (`names`), and what depends on them.
 */
export function aroundUnknown({ resources, pending_operations }: Deployment, names: readonly Name[][]): number[] {
  const unknown = new Set((pending_operations ?? []).map(({ resource }) => resource.urn))
  if (unknown.size === 0) return []
  const named = new Set(names.flat().map(({ urn }) => urn))
  return (resources ?? []).flatMap((resource, index) =>
    unknown.has(resource.urn) ||
    named.has(resource.urn) ||
    referencesOf(resource).some(({ kind, urn }) => kind !== 'parent' && unknown.has(urn))
      ? [index]
      : [],
  )
}
