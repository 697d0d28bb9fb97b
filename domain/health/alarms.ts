import { counted, number, plural } from '#words/counts.ts'
import type { Facts, ReportedEntries } from '../recoveries/guidedRecovery.ts'
import type { Deployment, Resource } from '../state/checkpoint.ts'
import { objectKey } from '../state/entryKeys.ts'
import { formerObjects, sameObjectIn, type Sameness } from '../state/objectPlaces.ts'
import { isIdentity, sameObjects, type SuspectEntry } from '../state/sameObjects.ts'
import { entryKey, type StepFacts } from '../journal/stepFacts.ts'
import { atOnce, type InPieces } from '../inPieces.ts'
import { endangeringTwins } from '../state/oldTwins.ts'
import {
  type ForeignEntry,
  foreignEntries,
  type OtherNames,
  shownNames,
  type UrnNames,
} from '../state/foreignEntries.ts'
import { isProviderType, parseUrn, urnName, withoutStack } from '../state/urn.ts'

export type AlarmKind = 'massLoss' | 'silentLoss' | 'sameId' | 'oldTwin' | 'otherNames'

/** A possibly unintended effect of an update on the state (GR-34). */
export type Alarm = { kind: AlarmKind; entries: SuspectEntry[]; total: number }

/** Losses up to this number, or this share of the custom resources, are normal for a refresh (GR-34). */
const FEW = 3
const SHARE = 0.2

export type AlarmInput = {
  /** The state before the update and after it. */
  base: Deployment
  result: Deployment
  steps: StepFacts
  /** The names that the URNs of the state should have. */
  own: UrnNames
  /** A user or a tool replaced the state on purpose (import, rename, recovery): missing entries are not losses. */
  isOnPurpose: boolean
}

/** The alarms to raise at the end of an update. Pure; knows nothing about objects in the cloud. */
export const alarmsOf = (input: AlarmInput): Alarm[] => atOnce(alarmsInPieces(input))

/** The same in pieces, for a large state: each piece is one pass over its entries. */
export function* alarmsInPieces({ base, result, steps, own, isOnPurpose }: AlarmInput): InPieces<Alarm[]> {
  const losses = isOnPurpose ? [] : lossesOf(base, result, steps)
  yield
  const total = (base.resources ?? []).filter(isManaged).length
  yield
  const ids = sameObjects(result, base)
  yield
  const twins = newTwins(result, base)
  yield
  const foreign = newForeign(result, base, own)
  return [
    ...(losses.length > Math.max(FEW, total * SHARE)
      ? [{ kind: 'massLoss' as const, entries: losses.map(toEntry), total }]
      : silent(losses, total)),
    ...(ids.length > 0
      ? [{ kind: 'sameId' as const, entries: ids, total: (result.resources ?? []).filter(isManaged).length }]
      : []),
    ...(twins.length > 0
      ? [{ kind: 'oldTwin' as const, entries: twins, total: (result.resources ?? []).filter(isManaged).length }]
      : []),
    ...(foreign.length > 0
      ? [{ kind: 'otherNames' as const, entries: foreign, total: (result.resources ?? []).length }]
      : []),
  ]
}

/** Entries of other stacks, unless the base had all of them. */
function newForeign(result: Deployment, base: Deployment, own: UrnNames): SuspectEntry[] {
  const foreign = foreignEntries(result, own)
  if (foreign.length === 0) return []
  const known = new Set(foreignEntries(base, own).map(({ entry }) => entry.urn))
  return foreign.some(({ entry }) => !known.has(entry.urn)) ? foreign.map(toForeign) : []
}

const toForeign = ({ entry: { urn, type, id = '' }, names }: ForeignEntry): SuspectEntry => ({
  urn,
  type,
  id,
  why: `Its URN names ${shownNames(names)}.`,
})

/** Live entries that the next update would delete, because an old entry has their ID, unless the base had them too. */
function newTwins(result: Deployment, base: Deployment): SuspectEntry[] {
  const twins = endangeredEntries(result)
  if (twins.length === 0) return []
  const known = new Set(endangeredEntries(base).map(({ urn }) => urn))
  return twins.some(({ urn }) => !known.has(urn)) ? twins : []
}

