import type { Deployment, Resource } from './checkpoint.ts'
import { objectKey } from './entryKeys.ts'
import { identifies, type Places, placesOf } from './sameObjects.ts'
import { isProviderType } from './urn.ts'

/** An entry marked for deletion and the live entry with its ID and its URN or type, by their places in the list. */
export type OldTwin = {
  old: number
  live: number
  /** What shows that they are two objects nevertheless, as part of a sentence; undefined if nothing does. */
  apart: string | undefined
}

/** Packages whose objects exist only in the state: deleting one does nothing. */
const ONLY_IN_STATE = /^(random|tls|time|null|std)$/
/** Outputs that contain the place of an object. An object that was created again under its name may have the same ones. */
const PLACED = ['arn', 'selfLink'] as const
/** Inputs with the container of an object, within which its ID is unique. */
const CONTAINER =
  /^(function|bucket|cluster|zone|hostedZone|dnsZone|managedZone|project|region|location|namespace|database|table|topic|queue|stream|repository|restApi|api|resourceGroup)(Id|Name|Arn)?$/

/**
 * Old entries with the ID of a live entry, as after a replacement of a resource whose ID is its name. The next update
 * deletes every old entry by its ID, in the engine without any comparison with live ones: it would delete the live
 * object (docs/state.md, Resource entries). A live entry with another URN counts if its ID identifies the object, and
 * nothing shows that they are two. Entries that the engine drops without a call are left out.
 */
export function oldTwins({ resources }: Deployment): OldTwin[] {
  const old = [...(resources ?? []).entries()].filter(([, entry]) => entry.delete === true && isDeletedByUpdate(entry))
  if (old.length === 0) return []
  const all = resources ?? []
  const keys = new Set(old.map(([, entry]) => keyOf(entry)))
  const objects = new Set(old.map(([, entry]) => objectKey(entry)))
  const liveAt = new Map<string, number>()
  const othersAt = new Map<string, number[]>()
  for (const [at, entry] of all.entries()) {
    if (entry.delete || entry.pendingReplacement) continue
    if (keys.has(keyOf(entry))) liveAt.set(keyOf(entry), at)
    else if (objects.has(objectKey(entry)) && identifies(entry))
      othersAt.set(objectKey(entry), [...(othersAt.get(objectKey(entry)) ?? []), at])
  }
  if (liveAt.size + othersAt.size === 0) return []
  const placeOf = placesOf(all)
  const apartFrom = (entry: Resource, at: number): string | undefined => {
    const twin = all[at]
    return twin && whatIsApart(entry, twin, placeOf)
  }
  return old.flatMap(([at, entry]): OldTwin[] => {
    const live = liveAt.get(keyOf(entry))
    if (live !== undefined) return [{ old: at, live, apart: apartFrom(entry, live) }]
    const other = othersAt.get(objectKey(entry))?.find((place) => apartFrom(entry, place) === undefined)
    return other === undefined ? [] : [{ old: at, live: other, apart: undefined }]
  })
}

/** Those whose delete would hit the live object: nothing shows that they are two. */
export const endangeringTwins = (deployment: Deployment): OldTwin[] =>
  oldTwins(deployment).filter(({ apart }) => apart === undefined)

const keyOf = ({ urn, id }: Resource): string => `${urn} ${id ?? ''}`

/** Whether an update that deletes the entry calls the provider; of a protected one as well, if it is marked. */
export const isDeletedByUpdate = ({ custom, external, retainOnDelete, id, type, viewOf }: Resource): boolean =>
  custom === true &&
  Boolean(id) &&
  !external &&
  !retainOnDelete &&
  !viewOf &&
  !isProviderType(type) &&
  !ONLY_IN_STATE.test(type.split(':')[0] ?? '')

/** What shows that two entries of one type with one ID are two objects, as part of a sentence; undefined if nothing does. */
export const whatIsApart = (old: Resource, live: Resource, placeOf: Places): string | undefined =>
  placeOf(old.provider) === placeOf(live.provider) ? whatPlacesApart(old, live) : 'another provider configuration'

/** The same by what the entries themselves say, whatever their providers. */
export function whatPlacesApart(old: Resource, live: Resource): string | undefined {
  for (const key of PLACED) {
    const [one, other] = [old.outputs?.[key], live.outputs?.[key]]
    if (typeof one === 'string' && typeof other === 'string') return one === other ? undefined : `another ${key}`
  }
  for (const [key, value] of Object.entries(old.inputs ?? {})) {
    const other = live.inputs?.[key]
    // Encrypted values differ each time, so only plain ones tell anything.
    if (CONTAINER.test(key) && typeof value === 'string' && typeof other === 'string' && value !== other)
      return `another ${key}`
  }
  return undefined
}
