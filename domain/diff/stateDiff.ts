import type { EntryChange, PropertyChange, StateDiff } from '#contract/diff.ts'
import type { PendingOperation, Resource, StateDocument } from '../state/checkpoint.ts'
import { entryKeys } from '../state/entryKeys.ts'
import { isObject } from '../json/jsonObject.ts'
import type { AlikeEntries } from './cutAlike.ts'
import { longestRising } from './longestRising.ts'
import { collectChanges, type RawChange } from './propertyChanges.ts'
import { maskProperties, maskValue, SECRET_SIGNATURE, SIGNATURE } from '../state/secrets.ts'
import { isProviderType } from '../state/urn.ts'

export type DiffOptions = {
  /** URNs known to be renamed; others are detected by type and ID, or by alias. */
  urnsChanged?: readonly { from: string; to: string }[]
  /** Pairs of entries known to be the same; others are matched by URN, age and ID. */
  changed?: readonly { before: Resource; after: Resource }[]
  /** Maximum number of characters of all values together; differences beyond it are listed without values. */
  valueBudget?: number
  /** Lists only entries with this URN, with all properties of added and removed ones. */
  only?: string | undefined
  /** Resources that both states share and that are not in the documents (`cutAlike`). */
  alike?: AlikeEntries | undefined
}

const VALUE_BUDGET = 1_000_000
/** Maximum number of properties listed for one entry. */
const MAX_PROPERTIES = 200
const MAX_MOVED = 1000
/** Maximum number of added or removed entries whose properties are listed. */
const MAX_DETAILED = 20

/**
 * Differences between two states, by entries and properties. Entries that share a URN are distinguished by being old
 * and by their ID. An entry whose type and ID reappear under another URN is renamed. Secrets are masked.
 */
export function diffStates(before: StateDocument, after: StateDocument, options: DiffOptions = {}): StateDiff {
  const was = before.deployment.resources ?? []
  const is = after.deployment.resources ?? []
  const pairs = options.changed ? knownPairs(was, is, options.changed) : []
  const left = byKey(was, new Set(pairs.map(({ from }) => from)))
  const added: number[] = []
  for (const [key, at] of byKey(is, new Set(pairs.map(({ to }) => to)))) {
    const from = left.get(key)
    left.delete(key)
    if (from === undefined) added.push(at)
    else pairs.push({ from, to: at, isRenamed: false })
  }
  const found = findRenamed(was, is, [...left.values()], added, options.urnsChanged ?? [])
  pairs.push(...found)
  const leaving = new Set(found.map(({ from }) => from))
  const arriving = new Set(found.map(({ to }) => to))
  const writer = valueWriter(options.valueBudget ?? VALUE_BUDGET)
  const entries: EntryChange[] = []
  const isListed = (urn: string): boolean => options.only === undefined || urn === options.only
  const counts = { renamed: 0, changed: 0, same: 0 }
  for (const { from, to, isRenamed } of pairs.toSorted((a, b) => a.to - b.to)) {
    const [a, b] = [was[from], is[to]]
    if (!a || !b) continue
    const properties = a === b ? [] : changesOfEntry(a, b, isRenamed)
    const kind = isRenamed ? 'renamed' : properties.length > 0 ? 'changed' : 'same'
    counts[kind] += 1
    if (kind === 'same') continue
    if (isListed(b.urn) || isListed(a.urn)) entries.push(changed(kind, b, isRenamed ? a.urn : null, properties, writer))
  }
  const gone = [...left.values()].filter((at) => !leaving.has(at))
  const come = added.filter((at) => !arriving.has(at))
  const isDetailed = options.only !== undefined || gone.length + come.length <= MAX_DETAILED
  const wholes = (change: 'added' | 'removed', entry: Resource | undefined): EntryChange[] =>
    entry && isListed(entry.urn) ? [whole(change, entry, isDetailed ? writer : undefined)] : []
  counts.same += options.alike?.pairs.length ?? 0
  const moved = movedOf(is, pairs, options.alike)
  return {
    entries: [
      ...gone.flatMap((at) => wholes('removed', was[at])),
      ...come.flatMap((at) => wholes('added', is[at])),
      ...entries,
    ],
    counts: { added: come.length, removed: gone.length, ...counts, moved: moved.length },
    moved: moved.slice(0, MAX_MOVED),
    ...diffOperations(before.deployment.pending_operations ?? [], after.deployment.pending_operations ?? []),
    providers: pairs.flatMap(({ from, to }) => providerVersion(was[from], is[to])),
    beside: collectChanges(besideOf(before), besideOf(after)).map((each) => maskedBeside(each)),
  }
}

