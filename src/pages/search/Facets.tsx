import type { SearchFacets } from '#contract/search.ts'
import { parseSearch, withFilter } from '#domain/search/searchQuery.ts'
import { shortType } from '#domain/state/shortType.ts'
import { CutName } from '#src/ui/CutName.tsx'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import { number, plural } from '#words/counts.ts'

type Key = 'type' | 'provider' | 'stack'
type Props = { query: string; facets: SearchFacets; onQuery: (query: string) => void }

const LISTS = [
  { key: 'type', label: 'Types', of: 'types' },
  { key: 'provider', label: 'Providers', of: 'providers' },
  { key: 'stack', label: 'Stacks', of: 'stacks' },
] as const satisfies { key: Key; label: string; of: `${Key}s` }[]

/**
 * How many results there are of each type, provider and stack; a click narrows the search to one. A list with one value,
 * or whose filter is set, has nothing to choose and is left out.
 */
export function Facets({ query, facets, onQuery }: Props) {
  const search = parseSearch(query)
  const lists = LISTS.filter(({ key, of }) => search[key] === undefined && facets[of].length > 1)
  if (lists.length === 0) return null
  const org = commonOrg(facets.stacks)
  const shown = { type: shortType, provider: String, stack: (name: string) => name.slice(org.length) }
  return (
    <div role="group" aria-label="Narrow the results" className="flex flex-col gap-1.5">
      {lists.map(({ key, label, of }) => (
        <div key={key} className="flex flex-wrap items-center gap-1.5 text-sm">
          <span className="w-20 shrink-0 text-muted max-sm:mr-1 max-sm:w-auto">{label}</span>
          {facets[of].map(({ value, count }) => (
            <button
              key={value}
              type="button"
              title={value}
              onClick={() => onQuery(withFilter(query, key, value))}
              className="inline-flex h-7 max-w-72 items-center gap-1.5 rounded-md border border-line px-2 hover:border-accent-line hover:bg-accent-subtle"
            >
              <CutName name={shown[key](value)} />
              <span className="text-muted tabular-nums">
                {number(count)}
                {facets.isMore && '+'}
                <VisuallyHidden> {plural(count, 'result', 'results')}</VisuallyHidden>
              </span>
            </button>
          ))}
        </div>
      ))}
    </div>
  )
}

/** `organization/`, with which all names of stacks begin: it tells nothing apart. */
function commonOrg(stacks: SearchFacets['stacks']): string {
  const [org, ...others] = new Set(stacks.map(({ value }) => value.slice(0, value.indexOf('/') + 1)))
  return others.length === 0 ? (org ?? '') : ''
}
