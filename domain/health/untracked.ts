import { type Clue, isPlace } from '../recoveries/pending/places.ts'
import { cluesFor } from '../recoveries/pending/clues.ts'
import type { Deployment, PendingOperation, Resource } from '../state/checkpoint.ts'
import { sameJson } from '../json/sameJson.ts'
import { objectKey } from '../state/entryKeys.ts'
import { sameObjectIn } from '../state/objectPlaces.ts'
import { isOnlyInState } from '../state/onlyInState.ts'
import { isIdentity, WHERE } from '../state/sameObjects.ts'
import { maskProperties } from '../state/secrets.ts'
import { entryKey, type EventStep } from '../journal/stepFacts.ts'
import { isProviderType, urnName, urnType } from '../state/urn.ts'

/** The planned properties of an object: enough to find and adopt it, without secrets. */
export type Intent = { parent?: string; provider?: string; clues: Clue[] }

/** The part of an open item that the rules use. */
export type OpenItem = {
  id: string
  urn: string
  resourceType: string
  resourceId: string | null
  isPending: boolean
  /** The update that started it, or whose state had it first. */
  updateId: string | null
  intended: Intent
}

/** A new item for the list of untracked resources. */
export type FoundItem = Omit<OpenItem, 'id' | 'updateId'> & {
  source: 'pending' | 'late' | 'unrecorded'
  since: number | null
}

/** A change to an open item. */
export type ItemChange = {
  id: string
  resourceId?: string
  /** Its operation was removed from the state without being resolved. */
  hasLeft?: true
  resolved?: { outcome: 'recovery' | 'accounted'; statement: string }
}

/** An object that a client reported as created, or as being created (`id` null). */
export type ReportedCreate = {
  urn: string
  type: string
  id: string | null
  at: number
  parent: string
  provider: string
  inputs: Record<string, unknown>
}

export type ReconcileFacts = {
  deployment: Deployment
  /** The version of that state. */
  version: number
  /** Statements in the recovery that wrote the state, by URN: where the user searched. */
  answers: ReadonlyMap<string, string>
  /** Reported by the client of `update`: they say nothing about what another update left. */
  creates: readonly ReportedCreate[]
  update: string | null
  source: 'late' | 'unrecorded'
}

/**
 * The effect of a new state or report of a client on the untracked resources (GR-30, GR-35). An item is only closed by a user's
 * answer, or by an entry for exactly the same object. Idempotent: the same facts lead to no further changes.
 */
export function reconcile(
  open: readonly OpenItem[],
  facts: ReconcileFacts,
): { found: FoundItem[]; changes: ItemChange[] } {
  const changes = new Map<string, ItemChange>()
  const lists: Lists = {
    open,
    found: [],
    changes,
    change: (id, what) => void changes.set(id, { ...changes.get(id), id, ...what }),
    providers: (facts.deployment.resources ?? []).filter(({ type }) => isProviderType(type)),
    accounts: accountant(facts.deployment),
  }
  matchOperations(lists, facts)
  addReports(lists, facts)
  resolveAccounted(lists, facts)
  return { found: lists.found, changes: [...changes.values()] }
}

/** The open items, and what has been found and changed so far. */
type Lists = {
  open: readonly OpenItem[]
  found: FoundItem[]
  changes: ReadonlyMap<string, ItemChange>
  change(id: string, what: Omit<ItemChange, 'id'>): void
  providers: Resource[]
  /** The entry for an object. */
  accounts(item: Sought): Resource | undefined
}

/** Compares items with the pending operations: new ones are added, and items whose operation is gone are changed. */
function matchOperations({ open, found, change, providers }: Lists, { deployment, answers }: ReconcileFacts): void {
  const known = Map.groupBy(
    open.filter(({ isPending }) => isPending),
    ({ urn }) => urn,
  )
  for (const [urn, operations] of Map.groupBy(unknownOutcomes(deployment), ({ resource }) => resource.urn)) {
    const { pairs, rest } = pairsOf(known.get(urn) ?? [], operations, providers)
    known.set(urn, rest)
    for (const { operation, item } of pairs) {
      const id = importedAs(operation)
      if (item === undefined) found.push(fromOperation(operation, id, providers))
      else if (id !== null && item.resourceId === null) change(item.id, { resourceId: id })
    }
  }
  for (const { id, urn } of [...known.values()].flat()) {
    const statement = answers.get(urn)
    if (statement === undefined) change(id, { hasLeft: true })
    else change(id, { resolved: { outcome: 'recovery', statement } })
  }
}

