import type { Deployment, Resource } from '../state/checkpoint.ts'
import { formerObjects } from '../state/objectPlaces.ts'
import { parseProviderReference, urnName } from '../state/urn.ts'
import { entryKey } from '../journal/stepFacts.ts'

/**
 * An entry of a former state that is missing from a later one; `obstacle` is why it cannot be restored, null if it can.
 */
export type LostEntry = { at: number; resource: Resource; obstacle: string | null }

const entriesOf = ({ resources }: Deployment): Resource[] => resources ?? []

/**
 * The live entries of `former` that are missing from `later`, in their former order (GR-34). An object that has another
 * URN now is not lost; neither is an entry without an id whose URN still exists. One that may have another URN cannot be
 * restored: with two entries of one object, an update deletes it.
 */
export function lostEntries(former: Deployment, later: Deployment): LostEntry[] {
  const present = entriesOf(later)
  const keys = new Set(present.map(entryKey))
  const heldAs = formerObjects(former, later)
  const live = new Map(present.filter((entry) => !entry.delete).map((entry) => [entry.urn, entry]))
  return entriesOf(former).flatMap((resource, at): LostEntry[] => {
    if (resource.delete || keys.has(entryKey(resource))) return []
    const held = resource.custom && resource.id ? heldAs(resource) : undefined
    if (held?.sameness === 'same') return []
    const other = live.get(resource.urn)
    if (other === undefined)
      return [{ at, resource, obstacle: held?.sameness === 'unknown' ? mayBe(held.holder) : null }]
    // A component is identified by its URN, and a provider by its configuration.
    if (!resource.custom) return []
    return [{ at, resource, obstacle: `Its URN now names another object, ${other.id ?? 'without an id'}.` }]
  })
}

const mayBe = ({ urn }: Resource): string =>
  `${urnName(urn)} has its type and ID, and may be the same resource. If it is another one, import it with pulumi import.`

/** All URNs that an entry refers to: parent, provider, dependencies and the rest. */
export function referents(resource: Resource): string[] {
  const { parent, dependencies, propertyDependencies, deletedWith, replaceWith, viewOf, provider } = resource
  const reference = parseProviderReference(provider ?? '')
  return [
    ...(parent ? [parent] : []),
    ...('error' in reference ? [] : [reference.urn]),
    ...(dependencies ?? []),
    ...Object.values(propertyDependencies ?? {}).flatMap((urns) => urns ?? []),
    ...(deletedWith ? [deletedWith] : []),
    ...(replaceWith ?? []),
    ...(viewOf ? [viewOf] : []),
  ]
}

export type Restored = {
  resources: Resource[]
  /** The restored entries: the requested ones and those they refer to, in their former order. */
  added: Resource[]
  /** Existing entries with restored references, which a refresh had removed. */
  changed: { before: Resource; after: Resource }[]
}

/**
 * Restores lost entries in their former order, each after its predecessor and its references, together with every lost
 * entry they refer to. References of existing entries that were removed with them are restored too. Existing entries
 * are neither moved nor otherwise changed.
 */
export function restoreEntries(former: Deployment, later: Deployment, wanted: ReadonlySet<number>): Restored {
  const lost = lostEntries(former, later).filter(({ obstacle }) => obstacle === null)
  const chosen = withReferents(lost, wanted)
  const present = entriesOf(later)
  const place = new Map(present.map((entry, index) => [entryKey(entry), index]))
  const liveAt = new Map(present.flatMap((entry, index) => (entry.delete ? [] : [[entry.urn, index] as const])))
  const anchors = new Map<string, number>()
  const after = new Map<number, Resource[]>()
  const added: Resource[] = []
  let last = -1
  for (const [at, resource] of entriesOf(former).entries()) {
    const here = place.get(entryKey(resource)) ?? liveAt.get(resource.urn)
    if (here !== undefined) last = Math.max(last, here)
    if (!chosen.has(at)) continue
    for (const urn of referents(resource)) last = Math.max(last, anchors.get(urn) ?? liveAt.get(urn) ?? -1)
    anchors.set(resource.urn, last)
    after.set(last, [...(after.get(last) ?? []), resource])
    added.push(resource)
  }
  const changed: Restored['changed'] = []
  const formerByKey = new Map(entriesOf(former).map((entry) => [entryKey(entry), entry]))
  const resources = [
    ...(after.get(-1) ?? []),
    ...present.flatMap((entry, index) => {
      // An entry may only refer to entries before it.
      const isBack = (urn: string) => (anchors.get(urn) ?? Infinity) < index
      const whole = withReferences(entry, formerByKey.get(entryKey(entry)), isBack)
      if (whole !== entry) changed.push({ before: entry, after: whole })
      return [whole, ...(after.get(index) ?? [])]
    }),
  ]
  return { resources, added, changed }
}

/** Adds all lost entries that the requested ones refer to, directly or indirectly. */
function withReferents(lost: readonly LostEntry[], wanted: ReadonlySet<number>): Set<number> {
  const byUrn = new Map(lost.map((entry) => [entry.resource.urn, entry]))
  const chosen = new Set<number>()
  const open = lost.filter(({ at }) => wanted.has(at))
  for (let entry = open.pop(); entry; entry = open.pop()) {
    if (chosen.has(entry.at)) continue
    chosen.add(entry.at)
    open.push(...referents(entry.resource).flatMap((urn) => byUrn.get(urn) ?? []))
  }
  return chosen
}

/** Returns the entry with its former references to restored entries; the same object if it had none. */
function withReferences(entry: Resource, before: Resource | undefined, isBack: (urn: string) => boolean): Resource {
  if (before === undefined) return entry
  const back: Partial<Resource> = {}
  if (!entry.parent && before.parent && isBack(before.parent)) back.parent = before.parent
  if (!entry.deletedWith && before.deletedWith && isBack(before.deletedWith)) back.deletedWith = before.deletedWith
  for (const key of ['dependencies', 'replaceWith'] as const) {
    const list = mended(entry[key], before[key], isBack)
    if (list) back[key] = list
  }
  const properties = Object.entries(before.propertyDependencies ?? {}).flatMap(([property, urns]) => {
    const list = mended(entry.propertyDependencies?.[property], urns, isBack)
    return list ? [[property, list] as const] : []
  })
  if (properties.length > 0)
    back.propertyDependencies = { ...entry.propertyDependencies, ...Object.fromEntries(properties) }
  return Object.keys(back).length > 0 ? { ...entry, ...back } : entry
}

/** Restores the former list without entries that are still missing; undefined if nothing is restored. */
function mended(
  now: string[] | null | undefined,
  before: string[] | null | undefined,
  isBack: (urn: string) => boolean,
): string[] | undefined {
  const has = new Set(now ?? [])
  if (!before?.some((urn) => !has.has(urn) && isBack(urn))) return undefined
  const old = before.filter((urn) => has.has(urn) || isBack(urn))
  return [...old, ...[...has].filter((urn) => !before.includes(urn))]
}
