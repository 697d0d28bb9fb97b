import type { Resource, Snippet, StateDocument } from '../state/checkpoint.ts'
import { type Rename, renameReferences } from '../state/renameReferences.ts'
import { parseProviderReference } from '../state/urn.ts'

export type EdgeKind = 'parent' | 'dependency' | 'propertyDependency' | 'deletedWith' | 'replaceWith'

/** A reference from one resource to another, except the one to its provider (docs/state.md, Integrity rules). */
export type Edge = { kind: EdgeKind; target: string; property?: string }

/** The references of a resource in the engine's order, without empty ones (docs/state.md, Integrity rules). */
export function edgesOf({ parent, dependencies, propertyDependencies, deletedWith, replaceWith }: Resource): Edge[] {
  const edges: Edge[] = []
  if (parent) edges.push({ kind: 'parent', target: parent })
  for (const target of dependencies ?? []) if (target) edges.push({ kind: 'dependency', target })
  for (const property in propertyDependencies) {
    for (const target of propertyDependencies[property] ?? []) {
      if (target) edges.push({ kind: 'propertyDependency', target, property })
    }
  }
  if (deletedWith) edges.push({ kind: 'deletedWith', target: deletedWith })
  for (const target of replaceWith ?? []) if (target) edges.push({ kind: 'replaceWith', target })
  return edges
}

/**
 * Applies `change` to each reference: another URN replaces it, undefined removes it. A list that loses its last
 * reference is removed, as if the reference had never existed. Returns the same object if nothing changed.
 */
export function mapEdges(resource: Resource, change: (edge: Edge) => string | undefined): Resource {
  let copy: Resource | undefined
  const set = (key: string, value: unknown) => {
    copy ??= { ...resource }
    if (value === undefined) delete copy[key]
    else copy[key] = value
  }
  const { propertyDependencies } = resource
  for (const [key, kind] of [
    ['parent', 'parent'],
    ['deletedWith', 'deletedWith'],
  ] as const) {
    const target = resource[key]
    if (!target) continue
    const changed = change({ kind, target })
    if (changed !== target) set(key, changed)
  }
  for (const [key, kind] of [
    ['dependencies', 'dependency'],
    ['replaceWith', 'replaceWith'],
  ] as const) {
    const list = resource[key]
    const changed = list && mapList(list, (target) => change({ kind, target }))
    if (changed && changed !== list) set(key, changed.length > 0 ? changed : undefined)
  }
  let isSame = true
  const byProperty = Object.entries(propertyDependencies ?? {}).flatMap(([property, list]) => {
    const changed = list && mapList(list, (target) => change({ kind: 'propertyDependency', target, property }))
    if (changed !== list) isSame = false
    return changed !== list && changed?.length === 0 ? [] : [[property, changed] as const]
  })
  if (!isSame) set('propertyDependencies', byProperty.length > 0 ? Object.fromEntries(byProperty) : undefined)
  return copy ?? resource
}

/** Empty texts refer to nothing and are kept. */
function mapList(list: string[], change: (target: string) => string | undefined): string[] {
  let isSame = true
  const changed = list.flatMap((target) => {
    const other = target ? change(target) : target
    if (other !== target) isSame = false
    return other === undefined ? [] : [other]
  })
  return isSame ? list : changed
}

/** Whether two edges are the same. */
export const isEdge = (a: Edge, b: Edge): boolean =>
  a.kind === b.kind && a.target === b.target && a.property === b.property

/** The parsed provider reference; undefined if there is none or it is invalid. */
export function providerOf(resource: Resource): { urn: string; id: string } | undefined {
  const reference = parseProviderReference(resource.provider ?? '')
  return 'error' in reference ? undefined : reference
}

/**
 * Renames a resource everywhere in an entry: its own URN, references, provider, `viewOf`, and resource references in
 * its values; except `aliases`, which are former names.
 */
export function renameMentions(resource: Resource, rename: Rename): Resource {
  let renamed = mapEdges(resource, ({ target }) => rename(target))
  const set = (more: Partial<Resource>) => (renamed = { ...renamed, ...more })
  if (rename(resource.urn) !== resource.urn) set({ urn: rename(resource.urn) })
  if (resource.viewOf && rename(resource.viewOf) !== resource.viewOf) set({ viewOf: rename(resource.viewOf) })
  const provider = providerOf(resource)
  if (provider && rename(provider.urn) !== provider.urn) set({ provider: `${rename(provider.urn)}::${provider.id}` })
  for (const key of ['inputs', 'outputs', 'replacementTrigger'] as const) {
    const value = renameReferences(resource[key], rename)
    if (value !== resource[key]) set({ [key]: value })
  }
  return renamed
}

/** Renames resources in the rest of the state: pending operations and snippets. */
export function renameBeside(
  { deployment }: StateDocument,
  rename: Rename,
): Pick<StateDocument['deployment'], 'pending_operations' | 'snippets'> {
  const { pending_operations, snippets } = deployment
  return {
    ...(pending_operations && {
      pending_operations: mapSame(pending_operations, (operation) => {
        const resource = renameMentions(operation.resource, rename)
        return resource === operation.resource ? operation : { ...operation, resource }
      }),
    }),
    ...(snippets && { snippets: mapSame(snippets, (snippet) => renameSnippet(snippet, rename)) }),
  }
}

function renameSnippet(snippet: Snippet, rename: Rename): Snippet {
  const entries = Object.entries(snippet.references ?? {})
  if (entries.every(([, urn]) => rename(urn) === urn)) return snippet
  return { ...snippet, references: Object.fromEntries(entries.map(([name, urn]) => [name, rename(urn)])) }
}

/** Maps a list; returns the same list if no item changed. */
function mapSame<Item>(list: Item[], change: (item: Item) => Item): Item[] {
  const changed = list.map(change)
  return changed.every((item, index) => item === list[index]) ? list : changed
}
