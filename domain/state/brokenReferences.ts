import type { GraphNotes } from '#contract/resources.ts'
import { counted } from '#words/counts.ts'
import type { Resource } from './checkpoint.ts'
import { entryIndex } from './graph.ts'

type BrokenReference = GraphNotes['dangling'][number]

/**
 * The references of entries to what is not in the state, each once: the rule by which every place counts them. Entries
 * with such references are those that the graph flags as `missing`.
 */
export function brokenReferences(resources: Resource[]): BrokenReference[] {
  const entries = entryIndex(resources)
  return resources.flatMap((resource, from) =>
    referencesOf(resource)
      .filter(({ kind, urn }) => (kind === 'provider' ? entries.provider(urn) : entries.of(urn)) < 0)
      .map((reference) => ({ from, ...reference })),
  )
}

/** `44 broken references in 22 resources`. */
export function brokenReferenceWords(references: readonly BrokenReference[]): string {
  const resources = new Set(references.map(({ from }) => from)).size
  return `${counted(references.length, 'broken reference')} in ${counted(resources, 'resource')}`
}

/** The references of an entry, each once. */
export function referencesOf({
  parent,
  provider,
  dependencies,
  propertyDependencies,
  deletedWith,
  replaceWith,
}: Resource) {
  const needs = new Set([
    ...(dependencies ?? []),
    ...Object.values(propertyDependencies ?? {}).flatMap((urns) => urns ?? []),
  ])
  const one = (kind: BrokenReference['kind'], urn: string | undefined) => (urn ? [{ kind, urn }] : [])
  return [
    ...one('parent', parent),
    ...one('provider', provider),
    ...[...needs].map((urn) => ({ kind: 'dependency' as const, urn })),
    ...one('deletedWith', deletedWith),
    ...[...new Set(replaceWith)].map((urn) => ({ kind: 'replaceWith' as const, urn })),
  ]
}
