import { StackFilter } from '#contract/stacks.ts'
import { healthLooks } from '../HealthStatus.tsx'

const defaults = StackFilter.parse({})

/** The filter that an address asks for. What cannot be read falls back by itself and takes nothing else with it. */
export function stackFilterOf(search: URLSearchParams): StackFilter {
  const { shape } = StackFilter
  const found = Object.entries(shape).flatMap(([name, schema]) => {
    const text = search.get(name)
    if (text === null || text === '') return []
    const parsed = schema.safeParse(text)
    return parsed.success ? [[name, parsed.data] as const] : []
  })
  return StackFilter.parse(Object.fromEntries(found))
}

/** The same as an address: what is as by default is left out. */
export function searchOf(filter: StackFilter): Record<string, string> {
  const { runs: _, ...said } = filter // how much is fetched is no part of what is asked
  const kept = Object.entries(said).filter(
    ([name, value]) => value !== undefined && value !== '' && value !== defaults[name as keyof StackFilter],
  )
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]))
}

/** A change of the filter starts at the first page again, unless the page is what changes. */
export const refined = (filter: StackFilter, change: Partial<StackFilter>): StackFilter => ({
  ...filter,
  page: 1,
  ...change,
})

export const isNarrowed = ({ search, project, health, tag }: StackFilter): boolean =>
  [search, project, health, tag].some((value) => value !== undefined && value !== '')

/** The filter in words: `named like “pay”, in project shop, pending creates`. */
export function filterWords({ search, org, project, health, tag }: StackFilter): string {
  return [
    search && `named like “${search}”`,
    org && `in ${org}`,
    project && `in project ${project}`,
    health === 'attention' && 'that need attention',
    health && health !== 'attention' && `with health “${healthLooks[health].label.toLowerCase()}”`,
    tag && `tagged ${tag}`,
  ]
    .filter(Boolean)
    .join(', ')
}
