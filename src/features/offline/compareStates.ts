import type { Resource, StateDocument } from '#domain/state/checkpoint.ts'
import { entryKeys } from '#domain/state/entryKeys.ts'
import { sameJson } from '#domain/json/sameJson.ts'

export type EntryName = { urn: string; type: string; id: string | undefined }
export type EntryChange = EntryName & { properties: string[] }

/** The differences between two states, by URN. Names of properties only: values stay where the states are. */
export type Comparison = {
  added: EntryName[]
  removed: EntryName[]
  changed: EntryChange[]
  same: number
  /** Pending operations of one side only, as `type URN`. */
  operationsAdded: string[]
  operationsRemoved: string[]
}

/** From `before` to `after`. Entries that share a URN are told apart by pending deletion (`delete`) and by ID. */
export function compareStates(before: StateDocument, after: StateDocument): Comparison {
  const left = byKey(before.deployment.resources ?? [])
  const result: Comparison = {
    added: [],
    removed: [],
    changed: [],
    same: 0,
    ...compareOperations(before, after),
  }
  for (const [key, entry] of byKey(after.deployment.resources ?? [])) {
    const former = left.get(key)
    left.delete(key)
    if (!former) result.added.push(entryName(entry))
    else {
      const properties = changedProperties(former, entry)
      if (properties.length > 0) result.changed.push({ ...entryName(entry), properties })
      else result.same += 1
    }
  }
  result.removed = [...left.values()].map(entryName)
  return result
}

export const entryName = ({ urn, type, id }: Resource): EntryName => ({ urn, type, id: id || undefined })

/**
 * `id`, `inputs.bucket`: the properties that differ between two versions of an entry, one level deep in inputs and
 * outputs.
 */
export function changedProperties(before: Resource, after: Resource): string[] {
  return keysOf(before, after).flatMap((key) => {
    const [a, b] = [before[key], after[key]]
    if (sameJson(a ?? null, b ?? null)) return []
    if (key !== 'inputs' && key !== 'outputs') return [key]
    const [was, is] = [record(a), record(b)]
    return keysOf(was, is).flatMap((inner) => (sameJson(was[inner], is[inner]) ? [] : [`${key}.${inner}`]))
  })
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

const keysOf = (a: object, b: object): string[] => [...new Set([...Object.keys(a), ...Object.keys(b)])]

function byKey(resources: Resource[]): Map<string, Resource> {
  const keys = entryKeys(resources)
  return new Map(resources.map((resource, at) => [keys[at] ?? '', resource]))
}

function compareOperations(before: StateDocument, after: StateDocument) {
  const names = ({ deployment }: StateDocument) =>
    (deployment.pending_operations ?? []).map(({ type, resource }) => `${type} ${resource.urn}`)
  const [was, is] = [new Set(names(before)), new Set(names(after))]
  return {
    operationsAdded: [...is].filter((each) => !was.has(each)),
    operationsRemoved: [...was].filter((each) => !is.has(each)),
  }
}
