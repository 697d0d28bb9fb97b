import type { Resource } from './checkpoint.ts'

/** What tells each entry of a state from the others: its URN; of twins also that they are old, their ID, and their turn. */
export function entryKeys(resources: readonly Resource[]): string[] {
  const seen = new Map<string, number>()
  return resources.map(({ urn, id, delete: isOld }) => {
    const base = isOld ? `${urn} old ${id ?? ''}` : urn
    const count = seen.get(base) ?? 0
    seen.set(base, count + 1)
    return count === 0 ? base : `${base} again ${count}`
  })
}