/**
 * The item of each operation of one URN, and the items that are left: by the same clues, and only then by age. Both
 * lists have the newest first (docs/protocol.md, Replay), and there may be more at the front of either.
 */
function pairsOf(
  items: readonly OpenItem[],
  operations: readonly PendingOperation[],
  providers: Resource[],
): { pairs: { operation: PendingOperation; item: OpenItem | undefined }[]; rest: OpenItem[] } {
  const rest = [...items]
  const taken = (at: number) => (at < 0 ? undefined : rest.splice(at, 1)[0])
  const byClues = operations.toReversed().map((operation) => {
    const { clues } = intentOf(operation.resource, providers)
    return { operation, item: taken(rest.findLastIndex(({ intended }) => sameJson(intended.clues, clues))) }
  })
  const pairs = byClues.map(({ operation, item }) => ({ operation, item: item ?? taken(rest.length - 1) }))
  return { pairs: pairs.toReversed(), rest }
}

/** Adds what a client reported as created, unless an item or an entry has it. */
function addReports(
  { open, found, changes, change, providers, accounts }: Lists,
  { deployment, creates, update, source }: ReconcileFacts,
): void {
  type Known = { resourceId: string | null; isOwn: boolean; learn: (id: string) => void }
  const byUrn = new Map<string, Known[]>()
  const track = (urn: string, known: Known) => byUrn.set(urn, [...(byUrn.get(urn) ?? []), known])
  const trackFound = (item: FoundItem) =>
    track(item.urn, { resourceId: item.resourceId, isOwn: true, learn: (id) => (item.resourceId = id) })
  for (const { id, urn, resourceId, updateId } of open) {
    if (changes.get(id)?.resolved) continue
    track(urn, {
      resourceId: changes.get(id)?.resourceId ?? resourceId,
      isOwn: updateId === update,
      learn: (reported) => change(id, { resourceId: reported }),
    })
  }
  for (const item of found) trackFound(item)
  const holds = creates.length > 0 ? holderOf(deployment) : () => false
  for (const create of creates) {
    if (isProviderType(create.type) || holds(create)) continue
    const same = byUrn.get(create.urn) ?? []
    // An item without an id gets the first one reported; known objects are not added again.
    if (same.some(({ resourceId, isOwn }) => (create.id === null ? isOwn : resourceId === create.id))) continue
    const waiting = same.find(({ resourceId, isOwn }) => resourceId === null && isOwn)
    if (waiting && create.id !== null) {
      waiting.resourceId = create.id
      waiting.learn(create.id)
    } else {
      const item = fromReport(create, source, providers)
      // A step that follows an alias reports the new URN of an object that the state still has under its former one.
      if (item.resourceId !== null && accounts({ ...item, inputs: create.inputs }) !== undefined) continue
      found.push(item)
      trackFound(item)
    }
  }
}

/** Resolves items whose object an entry of the state has. */
function resolveAccounted({ open, changes, change, accounts }: Lists, { version }: ReconcileFacts): void {
  for (const item of open) {
    const changed = changes.get(item.id)
    if (changed?.resolved || (item.isPending && !changed?.hasLeft)) continue
    const entry = accounts({ ...item, resourceId: changed?.resourceId ?? item.resourceId })
    if (entry === undefined) continue
    const statement = `Version ${version} holds it as ${urnName(entry.urn)}, with the id ${entry.id ?? ''}.`
    change(item.id, { resolved: { outcome: 'accounted', statement } })
  }
}

/**
 * Creates without a recorded end, and those answered with "import", which imports nothing (docs/state.md, Pending
 * operations).
 */
const unknownOutcomes = ({ pending_operations: operations }: Deployment): PendingOperation[] =>
  (operations ?? []).filter(
    ({ type, resource }) => (type === 'creating' || type === 'importing') && !isOnlyInState(resource),
  )

const importedAs = ({ type, resource }: PendingOperation): string | null =>
  type === 'importing' ? resource.importID || resource.id || null : null

/** Whether the state has the object under its URN. */
function holderOf({ resources }: Deployment): (create: ReportedCreate) => boolean {
  const compare = sameObjectIn(resources)
  const byName = Map.groupBy(
    (resources ?? []).filter(({ id }) => id),
    entryKey,
  )
  return (create) => {
    const { urn, type, id, provider } = create
    if (id === null) return false
    return (byName.get(entryKey({ urn, id })) ?? []).some((entry) => compare({ type, id, provider }, entry) !== 'apart')
  }
}

