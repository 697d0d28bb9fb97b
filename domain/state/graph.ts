import type { StackRef } from '#contract/common.ts'
import { EDGE_KIND, GRAPH_FLAG, type GraphColumns } from '#contract/resources.ts'
import type { Deployment, Resource } from './checkpoint.ts'
import { stronglyConnected } from '../referenceGraph.ts'
import { hasReportedErrors } from './unhealthy.ts'
import { isProviderType, isUrn, parseProviderReference, parseUrn } from './urn.ts'

const NONE = -1

/** Numbers texts in order of first appearance. */
function numbering() {
  const numbers = new Map<string, number>()
  return {
    of(text: string): number {
      const known = numbers.get(text)
      if (known !== undefined) return known
      numbers.set(text, numbers.size)
      return numbers.size - 1
    },
    texts: () => [...numbers.keys()],
  }
}

/**
 * Finds entries by URN. During a replacement two entries share one URN; the live one is returned (docs/state.md,
 * Resource entries).
 */
export function entryIndex(resources: Resource[]) {
  const byUrn = new Map<string, number>()
  const providers = new Map<string, number>()
  resources.forEach((resource, index) => {
    const known = byUrn.get(resource.urn)
    if (known === undefined || (resources[known]?.delete === true && resource.delete !== true))
      byUrn.set(resource.urn, index)
    if (isProviderType(resource.type)) providers.set(`${resource.urn}::${resource.id ?? ''}`, index)
  })
  return {
    of: (urn: string | undefined): number => (urn ? (byUrn.get(urn) ?? NONE) : NONE),
    /**
     * A replaced provider has a new ID, while resources that are not updated yet refer to the old one: exact matches
     * come first.
     */
    provider(reference: string | undefined): number {
      if (!reference) return NONE
      const exact = providers.get(reference)
      if (exact !== undefined) return exact
      const parsed = parseProviderReference(reference)
      return 'error' in parsed ? NONE : (byUrn.get(parsed.urn) ?? NONE)
    },
  }
}

/**
 * The graph of a state as columns, in linear time. Node i is entry i. Dangling references are omitted, and their entry
 * is flagged (integrity lists them). A dependency with a property reference is one edge, of kind property.
 */
export function toColumns(stack: StackRef, version: number, deployment: Deployment): GraphColumns {
  const resources = deployment.resources ?? []
  const entries = entryIndex(resources)
  const pendingUrns = new Set((deployment.pending_operations ?? []).map((operation) => operation.resource.urn))
  const types = numbering()
  const qualifiedTypes = numbering()
  const first = parseUrn(resources.find(({ urn }) => isUrn(urn))?.urn ?? '')
  const urnPrefix = first ? `urn:pulumi:${first.stack}::${first.project}::` : ''
  const columns: GraphColumns = {
    stack,
    version,
    types: [],
    names: [],
    type: [],
    parent: [],
    missingParents: [],
    provider: [],
    flags: [],
    edgeFrom: [],
    edgeTo: [],
    edgeKind: [],
    urnPrefix,
    qualifiedTypes: [],
    qualified: [],
    oddUrns: {},
  }
  const seen = new Set<string>()
  const orphans: number[] = []
  const isLater = (to: number) => to !== NONE && !seen.has(resources[to]?.urn ?? '')
  resources.forEach((resource, index) => {
    seen.add(resource.urn)
    const parts = parseUrn(resource.urn)
    const isOrdinary = parts !== undefined && `urn:pulumi:${parts.stack}::${parts.project}::` === urnPrefix
    if (!isOrdinary) columns.oddUrns[String(index)] = resource.urn
    columns.names.push(parts?.name ?? resource.urn)
    columns.qualified.push(isOrdinary ? qualifiedTypes.of(parts.qualifiedType) : NONE)
    columns.type.push(types.of(resource.type))
    const parent = entries.of(resource.parent)
    columns.parent.push(parent === index ? NONE : parent)
    if (parent === NONE && resource.parent) orphans.push(index)
    const provider = entries.provider(resource.provider)
    columns.provider.push(provider)
    const edges = edgesOf(resource, entries.of)
    const isOwn = parent === index || edges.some(([to]) => to === index)
    columns.flags.push(
      flagsOf(resource, pendingUrns) |
        (isOwn ? GRAPH_FLAG.circular : 0) |
        ([parent, provider, ...edges.map(([to]) => to)].some(isLater) ? GRAPH_FLAG.order : 0) |
        (leadsNowhere(resource, entries, edges) ? GRAPH_FLAG.missing : 0),
    )
    for (const [to, kind] of edges) {
      if (to === NONE || to === index) continue
      columns.edgeFrom.push(index)
      columns.edgeTo.push(to)
      columns.edgeKind.push(kind)
    }
  })
  const byParent = Map.groupBy(orphans, (index) => resources[index]?.parent ?? '')
  columns.missingParents = [...byParent].map(([urn, children]) => ({ urn, children }))
  markDuplicates(resources, columns.flags)
  markCircles(columns)
  return { ...columns, types: types.texts(), qualifiedTypes: qualifiedTypes.texts() }
}