function endangeredEntries(deployment: Deployment): SuspectEntry[] {
  const urns = new Set<string>()
  return endangeringTwins(deployment).flatMap(({ live }) => {
    const { urn = '', type = '', id = '' } = deployment.resources?.[live] ?? {}
    if (urns.has(urn)) return []
    urns.add(urn)
    return [{ urn, type, id, why: 'An old entry with this ID is marked to be deleted.' }]
  })
}

/** Alarms about missing entries. Those that a refresh found gone are expected; unexplained ones never are. */
function silent(losses: readonly Loss[], total: number): Alarm[] {
  const unexplained = losses.filter(({ isGone }) => !isGone)
  return unexplained.length > 0 ? [{ kind: 'silentLoss', entries: unexplained.map(toEntry), total }] : []
}

type Loss = { resource: Resource; isGone: boolean; isShared: boolean }

const toEntry = ({ resource: { urn, type, id = '', provider = '' }, isGone, isShared }: Loss): SuspectEntry => ({
  urn,
  type,
  id,
  ...(!isShared && { provider }),
  why: isGone
    ? 'A refresh asked the provider, who did not know it.'
    : 'Nothing in the update says that it was deleted.',
})

/**
 * Whether losing the entry leaves an object behind. False for resources that were only read or were gone already, views
 * of another resource, and components and providers, which have no object.
 */
const isManaged = ({ custom, type, external, delete: old, pendingReplacement, viewOf, id }: Resource): boolean =>
  custom === true && Boolean(id) && !external && !old && !pendingReplacement && !viewOf && !isProviderType(type)

function lossesOf(base: Deployment, result: Deployment, steps: StepFacts): Loss[] {
  const left = result.resources ?? []
  const idsOf = new Map<string, string | undefined>(left.map(({ urn, id }) => [urn, id]))
  // Nearly all entries are unchanged: keys are only computed for the rest.
  const changed = (base.resources ?? []).filter(
    (resource) => isManaged(resource) && idsOf.get(resource.urn) !== resource.id,
  )
  if (changed.length === 0) return []
  const keys = new Set(left.map(entryKey))
  const heldAs = formerObjects(base, result)
  return changed.flatMap((resource): Loss[] => {
    const key = entryKey(resource)
    if (keys.has(key) || steps.deleted.has(key)) return []
    // The same object has another URN (an alias, a rename, a move within the stack). In doubt it is a loss.
    const held = heldAs(resource)
    if (held?.sameness === 'same') return []
    const isShared = held !== undefined
    if (steps.gone.has(key)) return [{ resource, isGone: true, isShared }]
    // An alias may change the type as well; then only the step shows that it is the same object.
    if (steps.moved.has(key) || !steps.isKnown) return []
    return [{ resource, isGone: false, isShared }]
  })
}

/**
 * Whether a later state has fixed what an alarm reported: lost entries are there again, each object has only one
 * entry, no old entry has the ID of the live one, or all URNs have the stack's own names.
 */
export function isOver(
  { kind, entries }: Pick<Alarm, 'kind' | 'entries'>,
  deployment: Deployment,
  own: UrnNames,
): boolean {
  const { resources } = deployment
  if (kind === 'otherNames') return foreignEntries(deployment, own).length === 0
  if (kind === 'oldTwin') {
    const endangered = new Set(endangeredEntries(deployment).map(({ urn }) => withoutStack(urn)))
    return !entries.some(({ urn }) => endangered.has(withoutStack(urn)))
  }
  const live = (resources ?? []).filter((entry) => entry.custom && !entry.delete)
  if (kind === 'sameId') {
    const reported = new Set(entries.map(keyInStack))
    const left = new Map(live.filter((entry) => reported.has(keyInStack(entry))).map((entry) => [entry.urn, entry]))
    return new Set([...left.values()].map(objectKey)).size === left.size
  }
  const compare = sameObjectIn(resources)
  const wanted = new Set(entries.map(objectKey))
  const byObject = Map.groupBy(
    live.filter((entry) => wanted.has(objectKey(entry))),
    objectKey,
  )
  return entries.every((entry) => (byObject.get(objectKey(entry)) ?? []).some((other) => isBack(entry, other, compare)))
}

/** Identifies an entry also after a rename of its stack: an alarm keeps the URNs of its time. */
const keyInStack = ({ urn, id }: Pick<Resource, 'urn' | 'id'>): string => entryKey({ urn: withoutStack(urn), id })

