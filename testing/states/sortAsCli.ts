import { lookupIn, sortBy, type Sorted } from '#domain/repair/sort.ts'
import type { Resource } from '#domain/state/checkpoint.ts'
import { parseProviderReference } from '#domain/state/urn.ts'
import { edgesOf } from '#domain/surgery/references.ts'

/**
 * The order in which every entry follows what it refers to, as `state repair` finds it: depth first over the present list,
 * references by their place in it (docs/state.md, Repair). Only the URN of a provider counts.
 */
export function sortAsCli(resources: Resource[]): Sorted {
  const lookup = lookupIn(resources)
  return sortBy(resources, (resource) => {
    const targets = edgesOf(resource).map(({ target }) => lookup(resource, target))
    if (resource.provider) {
      const reference = parseProviderReference(resource.provider)
      if ('error' in reference) {
        return { error: `failed to parse provider reference for resource ${resource.urn}: ${reference.error}` }
      }
      targets.push(lookup(resource, reference.urn))
    }
    return targets
  })
}
