import { packageOf } from './indexedResource.ts'

/** A value of a filter, and how many results have it. */
export type Facet = { value: string; count: number }
/** The most common values of each filter among the results, the most common first. */
export type Facets = { types: Facet[]; providers: Facet[]; stacks: Facet[] }

type Result = { type: string; stack: { org: string; project: string; name: string } }

/** Maximum number of values of one filter: the rarer ones are found by words. */
export const MAX_FACETS = 8

/** What results can be narrowed by. Values with equal counts are sorted by name, so that they do not move. */
export function facetsOf(results: readonly Result[]): Facets {
  return {
    types: mostCommon(results.map(({ type }) => type)),
    providers: mostCommon(results.map(({ type }) => packageOf(type))),
    stacks: mostCommon(results.map(({ stack: { org, project, name } }) => `${org}/${project}/${name}`)),
  }
}

function mostCommon(values: readonly string[]): Facet[] {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, MAX_FACETS)
}