type Pair = { from: number; to: number; isRenamed: boolean }

/** Pairs of entries that are the same object in both states, or are known to be the same. */
function knownPairs(
  was: readonly Resource[],
  is: readonly Resource[],
  changed: NonNullable<DiffOptions['changed']>,
): Pair[] {
  const places = new Map(was.map((entry, at) => [entry, at]))
  const formers = new Map(changed.map(({ before, after }) => [after, before]))
  return is.flatMap((entry, to) => {
    const former = formers.get(entry) ?? entry
    const from = places.get(former)
    places.delete(former)
    return from === undefined ? [] : [{ from, to, isRenamed: former.urn !== entry.urn }]
  })
}

/** Index of each entry by its key, without those already paired. */
const byKey = (resources: readonly Resource[], taken: ReadonlySet<number>): Map<string, number> =>
  new Map(entryKeys(resources).flatMap((key, at) => (taken.has(at) ? [] : [[key, at] as const])))

function findRenamed(
  was: readonly Resource[],
  is: readonly Resource[],
  removed: readonly number[],
  added: readonly number[],
  known: readonly { from: string; to: string }[],
): Pair[] {
  if (removed.length === 0 || added.length === 0) return []
  const to = new Map(known.map((each) => [each.from, each.to]))
  const byUrn = new Map(added.map((at) => [is[at]?.urn ?? '', at]))
  const byObject = unique(added, (at) => objectOf(is[at]))
  const once = unique(removed, (at) => objectOf(was[at]))
  const byAlias = unique(
    added.flatMap((at) => (is[at]?.aliases ?? []).map((alias) => ({ at, alias }))),
    ({ alias }) => alias,
  )
  const taken = new Set<number>()
  return removed.flatMap((from) => {
    const entry = was[from]
    const object = objectOf(entry)
    const found =
      byUrn.get(to.get(entry?.urn ?? '') ?? '') ??
      (object !== undefined && once.get(object) === from ? byObject.get(object) : undefined) ??
      byAlias.get(entry?.urn ?? '')?.at
    if (found === undefined || taken.has(found) || is[found]?.type !== entry?.type) return []
    taken.add(found)
    return [{ from, to: found, isRenamed: true }]
  })
}

/** Identifies the cloud object of an entry. */
const objectOf = (entry: Resource | undefined): string | undefined =>
  entry?.custom && entry.id ? `${entry.type} ${entry.id} ${entry.delete === true}` : undefined

/** Items by key, without those whose key occurs more than once. */
function unique<Item>(items: readonly Item[], keyOf: (item: Item) => string | undefined): Map<string, Item> {
  const found = new Map<string, Item>()
  const twice = new Set<string>()
  for (const item of items) {
    const key = keyOf(item)
    if (key === undefined) continue
    if (found.has(key)) twice.add(key)
    found.set(key, item)
  }
  for (const key of twice) found.delete(key)
  return found
}

/** The CLI treats an absent key like an empty one (docs/state.md, Resource entries). */
const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)

const changesOfEntry = (a: Resource, b: Resource, isRenamed: boolean): RawChange[] =>
  collectChanges(a, b, (key) => (isRenamed && key === 'urn') || (isNothing(a[key]) && isNothing(b[key])))

function changed(
  change: EntryChange['change'],
  entry: Resource,
  formerUrn: string | null,
  properties: RawChange[],
  write: Write,
): EntryChange {
  let isCut = false
  const secretKeys = new Set(entry.additionalSecretOutputs ?? [])
  const shown = properties.slice(0, MAX_PROPERTIES).map((each): PropertyChange => {
    const [side, key] = each.segments
    const isSecret = side === 'outputs' && typeof key === 'string' && secretKeys.has(key)
    const written = write(isSecret ? masked(each) : each.segments.length === 1 ? maskedOutputs(each, secretKeys) : each)
    if (written.isCut) isCut = true
    return written.change
  })
  return { ...names(entry), change, formerUrn, properties: shown, more: properties.length - shown.length, isCut }
}

/** A change for an entry that is on one side only, with its properties if they are listed. */
function whole(change: 'added' | 'removed', entry: Resource, write: Write | undefined): EntryChange {
  if (!write) return { ...names(entry), change, formerUrn: null, properties: [], more: 0, isCut: false }
  const all = change === 'added' ? collectChanges({}, entry) : collectChanges(entry, {})
  return changed(
    change,
    entry,
    null,
    all.filter(({ path, was, is }) => !NAMED.has(path) && !isNothing(was ?? is)),
    write,
  )
}

