import type { Resource } from './checkpoint.ts'

/** Who an entry is: its URN; of an old one also that it is old, and its ID. */
export const identityOf = ({ urn, id, delete: isOld }: Pick<Resource, 'urn' | 'id' | 'delete'>): string =>
  isOld ? `${urn} old ${id ?? ''}` : urn

/** The same, if a live entry counts as another one once it represents another object. */
export const objectIdentityOf = ({
  urn,
  id = '',
  delete: isOld = false,
}: Pick<Resource, 'urn' | 'id' | 'delete'>): string => `${urn} ${id} ${isOld}`

/** What identifies each entry of a state: its URN; of twins also that they are old, their ID, and their turn. */
export function entryKeys(resources: readonly Resource[]): string[] {
  const seen = new Map<string, number>()
  return resources.map((resource) => {
    const base = identityOf(resource)
    const count = seen.get(base) ?? 0
    seen.set(base, count + 1)
    return count === 0 ? base : `${base} again ${count}`
  })
}
