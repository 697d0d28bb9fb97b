import type { Resource } from '../state/checkpoint.ts'
import { referenceTo } from '../state/integrity.ts'
import { edgesOf } from '../edits/references.ts'
import { isProviderType } from '../state/urn.ts'

const CYCLIC = 'snapshot has cyclic dependencies'

export type Sorted = { ok: true; order: number[] } | { ok: false; error: string }

/**
 * Resolves a reference of an entry: of several entries with the URN, the one that is live or old like itself, else any
 * (docs/state.md, Repair).
 */
type Lookup = (from: Resource, urn: string) => number | undefined

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
 * Sorts by our rules: a provider is matched with its ID, and references that are invalid or missing are ignored. If
 * entries with the same URN would cause a cycle, any of them satisfies a reference, as for the verifiers
 * (docs/state.md, Integrity rules).
 */
export function sortExactly(resources: Resource[]): Sorted {
  const sorted = sortBy(resources, targetsIn(resources))
  return sorted.ok ? sorted : sortByAnyTwin(resources)
}

function sortByAnyTwin(resources: Resource[]): Sorted {
  const order = placeable(resources)
  return order.length === resources.length ? { ok: true, order } : { ok: false, error: CYCLIC }
}

/**
 * The entries that can be ordered: each one as soon as all of its references are satisfied, otherwise in the order of
 * the list. The rest cannot be ordered at all, since placing an entry never prevents another from being placed.
 */
export function placeable(resources: Resource[]): number[] {
  const present = new Set(resources.flatMap(suppliedBy))
  const waitingFor = new Map<string, number[]>()
  const missing = resources.map((entry, at) => {
    const open = neededBy(entry).filter((name) => present.has(name))
    for (const name of open) {
      const list = waitingFor.get(name)
      if (list) list.push(at)
      else waitingFor.set(name, [at])
    }
    return open.length
  })
  const order: number[] = []
  for (const start of resources.keys()) {
    const ready = missing[start] === 0 ? [start] : []
    for (let at = ready.pop(); at !== undefined; at = ready.pop()) {
      order.push(at)
      const freed: number[] = []
      for (const name of suppliedBy(resources[at])) {
        for (const waiting of waitingFor.get(name) ?? []) {
          missing[waiting] = (missing[waiting] ?? 0) - 1
          if (missing[waiting] === 0 && waiting < start) freed.push(waiting)
        }
        waitingFor.delete(name)
      }
      ready.push(...freed.toSorted((a, b) => b - a))
    }
  }
  return order
}

/** The name for a provider among those that entries supply and need; no URN begins like this. */
export const providerName = (reference: string): string => `@${reference}`

/** The names that an entry supplies to later ones: its URN, and for a provider its reference. */
export const suppliedBy = (entry: Resource | undefined): string[] =>
  entry ? [entry.urn, ...(isProviderType(entry.type) ? [providerName(referenceTo(entry))] : [])] : []

const neededBy = (entry: Resource): string[] => {
  const provider = otherProvider(entry)
  const targets = edgesOf(entry).map(({ target }) => target)
  return [...new Set(provider === undefined ? targets : [...targets, providerName(provider)])]
}

/** Indexes of the entries that each entry has to follow. */
function targetsIn(resources: Resource[], lookup: Lookup = lookupIn(resources)) {
  const byReference = providersIn(resources)
  return (resource: Resource): (number | undefined)[] => {
    const targets = edgesOf(resource).map(({ target }) => lookup(resource, target))
    const provider = otherProvider(resource)
    if (provider !== undefined) targets.push(byReference.get(provider))
    return targets
  }
}

/** The provider reference, unless it refers to the entry itself, which needs no earlier entry. */
export const otherProvider = (resource: Resource): string | undefined =>
  resource.provider && resource.provider !== referenceTo(resource) ? resource.provider : undefined

/** Index of each provider by its reference; the last one if there are several. */
const providersIn = (resources: Resource[]): ReadonlyMap<string, number> =>
  new Map(resources.flatMap((entry, at) => (isProviderType(entry.type) ? [[referenceTo(entry), at] as const] : [])))

/** Uses a stack of its own instead of recursion, as a chain of dependencies may be as long as the state. */
export function sortBy(
  resources: Resource[],
  targetsOf: (resource: Resource) => (number | undefined)[] | { error: string },
): Sorted {
  const state = new Uint8Array(resources.length) // 0 not visited, 1 on the path, 2 placed
  const order: number[] = []
  for (const start of resources.keys()) {
    const path: { at: number; targets: number[]; next: number }[] = []
    let entering: number | undefined = start
    while (entering !== undefined || path.length > 0) {
      if (entering !== undefined) {
        const resource: Resource | undefined = resources[entering]
        if (state[entering] === 1) return { ok: false, error: CYCLIC }
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