/** Keys that every row of a difference shows anyway. */
const NAMED = new Set(['urn', 'type', 'id', 'custom'])

const names = ({ urn, type, id, delete: isOld }: Resource) => ({ urn, type, id: id || null, isOld: isOld === true })

function movedOf(is: readonly Resource[], pairs: readonly Pair[], alike: AlikeEntries | undefined): string[] {
  const placed = pairs.map(({ from, to }) => ({
    from: alike?.places.before[from] ?? from,
    to: alike?.places.after[to] ?? to,
    urn: () => is[to]?.urn ?? '',
  }))
  const others = (alike?.pairs ?? []).map(({ from, to }) => ({ from, to, urn: () => alike?.urnOf(to) ?? '' }))
  const inOrder = [...placed, ...others].sort((a, b) => a.to - b.to)
  const stayed = longestRising(inOrder.map(({ from }) => from))
  return inOrder.flatMap(({ from, urn }) => (stayed.has(from) ? [] : [urn()]))
}

function diffOperations(was: readonly PendingOperation[], is: readonly PendingOperation[]) {
  const nameOf = ({ type, resource }: PendingOperation) => ({ type, urn: resource.urn })
  const left = new Map<string, PendingOperation[]>()
  const keyOf = ({ type, resource }: PendingOperation) => `${type} ${resource.urn}`
  for (const each of was) left.set(keyOf(each), [...(left.get(keyOf(each)) ?? []), each])
  const added = is.filter((each) => left.get(keyOf(each))?.shift() === undefined)
  const removed = [...left.values()].flat()
  return {
    operationsAdded: added.map(nameOf),
    operationsRemoved: removed.map(nameOf),
    operationsSame: is.length - added.length,
  }
}

function providerVersion(a: Resource | undefined, b: Resource | undefined): StateDiff['providers'] {
  if (!a || !b || a === b || !isProviderType(b.type)) return []
  const [was, is] = [versionOf(a), versionOf(b)]
  return was === is ? [] : [{ urn: b.urn, was, is }]
}

const versionOf = ({ inputs, outputs }: Resource): string | null => {
  const version = inputs?.['version'] ?? outputs?.['version']
  return typeof version === 'string' ? version : null
}

/** Everything in a document except its entries and operations. */
function besideOf({ deployment, ...wrapper }: StateDocument): Record<string, unknown> {
  const { resources: _resources, pending_operations: _operations, ...rest } = deployment
  return { ...wrapper, ...rest }
}

/**
 * The state of a secrets provider can contain a salt or a wrapped key: the change names the part that differs, without
 * its value.
 */
function maskedBeside(change: RawChange): PropertyChange {
  const [first, second] = change.segments
  const isProvider = first === 'secrets_providers'
  const shown = isProvider && second === 'state' ? masked(change) : change
  const show = (value: unknown) =>
    isProvider && second === undefined && isObject(value) ? { ...value, state: SECRET } : maskValue(value)
  const { path, kind, was, is } = shown
  return { path, kind, ...(was !== undefined && { was: show(was) }), ...(is !== undefined && { is: show(is) }) }
}

const SECRET = { [SIGNATURE]: SECRET_SIGNATURE }

const masked = (change: RawChange): RawChange => ({
  ...change,
  ...(change.was !== undefined && { was: SECRET }),
  ...(change.is !== undefined && { is: SECRET }),
})

/** Masks a change of the whole `outputs`, some of which are secret by name. */
function maskedOutputs(change: RawChange, secretKeys: ReadonlySet<string>): RawChange {
  if (change.path !== 'outputs' || secretKeys.size === 0) return change
  const hide = (value: unknown) => (isObject(value) ? maskProperties(value, [...secretKeys]) : value)
  return { ...change, was: hide(change.was), is: hide(change.is) }
}

type Write = (change: RawChange) => { change: PropertyChange; isCut: boolean }

/** Returns a function that masks values, and omits them once the budget is used up. */
function valueWriter(budget: number): Write {
  let left = budget
  return ({ path, kind, was, is }) => {
    const [a, b] = [maskValue(was), maskValue(is)]
    const size = sizeOf(a) + sizeOf(b)
    if (size > left) return { change: { path, kind }, isCut: true }
    left -= size
    return {
      change: { path, kind, ...(a !== undefined && { was: a }), ...(b !== undefined && { is: b }) },
      isCut: false,
    }
  }
}

const sizeOf = (value: unknown): number => (value === undefined ? 0 : (JSON.stringify(value)?.length ?? 0))
