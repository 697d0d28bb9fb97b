import { isNamedAs, type NamedStack } from '../stackName.ts'
import { renameBeside, renameMentions } from '../edits/references.ts'
import type { Resource, StateDocument } from '../state/checkpoint.ts'
import { RESOURCE } from '../state/fieldTypes.ts'
import { isDeletedByUpdate, whatPlacesApart } from '../state/oldTwins.ts'
import { identifies, type Places, placesOf } from '../state/sameObjects.ts'
import { UNKNOWN_VALUE } from '../state/secrets.ts'
import {
  childQualifiedType,
  isProviderType,
  isUrn,
  makeUrn,
  parseUrn,
  ROOT_STACK_TYPE,
  urnName,
  urnType,
} from '../state/urn.ts'
import { fits } from '../state/typing.ts'
import type { EarlierVersion } from './plan.ts'

/** A state with its live entries by URN, and those with an object by package and ID. */
type Side = { live: Map<string, Resource>; objects: Map<string, Resource[]>; placeOf: Places }

/** Former URNs, each with a present one. */
type Urns = Map<string, string>

/**
 * Brings former versions to the names of the present state: an object that is live under another URN since, after a
 * rename with an alias, has that URN there too. Restored under its former name, it would be tracked twice, and the next
 * update would delete it with the entry that the program does not declare. `unclear` names what may be such an object.
 */
export function presentNames({ deployment }: StateDocument, stack: NamedStack): (of: EarlierVersion) => EarlierVersion {
  let present: Side | undefined
  return (earlier) => {
    const former = earlier.deployment.resources ?? []
    present ??= sideOf(deployment.resources ?? [])
    const { renamed, unclear } = sameElsewhere(former, present, stack)
    if (renamed.size === 0) return unclear.size === 0 ? earlier : { ...earlier, unclear }
    const rename = (urn: string): string => renamed.get(urn) ?? urn
    const resources = former.map((entry) => renamedEntry(entry, rename))
    const { snippets } = renameBeside({ version: 3, deployment: earlier.deployment }, rename)
    return {
      ...earlier,
      deployment: { ...earlier.deployment, resources, ...(snippets && { snippets }) },
      renamed,
      unclear,
    }
  }
}

/** The type of a component is only its name, so it follows its URN. */
function renamedEntry(entry: Resource, rename: (urn: string) => string): Resource {
  const renamed = renameMentions(entry, rename)
  return renamed.urn === entry.urn || entry.custom ? renamed : { ...renamed, type: urnType(renamed.urn) }
}

function sideOf(resources: readonly Resource[]): Side {
  const live = new Map<string, Resource>()
  const objects = new Map<string, Resource[]>()
  for (const entry of resources) {
    if (entry.delete || !isUrn(entry.urn)) continue
    if (!live.has(entry.urn)) live.set(entry.urn, entry)
    if (!entry.custom || !entry.id || entry.pendingReplacement || entry.viewOf) continue
    const same = objects.get(keyOf(entry))
    if (same) same.push(entry)
    else objects.set(keyOf(entry), [entry])
  }
  return { live, objects, placeOf: placesOf(resources) }
}

/** By package: an alias may change the type as well. */
const keyOf = ({ type, id }: Resource): string => `${type.split(':')[0]} ${id ?? ''}`

const isSameEntry = (a: Resource | undefined, b: Resource): boolean =>
  a !== undefined && a.type === b.type && (a.id ?? '') === (b.id ?? '')

/** The objects of former entries that present entries with other URNs track, and those of which this is unclear. */
function sameElsewhere(former: Resource[], present: Side, stack: NamedStack): { renamed: Urns; unclear: Urns } {
  const [renamed, unclear]: [Urns, Urns] = [new Map(), new Map()]
  const before = sideOf(former)
  for (const entry of before.live.values()) {
    if (!entry.custom || !entry.id || isSameEntry(present.live.get(entry.urn), entry)) continue
    const others = (present.objects.get(keyOf(entry)) ?? []).flatMap((other) => {
      // What both have under one URN is accounted for.
      if (other.urn === entry.urn || isSameEntry(before.live.get(other.urn), other)) return []
      const verdict = verdictOn(entry, other, { before, present, stack })
      return verdict === 'apart' ? [] : [{ urn: other.urn, verdict }]
    })
    const [first] = others
    if (first) (others.length === 1 && first.verdict === 'same' ? renamed : unclear).set(entry.urn, first.urn)
  }
  moveAmbiguous(renamed, unclear, before)
  // Nothing is renamed in entries that cannot be decoded.
  if (renamed.size > 0 && !former.every((entry) => fits(entry, RESOURCE))) {
    for (const [from, to] of renamed) unclear.set(from, to)
    renamed.clear()
  }
  if (renamed.size > 0) {
    addParents(renamed, former, { before, present })
    addChildren(renamed, former, before)
  }
  return { renamed, unclear }
}

