import type { Resource } from '../state/checkpoint.ts'

/** The URNs of live resources that depend on one, directly or through others, the nearest first. */
export function dependentsOf(resources: readonly Resource[], urn: string): string[] {
  const neededBy = new Map<string, string[]>()
  for (const resource of resources) {
    if (resource.delete === true) continue
    const needs = [...(resource.dependencies ?? []), resource.parent, resource.deletedWith]
    for (const need of new Set(needs)) {
      if (!need) continue
      const known = neededBy.get(need)
      if (known === undefined) neededBy.set(need, [resource.urn])
      else known.push(resource.urn)
    }
  }
  const found = new Set<string>([urn])
  for (const each of found) for (const other of neededBy.get(each) ?? []) found.add(other)
  found.delete(urn)
  return [...found]
}
