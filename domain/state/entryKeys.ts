import type { Resource } from './checkpoint.ts'

/** Identifies an entry: its URN; for an old one, also that it is old, and its ID. */
export const identityOf = ({ urn, id, delete: isOld }: Pick<Resource, 'urn' | 'id' | 'delete'>): string =>
  isOld ? `${urn} old ${id ?? ''}` : urn

/** The same, except that a live entry with another object counts as another entry. */
export const objectIdentityOf = ({
  urn,
  id = '',
  delete: isOld = false,
}: Pick<Resource, 'urn' | 'id' | 'delete'>): string => `${urn} ${id} ${isOld}`

/** Type and ID, which identify an object within one place. */
export const objectKey = ({ type, id = '' }: Pick<Resource, 'type' | 'id'>): string => `${type} ${id}`

/** Unique keys for the entries of a state: the URN; if repeated, also whether they are old, their ID, and a number. */
export function entryKeys(resources: readonly Resource[]): string[] {
  const seen = new Map<string, number>()
  return resources.map((resource) => {
    const base = identityOf(resource)
    const count = seen.get(base) ?? 0
    seen.set(base, count + 1)
    return count === 0 ? base : `${base} again ${count}`
  })
}