/** Whether a present entry tracks the object of a former one. */
function verdictOn(
  was: Resource,
  is: Resource,
  { before, present, stack }: { before: Side; present: Side; stack: NamedStack },
): 'same' | 'apart' | 'unclear' {
  const [from, to] = [parseUrn(was.urn), parseUrn(is.urn)]
  if (!from || !to || to.type !== is.type) return 'apart' // a damaged URN is no name
  if (!fits(was, RESOURCE) || !fits(is, RESOURCE)) return 'unclear'
  const isOwn = isNamedAs(to, stack) || isNamedAs(to, from)
  if (isProviderType(was.type)) return was.type === is.type && was.id !== UNKNOWN_VALUE && isOwn ? 'same' : 'apart' // its ID is generated
  // What an update does not delete in the cloud harms nothing under two names.
  if (!isDeletedByUpdate({ ...was, retainOnDelete: false }) || was.pendingReplacement) return 'apart'
  if (was.type !== is.type) return identifies(is) && urnName(was.urn) === urnName(is.urn) ? 'unclear' : 'apart'
  if (whatPlacesApart(was, is) !== undefined) return 'apart'
  // A provider whose configuration has changed since may be the same place.
  const isInOnePlace = before.placeOf(was.provider) === present.placeOf(is.provider)
  return isOwn && isInOnePlace && identifies(was) && identifies(is) ? 'same' : 'unclear'
}

/** Keeps only pairs after which each URN names one object. */
function moveAmbiguous(renamed: Urns, unclear: Urns, { live }: Side): void {
  const users = Map.groupBy(renamed.keys(), (urn) => renamed.get(urn) ?? '')
  const isTaken = (to: string) => (users.get(to)?.length ?? 0) > 1 || (live.has(to) && !renamed.has(to))
  for (let left = -1; left !== renamed.size;) {
    left = renamed.size
    for (const [from, to] of renamed) {
      if (!isTaken(to)) continue
      renamed.delete(from)
      unclear.set(from, to)
    }
  }
}

/** Components have no ID: one is the same if its children are, which have another parent now. */
function addParents(renamed: Urns, former: Resource[], { before, present }: { before: Side; present: Side }): void {
  const refused = new Set<string>()
  const takenBy = new Map([...renamed].map(([from, to]) => [to, from]))
  for (const entry of former.toReversed()) {
    const child = entry.delete ? undefined : present.live.get(renamed.get(entry.urn) ?? entry.urn)
    const [from, to] = [entry.parent, child?.parent]
    if (!from || !to || from === to || present.live.has(from) || before.live.has(to)) continue
    if (before.live.get(from)?.custom !== false || present.live.get(to)?.custom !== false) continue
    if ((renamed.get(from) ?? to) !== to || (takenBy.get(to) ?? from) !== from) refused.add(from)
    renamed.set(from, to)
    takenBy.set(to, from)
  }
  for (const urn of refused) renamed.delete(urn)
}

/** The types of parents are part of their children's URNs, as when the engine reads an alias. */
function addChildren(renamed: Urns, former: Resource[], { live }: Side): void {
  for (const { urn, parent = '' } of former) {
    const [own, from, to] = [parseUrn(urn), parseUrn(parent), parseUrn(renamed.get(parent) ?? '')]
    if (!own || !from || !to || renamed.has(urn)) continue
    if (own.parentType !== (from.qualifiedType === ROOT_STACK_TYPE ? '' : from.qualifiedType)) continue
    const fitting = makeUrn({ ...own, qualifiedType: childQualifiedType(to.qualifiedType, own.type) })
    if (fitting !== urn && !live.has(fitting)) renamed.set(urn, fitting)
  }
}