/**
 * Whether an entry with its type and ID is the lost one: under its name, unless its provider now manages another place;
 * under another one only if that is certain.
 */
function isBack(lost: SuspectEntry, entry: Resource, compare: (a: SuspectEntry, b: Resource) => Sameness): boolean {
  const isNamed = withoutStack(lost.urn) === withoutStack(entry.urn)
  if (lost.provider === undefined) return isNamed
  const sameness = compare(lost, entry)
  return isNamed ? sameness !== 'apart' : sameness === 'same' && isIdentity(lost)
}

export type AlarmFacts = {
  kind: AlarmKind
  count: number
  version: number
  baseVersion: number
  entries: readonly Pick<SuspectEntry, 'urn'>[]
}

/** The text of an alarm: what happened, and what it may mean (GR-34). */
export function alarmWords({ kind, count, version, baseVersion, entries }: AlarmFacts): {
  title: string
  explanation: string
} {
  const [first] = entries
  const some = counted(count, 'resource')
  const it = plural(count, 'it', 'them')
  switch (kind) {
    case 'massLoss':
      return {
        title: `${some} disappeared from the state in version ${version}`,
        explanation: `This happens when a refresh runs with the wrong credentials or region. If the ${plural(count, 'resource still exists, it keeps', 'resources still exist, they keep')} running untracked, and pulumi up would create ${it} again. Version ${baseVersion} still has ${it}.`,
      }
    case 'silentLoss':
      return {
        title: `${some} left the state in version ${version} without a delete or refresh`,
        explanation: `The update reported neither a delete nor a refresh of ${it}. If the ${plural(count, 'resource still exists, it keeps', 'resources still exist, they keep')} running untracked. Version ${baseVersion} still has ${it}.`,
      }
    case 'sameId':
      return {
        title: `Version ${version} tracks one resource under several names`,
        explanation: `${some} in the state ${plural(count, 'has', 'have')} the same type and ID as another entry: changing or deleting one changes or deletes both. Keep the entry that your program declares and remove the other one from the state. Don’t let an update delete it.`,
      }
    case 'oldTwin':
      return {
        title: `The next update would delete ${plural(count, first ? urnName(first.urn) : 'a live resource', `${number(count)} live resources`)}`,
        explanation: `Don’t run pulumi up or pulumi destroy: first remove the old ${plural(count, 'entry', 'entries')} from the state. Since version ${version}, ${plural(count, 'an old entry with the same ID waits', 'old entries with the same IDs wait')} to be deleted, and the engine deletes by ID.`,
      }
    case 'otherNames':
      return {
        title: otherNamesTitle({ count, only: stackNamedBy(entries) }),
        explanation: `Don’t run pulumi up or pulumi destroy: both would delete ${it}. The names of the project and the stack are part of every URN, and since version ${version} the URNs of ${plural(count, 'this resource', 'these resources')} have others. Rewrite the names, or restore the version before if ${plural(count, 'it belongs', 'they belong')} to another stack.`,
      }
  }
}

/** What an update does to resources whose URNs name another stack; `only`: its name, if it is one. */
export const otherNamesTitle = ({ count, only }: OtherNames): string =>
  `The next update would delete ${counted(count, 'resource')}, whose ${plural(count, 'URN names', 'URNs name')} ${only ?? 'other stacks'}`

/** `shop/prod`, if all URNs name that stack. */
function stackNamedBy(entries: AlarmFacts['entries']): string | null {
  const names = new Set(entries.flatMap(({ urn }) => parseUrn(urn) ?? []).map(shownNames))
  const [only = null] = names
  return names.size === 1 ? only : null
}

type OpenAlarm = Omit<AlarmFacts, 'entries'> & Omit<ReportedEntries, 'title' | 'explanation'>

/** What open alarms report, as facts for recoveries. */
export function reportedBy(alarms: readonly OpenAlarm[]): Required<Pick<Facts, 'losses' | 'duplicates'>> {
  const reported = (list: readonly OpenAlarm[]): ReportedEntries[] =>
    list.map((alarm) => {
      const { id, at, baseVersion, entries } = alarm
      return { id, at, baseVersion, entries, ...alarmWords(alarm) }
    })
  return {
    losses: reported(alarms.filter(({ kind }) => kind === 'massLoss' || kind === 'silentLoss')),
    duplicates: reported(alarms.filter(({ kind }) => kind === 'sameId')),
  }
}
