import type { Deployment, Resource, Snippet } from './checkpoint.ts'
import { childQualifiedType, makeUrn, parseProviderReference, parseUrn, ROOT_STACK_TYPE } from './urn.ts'

/** An alias claimed by two resources; the first one keeps it. The engine refuses such a state. */
export type AliasConflict = { alias: string; urns: [string, string] }

/**
 * Rewrites all references to their target's current URN and drops `aliases` (docs/protocol.md, Replay). References in
 * `replaceWith` and in pending operations stay, as in the engine. Unchanged resources are shared by reference.
 */
export function normaliseAliases(deployment: Deployment): { deployment: Deployment; conflicts: AliasConflict[] } {
  const resources = deployment.resources ?? []
  if (!resources.some(({ aliases }) => aliases && aliases.length > 0)) return { deployment, conflicts: [] }
  const { renamed, conflicts } = renamedUrns(resources)
  const present = (urn: string) => renamed.get(urn) ?? urn
  return {
    deployment: {
      ...deployment,
      resources: resources.map((resource) => withoutAliases(rewriteUrns(resource, present))),
      ...(deployment.snippets && { snippets: deployment.snippets.map((snippet) => rewriteSnippet(snippet, present)) }),
    },
    conflicts,
  }
}

/** The new URN of each old one: from aliases and, cascading down the list, for children whose parent's URN changed. */
function renamedUrns(resources: Resource[]): { renamed: Map<string, string>; conflicts: AliasConflict[] } {
  const renamed = new Map<string, string>()
  const conflicts: AliasConflict[] = []
  for (const { urn, aliases, parent } of resources) {
    for (const alias of aliases ?? []) {
      const other = renamed.get(alias)
      if (other !== undefined && other !== urn) conflicts.push({ alias, urns: [other, urn] })
      else renamed.set(alias, urn)
    }
    const newParent = parseUrn(renamed.get(parent ?? '') ?? '')
    const own = parseUrn(urn)
    if (!newParent || !own || newParent.qualifiedType === ROOT_STACK_TYPE) continue
    renamed.set(urn, makeUrn({ ...own, qualifiedType: childQualifiedType(newParent.qualifiedType, own.type) }))
  }
  return { renamed, conflicts }
}

/**
 * Applies `rename` to all URNs that refer to resources, except `replaceWith`; returns the same object if nothing
 * changed.
 */
export function rewriteUrns(resource: Resource, rename: (urn: string) => string): Resource {
  const changed: Partial<Resource> = {}
  for (const key of ['urn', 'parent', 'deletedWith', 'viewOf'] as const) {
    const urn = resource[key]
    if (urn && rename(urn) !== urn) changed[key] = rename(urn)
  }
  if (moves(resource.dependencies, rename)) changed.dependencies = resource.dependencies.map(rename)
  const byProperty = Object.entries(resource.propertyDependencies ?? {})
  if (byProperty.some(([, urns]) => moves(urns, rename))) {
    changed.propertyDependencies = Object.fromEntries(
      byProperty.map(([property, urns]) => [property, urns && urns.map(rename)]),
    )
  }
  const provider = rewriteProvider(resource.provider, rename)
  if (provider !== undefined && provider !== resource.provider) changed.provider = provider
  return Object.keys(changed).length > 0 ? { ...resource, ...changed } : resource
}

/** Whether `rename` changes any of the URNs. */
export const moves = (urns: string[] | null | undefined, rename: (urn: string) => string): urns is string[] =>
  urns?.some((urn) => rename(urn) !== urn) ?? false

/** Renames the URN part of the reference; an invalid reference stays as it is. */
function rewriteProvider(ref: string | undefined, rename: (urn: string) => string): string | undefined {
  const parsed = parseProviderReference(ref ?? '')
  return 'error' in parsed ? ref : `${rename(parsed.urn)}::${parsed.id}`
}

function withoutAliases(resource: Resource): Resource {
  if (!('aliases' in resource)) return resource
  const { aliases: _dropped, ...rest } = resource
  return rest as Resource // `rest` still has URN and type
}

function rewriteSnippet(snippet: Snippet, rename: (urn: string) => string): Snippet {
  const { references } = snippet
  if (!references || !Object.values(references).some((urn) => rename(urn) !== urn)) return snippet
  return {
    ...snippet,
    references: Object.fromEntries(Object.entries(references).map(([name, urn]) => [name, rename(urn)])),
  }
}
