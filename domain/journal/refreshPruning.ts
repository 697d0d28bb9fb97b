import type { Resource } from '../state/checkpoint.ts'

/**
 * Cleans up after a refresh: references to entries that are gone or come later are dropped, and a parent that is gone
 * is cleared (docs/protocol.md, Replay). Unchanged resources are shared by reference.
 */
export function pruneAfterRefresh(resources: Resource[]): Resource[] {
  const seen = new Set<string>()
  const pruned = resources.map((resource) => {
    const kept = dropUnseen(resource, seen)
    seen.add(resource.urn)
    return kept
  })
  return pruned.map((resource) =>
    resource.parent && !seen.has(resource.parent) ? without(resource, 'parent') : resource,
  )
}

function dropUnseen(resource: Resource, seen: Set<string>): Resource {
  let kept = resource
  for (const key of ['dependencies', 'replaceWith'] as const) {
    const list = resource[key]
    if (!list || list.every((urn) => seen.has(urn))) continue
    const left = list.filter((urn) => seen.has(urn))
    kept = left.length > 0 ? { ...kept, [key]: left } : without(kept, key)
  }
  if (resource.deletedWith !== undefined && !seen.has(resource.deletedWith)) kept = without(kept, 'deletedWith')
  const byProperty = resource.propertyDependencies
  if (!byProperty) return kept
  const isWhole = (list: string[] | null) => list !== null && list.length > 0 && list.every((urn) => seen.has(urn))
  if (Object.values(byProperty).length > 0 && Object.values(byProperty).every(isWhole)) return kept
  const left = Object.entries(byProperty)
    .map(([property, list]) => [property, (list ?? []).filter((urn) => seen.has(urn))] as const)
    .filter(([, list]) => list.length > 0)
  return left.length > 0
    ? { ...kept, propertyDependencies: Object.fromEntries(left) }
    : without(kept, 'propertyDependencies')
}

function without(resource: Resource, key: string): Resource {
  const copy = { ...resource }
  delete copy[key]
  return copy
}
