import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import Activity from 'lucide-react/icons/activity'
import SearchX from 'lucide-react/icons/search-x'
import { type LoaderFunctionArgs, useNavigation, useSearchParams } from 'react-router'
import type { ActivityFilter } from '#contract/activity.ts'
import { activityQueries } from '#src/api/activity.ts'
import { sessionQueries } from '#src/api/session.ts'
import { ViewsMenu } from '#src/features/views/ViewsMenu.tsx'
import { useStable } from '#src/lib/useStable.ts'
import { paths } from '#src/lib/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { UpdatedAt } from '#src/ui/Time.tsx'
import { ActivityFilters } from './ActivityFilters.tsx'
import { ActivityTable } from './ActivityTable.tsx'
import { RunsInSight } from './RunsInSight.tsx'
import { filterOf, filterWords, searchOf } from './filter.ts'

export const loader =
  (client: QueryClient) =>
  ({ request }: LoaderFunctionArgs) =>
    client.ensureQueryData(activityQueries.page(filterOf(new URL(request.url).searchParams)))

const usualViews = (login: string | undefined) => [
  { name: 'All activity', search: '' },
  { name: 'Running now', search: 'result=running' },
  { name: 'Failed', search: 'result=failed' },
  { name: 'Last 24 hours', search: 'since=24h' },
  { name: 'Interrupted', search: 'result=expired' },
  { name: 'Destroys', search: 'kind=destroy' },
  ...(login === undefined ? [] : [{ name: 'Mine', search: `by=${encodeURIComponent(login)}` }]),
]

/** The runs of all stacks, newest first. */
export default function ActivityPage() {
  const [search, setSearch] = useSearchParams()
  const filter = filterOf(search)
  const { data, dataUpdatedAt } = useSuspenseQuery(activityQueries.page(filter))
  const { location: coming } = useNavigation()
  const change = useStable((next: Partial<ActivityFilter>): void => {
    // Fast picking changes the request in flight, not the rows on screen.
    const asked = coming ? filterOf(new URLSearchParams(coming.search)) : filter
    setSearch(searchOf(asked, next), { replace: true, preventScrollReset: true })
  })
  const words = filterWords(filter)
  const { data: session } = useQuery(sessionQueries.current())

  return (
    <>
      <PageHeader
        title="Activity"
        meta="Updates of all stacks, newest first."
        actions={
          <ViewsMenu
            list="activity"
            search={new URLSearchParams(searchOf(filter, {})).toString()}
            usual={usualViews(session?.login)}
          />
        }
      />
      <ActivityFilters filter={filter} people={data.people} onChange={change} />
      <RunsInSight runs={data.runs} />
      <Card padding="none">
        {data.runs.length > 0 ? (
          <ActivityTable runs={data.runs} onFilter={change} />
        ) : words === '' && filter.before === undefined ? (
          <EmptyState
            Icon={Activity}
            title="Nothing has run yet"
            action={
              <LinkButton look="primary" to={paths.connect()}>
                Connect the CLI
              </LinkButton>
            }
          >
            Every update, preview, refresh and destroy of every stack appears here as it runs.
          </EmptyState>
        ) : (
          <EmptyState
            Icon={SearchX}
            title="No matching updates"
            action={<Button onClick={() => setSearch({})}>Show everything</Button>}
          >
            {words && <>Filter: {words}.</>}
          </EmptyState>
        )}
      </Card>
      <div className="flex flex-wrap items-center justify-between gap-2 text-sm text-muted">
        <UpdatedAt at={dataUpdatedAt} />
        <nav aria-label="Pages" className="flex gap-2">
          {filter.before !== undefined && (
            <LinkButton size="sm" to={paths.activity(searchOf(filter, {}))}>
              Newest
            </LinkButton>
          )}
          {data.older !== null && (
            <LinkButton size="sm" to={paths.activity(searchOf(filter, { before: data.older }))}>
              Older
            </LinkButton>
          )}
        </nav>
      </div>
    </>
  )
}
