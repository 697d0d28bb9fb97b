import type { Deployment, Resource, StateDocument } from '../state/checkpoint.ts'
import type { IntegrityError } from '../state/integrity.ts'
import type { Edge } from '../edits/references.ts'
import type { Place } from '../state/typing.ts'
import { isSealedOtherwise } from '../edits/sealed.ts'
import { objectKey } from '../state/entryKeys.ts'
import { isDeletedByUpdate, whatIsApart } from '../state/oldTwins.ts'
import { type Places, placesOf } from '../state/sameObjects.ts'
import { isProviderType, parseUrn, urnType } from '../state/urn.ts'

/** A former version of the same stack's state, as a source for lost entries, providers and values. Schema 3 or 4. */
export type EarlierVersion = {
  version: number
  deployment: Deployment
  /** Former URNs that became the present ones in `deployment`, each with that one (`presentNames.ts`). */
  renamed?: ReadonlyMap<string, string>
  /** URNs of entries whose objects may be live under another URN, each with that one. */
  unclear?: ReadonlyMap<string, string>
}

export type ProblemKind =
  | 'order' | 'dangling' | 'provider' | 'duplicate' | 'cycle' | 'magic' | 'malformed' | 'snippet' | 'extension' // prettier-ignore

/** A decision, with the possible repairs. */
export type RepairProblem = {
  /** Stable for the same state; choices refer to it. */
  id: string
  kind: ProblemKind
  recovery: 'fix-references' | 'restore-provider' | 'resolve-duplicates' | 'fix-entry' | 'break-cycle'
  /** In a sentence. */
  title: string
  /** The verifiers' findings; empty for what they do not check. */
  findings: IntegrityError[]
  /** The affected entries, by index. */
  entries: number[]
  options: RepairOption[]
  /** The option that loses least, if it can be determined. */
  suggested?: string
  /** The URNs of a cycle, each referring to the next, the last to the first. */
  cycle?: string[]
  /** What to do if there is no option. */
  advice?: string
}

/**
 * An input that differs between the missing provider and another one; secrets are masked. `isPlace` if it may mean
 * another account.
 */
export type InputDifference = { key: string; was: unknown; is: unknown; isPlace: boolean }

export type RepairOption = {
  id: string
  title: string
  /** What could be lost, in words. */
  risk: string
  /**
   * Confirmation level: 1 a click, 2 the stack's name, 3 a statement as well (docs/recovery.md, Confirmation levels).
   */
  level: 1 | 2 | 3
  action: RepairAction
  /**
   * The program must have the former URN as an alias, or its next update creates a new resource and deletes this one.
   */
  urnsChanged?: { from: string; to: string; alias: string }[]
  /** Resources removed from the state, including live ones. */
  removes?: string[]
  differences?: InputDifference[]
  /** Reason to ask someone first. */
  stopAndAsk?: string
}

/** Refers to entries by their index in the examined state. */
export type RepairAction =
  | { do: 'sort' }
  | { do: 'cut'; cuts: { at: number; edges: Edge[] }[] }
  | { do: 'cutAndRebuild'; cuts: { at: number; edges: Edge[] }[]; urns: [from: string, to: string][] }
  | { do: 'dropEmpty'; entries: number[] }
  | { do: 'repoint'; cuts: { at: number; edges: Edge[] }[]; to: string }
  | { do: 'restore'; version: number; entries: { index: number; asOld: boolean }[] }
  | { do: 'remove'; entries: number[] }
  | { do: 'setProvider'; entries: number[]; to: string }
  | { do: 'noProvider'; entries: number[] }
  | { do: 'keepOne'; keep: number; remove: number[]; markDelete: number[] }
  | { do: 'set'; at: number; key: string; value: unknown }
  /** Undefined takes a value out. */
  | { do: 'place'; changes: { place: Place; value: unknown }[] }
  | { do: 'magic' }
  | { do: 'snippet'; index: number; uuid?: string }

export type RepairPlan = {
  /** All integrity errors, in the engine's order. */
  findings: IntegrityError[]
  problems: RepairProblem[]
}

export type Choice = {
  problem: string
  option: string
  /** Limits the choice to these of the problem's entries. */
  only?: number[]
}

/** The data from which options are made: indexes over the current state and the earlier ones, newest first. */
export type Context = {
  document: StateDocument
  resources: Resource[]
  readonly byUrn: Map<string, number[]>
  readonly childrenOf: Map<string, number[]>
  /** Live entries by own type, by own type and name, and by alias. */
  readonly byType: Map<string, number[]>
  readonly byTypeAndName: Map<string, number[]>
  readonly byAlias: Map<string, number[]>
  /** Live entries with an ID, by type and ID. */
  readonly byObject: Map<string, number[]>
  readonly placeOf: Places
  providers: number[]
  earlier: EarlierIndex[]
  /** Number of remaining searches over the whole state: a state may have 10,000 faults. */
  budget: number
}

export type EarlierIndex = EarlierVersion & {
  resources: Resource[]
  byUrn: Map<string, number[]>
  /** Entries with an ID, by type and ID. */
  byObject: Map<string, number[]>
}

