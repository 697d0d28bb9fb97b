import type { Resource } from '../checkpoint.ts'
import { edgesOf } from '../surgery/references.ts'
import { parseProviderReference } from '../urn.ts'

export type Sorted = { ok: true; order: number[] } | { ok: false; error: string }

/** Which entry a reference of an entry means: of twins the one that is as live as itself, else whichever there is (integrity 4.1). */
export type Lookup = (from: Resource, urn: string) => number | undefined

export function lookupIn(resources: Resource[]): Lookup {
  const olds = new Map<string, number>()
  const news = new Map<string, number>()
  for (const [at, { urn, delete: old }] of resources.entries()) (old ? olds : news).set(urn, at)
  return (from, urn) => {
    const [old, live] = [olds.get(urn), news.get(urn)]
    return old !== undefined && (from.delete || live === undefined) ? old : live
  }
}

/**
 * The order in which every entry follows what it refers to, as `state repair` finds it: depth first over the present list,
 * references by their place in it (integrity 4.1). Only the URN of a provider counts.
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

/**
 * Our order: a provider is the one with that ID, and what cannot be read or found is no obstacle. Where twins would make a
 * ring, the first of them in the list satisfies a reference, as it does for the verifiers (integrity 2.2).
 */
export function sortExactly(resources: Resource[]): Sorted {
  const sorted = sortBy(resources, targetsIn(resources))
  if (sorted.ok) return sorted
  const first = new Map<string, number>()
  for (const [at, { urn }] of resources.entries()) if (!first.has(urn)) first.set(urn, at)
  return sortBy(
    resources,
    targetsIn(resources, (_, urn) => first.get(urn)),
  )
}

/** What each entry has to follow. */
export function targetsIn(resources: Resource[], lookup: Lookup = lookupIn(resources)) {
  const byReference = new Map<string, number>()
  for (const [at, { urn, id }] of resources.entries()) if (id) byReference.set(`${urn}::${id}`, at)
  return (resource: Resource): (number | undefined)[] => {
    const targets = edgesOf(resource).map(({ target }) => lookup(resource, target))
    if (resource.provider) targets.push(byReference.get(resource.provider))
    return targets
  }
}

/** With a stack of its own, since a chain of dependencies may be as long as the state. */
function sortBy(
  resources: Resource[],
  targetsOf: (resource: Resource) => (number | undefined)[] | { error: string },
): Sorted {
  const state = new Uint8Array(resources.length) // 0 not seen, 1 on the path, 2 placed
  const order: number[] = []
  for (const start of resources.keys()) {
    const path: { at: number; targets: number[]; next: number }[] = []
    let entering: number | undefined = start
    while (entering !== undefined || path.length > 0) {
      if (entering !== undefined) {
        const resource: Resource | undefined = resources[entering]
        if (state[entering] === 1) return { ok: false, error: 'snapshot has cyclic dependencies' }
        if (state[entering] === 0 && resource) {
          const targets = targetsOf(resource)
          if ('error' in targets) return { ok: false, error: targets.error }
          state[entering] = 1
          const found = [...new Set(targets)].filter((target) => target !== undefined)
          path.push({ at: entering, targets: found.toSorted((a, b) => a - b), next: 0 })
        }
      }
      const top = path.at(-1)
      entering = top?.targets[top.next]
      if (!top) break
      top.next++
      if (entering !== undefined) continue
      state[top.at] = 2
      order.push(top.at)
      path.pop()
    }
  }
  return { ok: true, order }
}
