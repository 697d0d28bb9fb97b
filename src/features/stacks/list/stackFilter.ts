import { StackFilter } from '#contract/stacks.ts'
import { healthLooks } from '../HealthStatus.tsx'

const defaults = StackFilter.parse({})

/** The filter in an address. Each invalid part falls back to its default, without affecting the others. */
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

/** The same as an address, without defaults. */
export function searchOf(filter: StackFilter): Record<string, string> {
  const { runs: _, ...rest } = filter // the number of rows is not part of the filter
  const kept = Object.entries(rest).filter(
    ([name, value]) => value !== undefined && value !== '' && value !== defaults[name as keyof StackFilter],
  )
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]))
}

/** A change of the filter goes back to the first page, unless it is the page that changes. */
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
