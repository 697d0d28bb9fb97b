import { AuditFilter } from '#contract/audit.ts'

/** The filter in an address; none if it is invalid. */
export const filterOf = (search: URLSearchParams): AuditFilter =>
  AuditFilter.catch({}).parse(Object.fromEntries([...search].filter(([, value]) => value !== '')))

/** The same as an address, with changes. A changed filter starts at the newest again. */
export const searchOf = (filter: AuditFilter, change: Partial<AuditFilter>): Record<string, string> => {
  const { before: _, ...kept } = filter
  return Object.fromEntries(
    Object.entries({ ...kept, ...change }).filter((entry): entry is [string, string] => Boolean(entry[1])),
  )
}
