import type { Deployment, Resource } from './checkpoint.ts'
import { sameJson } from '../json/sameJson.ts'
import { isProviderType, parseProviderReference, urnName } from './urn.ts'

/** An entry of a state that needs a check, and the reason. */
export type SuspectEntry = {
  urn: string
  type: string
  id: string
  /** The reference to its provider, if type and ID are those of no other object, so that they identify it with that. */
  provider?: string
  why: string
}

/** Packages whose objects exist only in the state, or whose ids are generated: equal ids mean nothing. */
const NO_IDENTITY = /^(random|tls|time|null|command|local|std|archive|pulumi|pulumiservice)$|^pulumi-(nodejs|python)$/
const NO_ID = /^(none|null|unknown|n\/a|default|static|-|\d{1,3})?$/i
/** Some resources have their creation time as id. */
const INSTANT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/
/** Outputs that identify an object by themselves. */
const EXACT = ['arn', 'selfLink', 'uid', 'uniqueId', 'urn', 'resourceId'] as const
/**
 * Inputs with the location of an object: an id may only be unique within its container (a statement of a policy, a
 * record of a zone).
 */
export const WHERE =
  /(Id|Arn|Name|Url|Uri)$|^(name|function|role|user|group|bucket|cluster|zone|project|region|location|namespace|database|instance|server|domain|table|topic|queue|stream|repository|organization|owner|account|policy|service|host|path|key|secret|restApi)$/

/**
 * Live entries of one type that refer to the same object under two URNs, unless they already did in the base: a change
 * of one also affects the object of the other (GR-13). Ids that do not identify an object are ignored.
 */
export function sameObjects(result: Deployment, base: Deployment): SuspectEntry[] {
  const groups = groupsOf(result)
  if (groups.length === 0) return [] // almost always: avoids reading a large base
  const known = new Set(groupsOf(base).flatMap((group) => group.map(({ urn }) => urn)))
  return groups
    .filter((group) => group.some(({ urn }) => !known.has(urn)))
    .flatMap((group) =>
      group.map(({ urn, type, id = '' }) => {
        const others = group.filter((other) => other.urn !== urn).map((other) => urnName(other.urn))
        return { urn, type, id, why: `It is the object of ${others.join(', ')} as well.` }
      }),
    )
}

function groupsOf({ resources }: Deployment): Resource[][] {
  const first = new Map<string, Resource>()
  const shared = new Map<string, Resource[]>() // arrays only for shared ids: one for each of tens of thousands would be slow
  for (const resource of resources ?? []) {
    const key = `${resource.type} ${resource.id ?? ''}`
    const before = first.get(key)
    if (!identifies(resource)) continue
    if (before === undefined) first.set(key, resource)
    else if (shared.get(key)?.push(resource) === undefined) shared.set(key, [before, resource])
  }
  if (shared.size === 0) return []
  const places = placesOf(resources ?? [])
  return [...shared.values()].flatMap((group) => {
    const same: Resource[][] = []
    for (const resource of group) {
      const fits = same.find((others) => others.every((other) => isSame(other, resource, places)))
      if (fits) fits.push(resource)
      else same.push([resource])
    }
    return same.filter((others) => new Set(others.map(({ urn }) => urn)).size > 1)
  })
}

/** Whether an equal id means the same object. Entries that are only read may exist next to the one that manages it. */
export function identifies(resource: Resource): boolean {
  const { type, custom, external, delete: old, pendingReplacement, viewOf } = resource
  if (!custom || external || old || pendingReplacement || viewOf || isProviderType(type)) return false
  return isIdentity(resource)
}

/** Whether an id of this type identifies an object. */
export const isIdentity = ({ type, id = '' }: Pick<Resource, 'type' | 'id'>): boolean =>
  !NO_ID.test(id) && !INSTANT.test(id) && !NO_IDENTITY.test(type.split(':')[0] ?? '')

export type Places = (provider: string | undefined) => string

/**
 * The scope of a provider: the same id in two accounts or clusters means two objects. Its version is not part of it.
 */
export function placesOf(resources: readonly Resource[]): Places {
  const places = new Map<string, string>()
  for (const entry of resources)
    if (isProviderType(entry.type)) places.set(`${entry.urn}::${entry.id ?? ''}`, placeOf(entry))
  return (provider = '') => {
    const reference = parseProviderReference(provider)
    return places.get(provider) ?? ('error' in reference ? provider : reference.urn)
  }
}

/** The scope of a provider's entry, as a text: equal texts are one scope. */
export function placeOf({ type, inputs }: Resource): string {
  const { version: _version, pluginDownloadURL: _url, __internal: _internal, ...where } = inputs ?? {}
  const facts = Object.entries(where).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `${type} ${JSON.stringify(facts)}`
}

function isSame(a: Resource, b: Resource, placeAt: Places): boolean {
  if (placeAt(a.provider) !== placeAt(b.provider)) return false
  for (const key of EXACT) {
    const [one, other] = [a.outputs?.[key], b.outputs?.[key]]
    if (typeof one === 'string' && typeof other === 'string') return one === other
  }
  const inputs = b.inputs ?? {}
  return Object.entries(a.inputs ?? {}).every(
    ([key, value]) => !WHERE.test(key) || !Object.hasOwn(inputs, key) || sameJson(value, inputs[key]),
  )
}
