import type { Deployment, Resource } from '../state/checkpoint.ts'
import { parseProviderReference } from '../state/urn.ts'
import { entryKey } from '../journal/stepFacts.ts'

/** An entry of a former state that the later one does not have, and why it cannot be restored, if so. */
export type LostEntry = { at: number; resource: Resource; obstacle: string | null }

const entriesOf = ({ resources }: Deployment): Resource[] => resources ?? []
/** The same object, whatever it is called. */
const objectKey = ({ type, id }: Resource): string | undefined => (id ? `${type} ${id}` : undefined)

/**
 * What `later` does not have of `former`, live entries only, in their old order (GR-34). An object that is there
 * under another URN is not lost; neither is an entry without an id that is there under its URN.
 */
export function lostEntries(former: Deployment, later: Deployment): LostEntry[] {
  const present = entriesOf(later)
  const keys = new Set(present.map(entryKey))
  const objects = new Set(present.filter(({ custom }) => custom).flatMap((entry) => objectKey(entry) ?? []))
  const live = new Map(present.filter((entry) => !entry.delete).map((entry) => [entry.urn, entry]))
  return entriesOf(former).flatMap((resource, at): LostEntry[] => {
    if (resource.delete || keys.has(entryKey(resource))) return []
    if (resource.custom && objects.has(objectKey(resource) ?? '')) return []
    const other = live.get(resource.urn)
    if (other === undefined) return [{ at, resource, obstacle: null }]
    // A component is there under its URN, and a provider is who it is by its configuration.
    if (!resource.custom) return []
    return [{ at, resource, obstacle: `Its URN now stands for another object, ${other.id ?? 'without an id'}.` }]
  })
}

/** The URNs that an entry requires: parent, provider, dependencies and the rest. */
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
  /** What was put in, the entries that were asked for and those that they refer to, in their old order. */
  added: Resource[]
  /** Present entries that got references to them back, which a refresh had cut. */
  changed: { before: Resource; after: Resource }[]
}

/**
 * Puts lost entries back in their old order, each after what was before it and after what it refers to, and with them
 * whatever lost entry they refer to. References of present entries that were cut when the others went are given back.
 * The entries that are there are neither moved nor otherwise changed.
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
      // Only what comes before an entry may be named by it.
      const isBack = (urn: string) => (anchors.get(urn) ?? Infinity) < index
      const whole = withReferences(entry, formerByKey.get(entryKey(entry)), isBack)
      if (whole !== entry) changed.push({ before: entry, after: whole })
      return [whole, ...(after.get(index) ?? [])]
    }),
  ]
  return { resources, added, changed }
}

/** The chosen ones with every lost entry that they refer to, however far away. */
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

/** The entry with the references to what is back that it had before; the same object when it had none. */
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

/** The list as it was, as far as it is there or back; undefined when nothing came back. */
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
