import { type QueryClient, useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { isEmptySearch, parseSearch } from '#domain/search/searchQuery.ts'
import { troubleOf } from '#src/api/http/problem.ts'
import { searchQueries } from '#src/api/search.ts'
import { useDraft } from '#src/lib/useDraft.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorView } from '#src/ui/ErrorView.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { SearchField } from '#src/ui/SearchField.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { RowsShape } from '#src/ui/WaitingShapes.tsx'
import { counted, number } from '#words/counts.ts'
import SearchIcon from 'lucide-react/icons/search'
import SearchX from 'lucide-react/icons/search-x'
import { ExportButton } from './ExportButton.tsx'
import { FoundTable } from './FoundTable.tsx'
import { SearchExamples } from './SearchExamples.tsx'
import { SearchFilters } from './SearchFilters.tsx'

/** More rows are loaded on request; beyond the last step, narrow the search or export. */
const STEPS = [100, 500, 2_000] as const
const stepOf = (limit: string | null) => STEPS.find((step) => String(step) === limit) ?? STEPS[0]

export const loader =
  (client: QueryClient) =>
  ({ request }: LoaderFunctionArgs) => {
    const search = new URL(request.url).searchParams
    const query = search.get('q') ?? ''
    if (isEmptySearch(parseSearch(query))) return null
    // The first rows load with the page; errors are shown on the page.
    return client
      .ensureQueryData(searchQueries.resources(query, { limit: stepOf(search.get('limit')) }))
      .catch(() => null)
  }

/** Finds resources of all stacks by name, type, ID or URN; search, filters and length are in the address. */
export default function SearchPage() {
  const [address, setAddress] = useSearchParams()
  const query = address.get('q') ?? ''
  const limit = stepOf(address.get('limit'))
  const change = (q: string, options: { replace: boolean }) =>
    setAddress(q === '' ? {} : { q }, { ...options, preventScrollReset: true })
  const [draft, setDraft] = useDraft(query, (text) => change(text, { replace: true }))
  const search = parseSearch(query)
  const isEmpty = isEmptySearch(search)
  const { data, error, isError, isFetching, refetch } = useQuery({
    ...searchQueries.resources(query, { limit }),
    enabled: !isEmpty,
  })
  const found = isEmpty ? undefined : data
  const setQuery = (text: string) => {
    setDraft(text)
    change(text, { replace: false })
  }
  const next = STEPS.find((step) => step > limit)

  return (
    <>
      <PageHeader
        title="Search resources"
        meta="In the latest state of every stack. Property values are not searched."
        actions={found && found.resources.length > 0 ? <ExportButton query={query} /> : undefined}
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
        <ErrorView
          title="The search was not answered"
          trouble={troubleOf(error)}
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      ) : (
        <Card padding="none">
          {isEmpty ? (
            <EmptyState Icon={SearchIcon} title="Find a resource in any stack">
              <SearchExamples onPick={setQuery} />
            </EmptyState>
          ) : found === undefined ? (
            <Skeleton label="Searching">
              <RowsShape columns="2fr 1.5fr 2fr 2fr 4rem" rows={10} />
            </Skeleton>
          ) : found.resources.length === 0 ? (
            <EmptyState
              Icon={SearchX}
              title="No matching resources"
              action={<Button onClick={() => setQuery('')}>Clear the search</Button>}
            >
              {isTooShort(search.words) ? (
                'Type two characters or more.'
              ) : (
                <span className="wrap-anywhere">{query}</span>
              )}
            </EmptyState>
          ) : (
            <FoundTable resources={found.resources} query={query} onFilter={setQuery} />
          )}
        </Card>
      )}
      {found && found.resources.length > 0 && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted" role="status">
          <span>
            {found.isMore
              ? `The first ${number(found.resources.length)} resources. Add a word or a filter to narrow the search.`
              : counted(found.resources.length, 'resource')}
          </span>
          {found.isMore && next !== undefined && (
            <Button
              size="sm"
              onClick={() => setAddress({ q: query, limit: String(next) }, { replace: true, preventScrollReset: true })}
            >
              Show up to {number(next)}
            </Button>
          )}
        </div>
      )}
      {found?.isPartial && (
        <p role="status" className="text-sm text-muted">
          Only some of the resources were examined, so there may be more. Use a longer word or another filter.
        </p>
      )}
      {found?.isBehind && (
        <p role="status" className="text-sm text-muted">
          Some stacks are still being indexed. Results are added as they come.
        </p>
      )}
    </>
  )
}

const isTooShort = (words: readonly string[]) => words.length > 0 && words.every((word) => word.length < 2)
