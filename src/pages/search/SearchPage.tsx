import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { isEmptySearch, parseSearch } from '#domain/search/searchQuery.ts'
import { failureOf } from '#src/api/http/failure.ts'
import { searchQueries } from '#src/api/search.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { STEP, useAddressState } from '#src/lib/useAddressState.ts'
import { useDraft } from '#src/lib/useDraft.ts'
import { Card } from '#src/ui/Card.tsx'
import { ErrorView } from '#src/ui/ErrorView.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { SearchField } from '#src/ui/SearchField.tsx'
import { address } from './address.ts'
import { ExportButton } from './ExportButton.tsx'
import { Facets } from './Facets.tsx'
import { HowMany, SoFar } from './HowMany.tsx'
import { SearchFilters } from './SearchFilters.tsx'
import { SearchResults } from './SearchResults.tsx'

const resultsOf = (query: string, limit: number) => searchQueries.resources(query, { limit, withFacets: true })

/** Whether there are stacks at all; the list is not shown. */
const anyStacks = stackQueries.list({ page: 1, runs: 0 })

export const loader =
  (client: QueryClient) =>
  ({ request }: LoaderFunctionArgs) => {
    const { q, limit } = address.read(new URL(request.url).searchParams)
    // Without stacks there is nothing to find, and the page says how to get some.
    if (isEmptySearch(parseSearch(q))) return Promise.allSettled([client.ensureQueryData(anyStacks)]).then(() => null)
    // The first rows load with the page, and what they can be narrowed by, so that nothing moves; errors are shown on the page.
    return Promise.allSettled([client.ensureQueryData(resultsOf(q, limit))]).then(() => null)
  }

/** Finds resources of all stacks by name, type, ID or URN; search, filters and length are in the address. */
export default function SearchPage() {
  const [{ q: query, limit }, change] = useAddressState(address)
  const [draft, setDraft] = useDraft(query, (q) => change({ q }))
  const isEmpty = isEmptySearch(parseSearch(query))
  const { data, error, isError, isFetching, refetch } = useQuery({
    ...resultsOf(query, limit),
    enabled: !isEmpty,
  })
  const found = isEmpty ? undefined : data
  const { data: stacks } = useQuery({ ...anyStacks, enabled: isEmpty })
  const setQuery = (q: string) => {
    setDraft(q)
    change({ q }, STEP)
  }
  return (
    <>
      <PageHeader
        title="Search resources"
        meta="In the latest state of every stack. Property values are not searched."
        actions={
          found && found.resources.length > 0 ? <ExportButton query={query} isBehind={found.isBehind} /> : undefined
        }
      />
      <SearchField
        label="Search resources"
        placeholder="Name, type, ID or URN"
        value={draft}
        onChange={setDraft}
        matches={found?.resources.length}
        className="max-w-3xl"
      />
      <SearchFilters key={query} query={query} onChange={setQuery} />
      {isError ? (
        <ErrorView title="The search was not answered" {...failureOf({ error, refetch, isFetching })} />
      ) : (
        <>
          {found?.facets && <Facets query={query} facets={found.facets} onQuery={setQuery} />}
          {found && <SoFar found={found} />}
          <Card padding="none">
            <SearchResults
              query={query}
              resources={found?.resources}
              isBehind={found?.isBehind === true}
              hasNoStacks={stacks?.total === 0}
              onQuery={setQuery}
            />
          </Card>
        </>
      )}
      {found && <HowMany found={found} limit={limit} onLimit={(more) => change({ limit: more })} />}
    </>
  )
}
