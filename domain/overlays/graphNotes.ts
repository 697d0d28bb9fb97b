import type { GraphNotes } from '#contract/resources.ts'
import type { Deployment, Resource } from '../state/checkpoint.ts'
import { entryIndex } from '../state/graph.ts'
import { pendingRows } from '../state/resourceRows.ts'

type Dangling = GraphNotes['dangling'][number]

/** Data for overlays of the graph in addition to its columns. */
export function graphNotes(version: number, deployment: Deployment): GraphNotes {
  const resources = deployment.resources ?? []
  const entries = entryIndex(resources)
  return {
    version,
    modified: resources.map(({ modified, created }) => secondsOf(modified ?? created)),
    pending: pendingRows(deployment),
    dangling: resources.flatMap((resource, from) =>
      referencesOf(resource)
        .filter(({ kind, urn }) => (kind === 'provider' ? entries.provider(urn) : entries.of(urn)) < 0)
        .map((reference) => ({ from, ...reference })),
    ),
  }
}

function secondsOf(instant: string | undefined): number {
  const ms = Date.parse(instant ?? '')
  return Number.isNaN(ms) ? -1 : Math.floor(ms / 1000)
}

/** The references of an entry, each once. */
function referencesOf({ parent, provider, dependencies, propertyDependencies, deletedWith, replaceWith }: Resource) {
  const needs = new Set([
    ...(dependencies ?? []),
    ...Object.values(propertyDependencies ?? {}).flatMap((urns) => urns ?? []),
  ])
  const one = (kind: Dangling['kind'], urn: string | undefined) => (urn ? [{ kind, urn }] : [])
  return [
    ...one('parent', parent),
    ...one('provider', provider),
    ...[...needs].map((urn) => ({ kind: 'dependency' as const, urn })),
    ...one('deletedWith', deletedWith),
    ...[...new Set(replaceWith)].map((urn) => ({ kind: 'replaceWith' as const, urn })),
  ]
}