export function contextOf(document: StateDocument, earlier: readonly EarlierVersion[]): Context {
  const resources = document.deployment.resources ?? []
  // Builds indexes on first use: a list that is only out of order needs none.
  const indexed = (keysOf: (resource: Resource) => string[]) => {
    let index: Map<string, number[]> | undefined
    return () => (index ??= indexBy(resources, keysOf))
  }
  const byUrn = indexed(({ urn }) => [urn])
  const childrenOf = indexed(({ parent }) => (parent ? [parent] : []))
  const byType = indexed(({ urn, delete: old }) => (old ? [] : [urnType(urn)]))
  const byTypeAndName = indexed(({ urn, delete: old }) => (old ? [] : [typeAndName(urn)]))
  const byObject = indexed((resource) => (resource.delete || !resource.id ? [] : [objectKey(resource)]))
  let places: Places | undefined
  const byAlias = indexed(({ aliases, delete: old }) => (old ? [] : (aliases ?? [])))
  return {
    document,
    resources,
    get byUrn() {
      return byUrn()
    },
    get childrenOf() {
      return childrenOf()
    },
    get byType() {
      return byType()
    },
    get byTypeAndName() {
      return byTypeAndName()
    },
    get byAlias() {
      return byAlias()
    },
    get byObject() {
      return byObject()
    },
    get placeOf() {
      return (places ??= placesOf(resources))
    },
    providers: resources.flatMap(({ type }, at) => (isProviderType(type) ? [at] : [])),
    earlier: earlier
      .toSorted((a, b) => b.version - a.version)
      .map((version) => {
        const former = version.deployment.resources ?? []
        const byObject = indexBy(former, (entry) => (entry.id && entry.urn ? [objectKey(entry)] : []))
        return { ...version, resources: former, byUrn: indexBy(former, ({ urn }) => [urn]), byObject }
      }),
    budget: 50,
  }
}

/**
 * Another live entry, with another URN, that may track the object of an entry: it has its type and ID, and nothing shows
 * that they are two. An update that deletes either entry would delete the object.
 */
export function alsoTrackedBy({ resources, byObject, placeOf }: Context, entry: Resource): Resource | undefined {
  if (!isDeletedByUpdate(entry)) return undefined
  return (byObject.get(objectKey(entry)) ?? [])
    .flatMap((place) => resources[place] ?? [])
    .find((other) => other.custom && other.urn !== entry.urn && whatIsApart(entry, other, placeOf) === undefined)
}

export function typeAndName(urn: string): string {
  const parts = parseUrn(urn)
  return `${parts?.type ?? ''}::${parts?.name ?? urn}`
}

function indexBy(resources: Resource[], keysOf: (resource: Resource) => string[]): Map<string, number[]> {
  const index = new Map<string, number[]>()
  for (const [at, resource] of resources.entries()) {
    for (const key of keysOf(resource)) {
      const list = index.get(key)
      if (list) list.push(at)
      else index.set(key, [at])
    }
  }
  return index
}

/** The first result of `find` in the earlier versions, newest first. */
export function inEarlier<Found>(
  { earlier }: Context,
  find: (index: EarlierIndex) => Found | undefined,
): { found: Found; index: EarlierIndex } | undefined {
  for (const index of earlier) {
    const found = find(index)
    if (found !== undefined) return { found, index }
  }
  return undefined
}

export type Restore = Extract<RepairAction, { do: 'restore' }>

/**
 * Restores entries from an earlier version, with everything they refer to that is missing from the current state.
 * Undefined if the object of one of them is or may be live under another URN: tracked twice, it is deleted with the entry
 * that the program does not declare. Undefined too if this state's key does not decrypt the secrets of one.
 */
export function restoring(context: Context, index: EarlierIndex, first: number): Restore | undefined {
  const wanted = new Set<number>()
  const queue = [first]
  const isHere = (urn: string) => context.byUrn.has(urn)
  for (const at of queue) {
    const entry = index.resources[at]
    if (!entry || wanted.has(at)) continue
    wanted.add(at)
    const urns = [entry.parent, ...(entry.dependencies ?? []), entry.deletedWith, ...(entry.replaceWith ?? [])]
    for (const list of Object.values(entry.propertyDependencies ?? {})) urns.push(...(list ?? []))
    for (const urn of urns) {
      if (urn && !isHere(urn)) queue.push(...liveFirst(index, urn).slice(0, 1))
    }
    const { provider } = entry
    const named = (resources: Resource[], options: number[]) =>
      options.filter((each) => `${resources[each]?.urn}::${resources[each]?.id ?? ''}` === provider)
    const urn = provider?.slice(0, provider.lastIndexOf('::')) ?? ''
    if (provider && named(context.resources, context.byUrn.get(urn) ?? []).length === 0) {
      queue.push(...named(index.resources, index.byUrn.get(urn) ?? []).slice(0, 1))
    }
  }
  const isLiveElsewhere = ({ urn, delete: old, ...entry }: Resource) =>
    !old && (index.unclear?.has(urn) || alsoTrackedBy(context, { ...entry, urn }) !== undefined)
  if ([...wanted].some((at) => index.resources[at] && isLiveElsewhere(index.resources[at]))) return undefined
  const entries = [...wanted].map((at) => index.resources[at])
  if (isSealedOtherwise(entries, index.deployment, context.document.deployment)) return undefined
  const isLiveHere = (urn: string) => (context.byUrn.get(urn) ?? []).some((at) => !context.resources[at]?.delete)
  return {
    do: 'restore',
    version: index.version,
    entries: [...wanted]
      .toSorted((a, b) => a - b)
      .map((at) => ({ index: at, asOld: isLiveHere(index.resources[at]?.urn ?? '') })),
  }
}

export const liveFirst = ({ byUrn, resources }: Pick<EarlierIndex, 'byUrn' | 'resources'>, urn: string): number[] =>
  (byUrn.get(urn) ?? []).toSorted(
    (a, b) => Number(resources[a]?.delete ?? false) - Number(resources[b]?.delete ?? false),
  )
