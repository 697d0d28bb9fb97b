import type { AlarmedEntry } from '../health/alarms.ts'
import type { Deployment, Resource } from './checkpoint.ts'
import { sameJson } from '../json/sameJson.ts'
import { isProviderType, parseProviderReference, urnName } from './urn.ts'

/** Their objects exist in the state alone, or their ids are made up: equal ones say nothing. */
const NO_IDENTITY = /^(random|tls|time|null|command|local|std|archive|pulumi|pulumiservice)$|^pulumi-(nodejs|python)$/
const NO_ID = /^(none|null|unknown|n\/a|default|static|-|\d{1,3})?$/i
/** Some resources are called after the time at which they were made. */
const INSTANT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/
/** Says by itself which object it is. */
const EXACT = ['arn', 'selfLink', 'uid', 'uniqueId', 'urn', 'resourceId'] as const
/** Inputs that say where an object is: an id may count within its container only (a statement of a policy, a record of a zone). */
const WHERE =
  /(Id|Arn|Name|Url|Uri)$|^(name|function|role|user|group|bucket|cluster|zone|project|region|location|namespace|database|instance|server|domain|table|topic|queue|stream|repository|organization|owner|account|policy|service|host|path|key|secret|restApi)$/

/**
 * Live entries of one type that name the same object under two URNs, where the base did not yet have them so: whatever one
 * of them does, it does to the object of the other (GR-13). Ids that cannot identify are left out.
 */
export function sameObjects(result: Deployment, base: Deployment): AlarmedEntry[] {
  const groups = groupsOf(result)
  if (groups.length === 0) return [] // almost always: a large base need not be read for it
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
  const shared = new Map<string, Resource[]>() // few: tens of thousands of lists of one would be the cost of it
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

/** Whether an equal id means an equal object. What was only read is next to what manages it, and that is well. */
function identifies({ type, id = '', custom, external, delete: old, pendingReplacement, viewOf }: Resource): boolean {
  if (!custom || external || old || pendingReplacement || viewOf || isProviderType(type)) return false
  return !NO_ID.test(id) && !INSTANT.test(id) && !NO_IDENTITY.test(type.split(':')[0] ?? '')
}

type Places = (provider: string | undefined) => string

/** Where a provider works: the same id in two accounts or clusters is two objects. Its version is no place. */
function placesOf(resources: readonly Resource[]): Places {
  const places = new Map<string, string>()
  for (const { type, urn, id, inputs } of resources) {
    if (!isProviderType(type)) continue
    const { version: _version, pluginDownloadURL: _url, __internal: _internal, ...where } = inputs ?? {}
    const facts = Object.entries(where).toSorted(([a], [b]) => (a < b ? -1 : 1))
    places.set(`${urn}::${id ?? ''}`, `${type} ${JSON.stringify(facts)}`)
  }
  return (provider = '') => {
    const reference = parseProviderReference(provider)
    return places.get(provider) ?? ('error' in reference ? provider : reference.urn)
  }
}

function isSame(a: Resource, b: Resource, placeOf: Places): boolean {
  if (placeOf(a.provider) !== placeOf(b.provider)) return false
  for (const key of EXACT) {
    const [one, other] = [a.outputs?.[key], b.outputs?.[key]]
    if (typeof one === 'string' && typeof other === 'string') return one === other
  }
  const inputs = b.inputs ?? {}
  return Object.entries(a.inputs ?? {}).every(
    ([key, value]) => !WHERE.test(key) || !Object.hasOwn(inputs, key) || sameJson(value, inputs[key]),
  )
}