/** Flags live entries that share a URN; an old one is allowed next to its replacement. */
function markDuplicates(resources: readonly Resource[], flags: number[]): void {
  const first = new Map<string, number>()
  resources.forEach((resource, index) => {
    if (resource.delete === true) return
    const known = first.get(resource.urn)
    if (known === undefined) return void first.set(resource.urn, index)
    for (const entry of [known, index]) flags[entry] = (flags[entry] ?? 0) | GRAPH_FLAG.duplicate
  })
}

/**
 * Flags entries in cycles. Nodes without incoming or outgoing edges are removed first, again and again: in a sound state
 * nothing is left, and otherwise what is left may still lie between two cycles.
 */
function markCircles({
  parent,
  edgeFrom,
  edgeTo,
  flags,
}: Pick<GraphColumns, 'parent' | 'edgeFrom' | 'edgeTo' | 'flags'>): void {
  const from = [...edgeFrom, ...parent.flatMap((p, i) => (p < 0 ? [] : [i]))]
  const to = [...edgeTo, ...parent.filter((p) => p >= 0)]
  const isLeft = new Uint8Array(parent.length).fill(1)
  peel(from, to, isLeft)
  peel(to, from, isLeft)
  if (!isLeft.includes(1)) return
  const targets: number[][] = []
  from.forEach((source, e) => {
    if (isLeft[source]) (targets[source] ??= []).push(to[e] ?? 0)
  })
  stronglyConnected(parent.length, (i) => targets[i] ?? []).forEach((cycle, i) => {
    if (cycle !== undefined) flags[i] = (flags[i] ?? 0) | GRAPH_FLAG.circular
  })
}

/** Removes nodes without incoming edges until there are none. */
function peel(from: readonly number[], to: readonly number[], isLeft: Uint8Array): void {
  const count = new Int32Array(isLeft.length)
  const next: number[][] = []
  from.forEach((source, e) => {
    const target = to[e] ?? 0
    if (!isLeft[source] || !isLeft[target]) return
    count[target] = (count[target] ?? 0) + 1
    ;(next[source] ??= []).push(target)
  })
  const open = Array.from(isLeft.keys()).filter((i) => isLeft[i] && !count[i])
  for (let i = open.pop(); i !== undefined; i = open.pop()) {
    isLeft[i] = 0
    for (const target of next[i] ?? []) if (--count[target]! === 0) open.push(target) // counted above
  }
}

function flagsOf(resource: Resource, pendingUrns: ReadonlySet<string>): number {
  return (
    (resource.custom ? GRAPH_FLAG.custom : 0) |
    (resource.protect ? GRAPH_FLAG.protect : 0) |
    (resource.delete ? GRAPH_FLAG.delete : 0) |
    (resource.pendingReplacement ? GRAPH_FLAG.pendingReplacement : 0) |
    (pendingUrns.has(resource.urn) && !resource.delete ? GRAPH_FLAG.pending : 0) |
    (hasReportedErrors(resource) ? GRAPH_FLAG.initErrors : 0) |
    (resource.external ? GRAPH_FLAG.external : 0) |
    (resource.retainOnDelete ? GRAPH_FLAG.retainOnDelete : 0) |
    (isProviderType(resource.type) ? GRAPH_FLAG.provider : 0)
  )
}

/** Whether an entry has a reference that is not in the state. */
function leadsNowhere(
  resource: Resource,
  entries: ReturnType<typeof entryIndex>,
  edges: readonly (readonly [number, number])[],
): boolean {
  return (
    (resource.parent !== undefined && resource.parent !== '' && entries.of(resource.parent) === NONE) ||
    (resource.provider !== undefined && resource.provider !== '' && entries.provider(resource.provider) === NONE) ||
    edges.some(([to]) => to === NONE)
  )
}

/** The edges of an entry as pairs of target and kind, each pair once. */
function edgesOf(resource: Resource, indexOf: (urn: string | undefined) => number): [number, number][] {
  const depends = new Map<number, number>()
  for (const urn of resource.dependencies ?? []) depends.set(indexOf(urn), EDGE_KIND.dependency)
  for (const urns of Object.values(resource.propertyDependencies ?? {})) {
    for (const urn of urns ?? []) depends.set(indexOf(urn), EDGE_KIND.property)
  }
  const replaceWith = new Set((resource.replaceWith ?? []).map(indexOf))
  return [
    ...depends,
    ...(resource.deletedWith
      ? [[indexOf(resource.deletedWith), EDGE_KIND.deletedWith] satisfies [number, number]]
      : []),
    ...[...replaceWith].map((to): [number, number] => [to, EDGE_KIND.replaceWith]),
  ]
}