type Sought = Pick<OpenItem, 'urn' | 'resourceType' | 'resourceId' | 'intended'> & {
  /** If they are known: an item keeps only the clues in them. */
  inputs?: Record<string, unknown>
}

/**
 * Finds the entry for an item's object: one with the same id under its URN, unless its provider now manages another
 * place; if the id was reported, one under another URN of the type, of the same place and container; or one under its
 * URN with the same physical name, if that was fixed before the create was started. In doubt there is none, and the item stays open.
 */
function accountant({ resources }: Deployment): (item: Sought) => Resource | undefined {
  const indexed = () => {
    const live = (resources ?? []).filter((entry) => entry.custom && !entry.delete && entry.id)
    return {
      compare: sameObjectIn(resources),
      byUrn: new Map(live.map((entry) => [entry.urn, entry])),
      byObject: Map.groupBy(live, objectKey),
    }
  }
  let index: ReturnType<typeof indexed> | undefined // once it is needed: this runs in the transaction that ends an update
  return ({ urn, resourceType: type, resourceId, intended: { provider, clues }, inputs }) => {
    const { compare, byUrn, byObject } = (index ??= indexed())
    const own = byUrn.get(urn)
    const isIt = own && (own.id === resourceId || clues.some((clue) => !isPlace(clue) && clue.value === own.id))
    if (isIt && compare({ type, provider, id: own.id }, own) !== 'apart') return own
    if (resourceId === null) return undefined
    const region = clues.find(({ label }) => label === 'Region')?.value
    const object = { type, id: resourceId, provider, inputs: { ...(region !== undefined && { region }), ...inputs } }
    if (!isIdentity(object)) return undefined
    return byObject.get(objectKey(object))?.find((entry) => {
      if (entry === own || compare(object, entry) !== 'same') return false
      return inputs !== undefined || isUnique(resourceId) || !isInContainer(entry, clues)
    })
  }
}

/** An id that the provider made up, or that names its place. */
const isUnique = (id: string): boolean => /[0-9a-f]{8}|^(arn:|https?:|\/|projects\/)/i.test(id)

/**
 * Whether an id may be that of another object in another container, as that of a permission of another function: if an
 * input names a container that no clue has.
 */
const isInContainer = ({ id, inputs }: Resource, clues: readonly Clue[]): boolean =>
  Object.entries(inputs ?? {}).some(
    ([key, value]) =>
      WHERE.test(key) && typeof value === 'string' && value !== id && !clues.some((clue) => clue.value === value),
  )

function fromOperation({ resource }: PendingOperation, resourceId: string | null, providers: Resource[]): FoundItem {
  const { urn, type } = resource
  const intended = intentOf(resource, providers)
  return { urn, resourceType: type, resourceId, isPending: true, intended, source: 'pending', since: null }
}

function fromReport(create: ReportedCreate, source: 'late' | 'unrecorded', providers: Resource[]): FoundItem {
  const { urn, type, id, at } = create
  const intended = intentOf(create, providers)
  return { urn, resourceType: type, resourceId: id, isPending: false, intended, source, since: at }
}

type Intended = Pick<Resource, 'urn' | 'type' | 'inputs' | 'additionalSecretOutputs' | 'parent' | 'provider'>

function intentOf(
  { urn, type, inputs, additionalSecretOutputs, parent, provider }: Intended,
  providers: Resource[],
): Intent {
  const shown = maskProperties(inputs ?? {}, additionalSecretOutputs ?? [])
  const resource: Resource = { urn, type, inputs: shown, ...(provider && { provider }) }
  // The engine writes this in place of secret values; it names nothing.
  const clues = cluesFor(resource, providers).filter(({ value }) => value !== '[secret]')
  return { ...(parent && { parent }), ...(provider && { provider }), clues }
}

/**
 * Objects that a run reported as created, and those it had started to create; without those deleted again or failed.
 */
export function createsIn(steps: readonly EventStep[]): ReportedCreate[] {
  const creates = new Map<string, ReportedCreate>()
  for (const { what, op, urn, type, old, new: now, at } of steps) {
    if (op.startsWith('delete') && what === 'ended' && old) creates.delete(`${urn} ${old.id}`)
    if (!op.startsWith('create') || !now?.custom) continue
    if (what !== 'begun') creates.delete(`${urn} `)
    if (what === 'failed' || (what === 'ended' && now.id === '')) continue
    const { parent, provider, inputs } = now
    const id = what === 'ended' ? now.id : ''
    creates.set(`${urn} ${id}`, { urn, type: type || urnType(urn), id: id || null, at, parent, provider, inputs })
  }
  return [...creates.values()]
}
