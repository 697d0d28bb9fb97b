import type { Resource } from '../../state/checkpoint.ts'
import { objectKey } from '../../state/entryKeys.ts'

/** The entries of a state by what pending operations are compared with; positions are in the order of the list. */
export type EntryIndex = {
  /** The first live entry with each URN. */
  live: ReadonlyMap<string, Resource>
  /** The first entry, live or old, with each URN and ID. */
  byReference: ReadonlyMap<string, Resource>
  /** The positions of the live entries with each type and ID. */
  byObject: ReadonlyMap<string, readonly number[]>
}

/** One index for each list, which nothing changes: a state may have thousands of pending operations. */
const indexes = new WeakMap<readonly Resource[], EntryIndex>()

export const reference = (urn: string, id: string | undefined): string => `${urn}::${id ?? ''}`

/** The index of a list, made at the first call. */
export function entryIndex(resources: readonly Resource[]): EntryIndex {
  const known = indexes.get(resources)
  if (known) return known
  const live = new Map<string, Resource>()
  const byReference = new Map<string, Resource>()
  const byObject = new Map<string, number[]>()
  for (const [at, resource] of resources.entries()) {
    const { urn, id, delete: isOld } = resource
    const key = reference(urn, id)
    if (!byReference.has(key)) byReference.set(key, resource)
    if (isOld) continue
    if (!live.has(urn)) live.set(urn, resource)
    if (id === undefined) continue
    const same = byObject.get(objectKey(resource))
    if (same) same.push(at)
    else byObject.set(objectKey(resource), [at])
  }
  const index = { live, byReference, byObject }
  indexes.set(resources, index)
  return index
}
