import { lookupIn, sortBy, type Sorted } from '#domain/repair/sort.ts'
import type { Resource } from '#domain/state/checkpoint.ts'
import { parseProviderReference } from '#domain/state/urn.ts'
import { edgesOf } from '#domain/edits/references.ts'

/**
 * The order in which every entry follows what it refers to, as computed by `state repair`: depth first over the current
 * list, references by index (docs/state.md, Repair). Of a provider reference only the URN counts.
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
