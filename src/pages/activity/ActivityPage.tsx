import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import Activity from 'lucide-react/icons/activity'
import SearchX from 'lucide-react/icons/search-x'
import { useCallback, useMemo } from 'react'
import { type LoaderFunctionArgs, useNavigation, useSearchParams } from 'react-router'
import { activityQueries } from '#src/api/activity.ts'
import { sessionQueries } from '#src/api/session.ts'
import { ViewsMenu } from '#src/features/views/ViewsMenu.tsx'
import { hiddenIn, hiddenSearch } from '#src/lib/hiddenColumns.ts'
import { useStable } from '#src/lib/useStable.ts'
import { paths } from '#src/lib/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { UpdatedAt } from '#src/ui/Time.tsx'
import { ActivityFilters } from './ActivityFilters.tsx'
import { ActivityTable, COLUMNS } from './ActivityTable.tsx'
import { RunsInSight } from './RunsInSight.tsx'
import { type Choice, choiceOf, filterOf, filterWords, searchOf } from './filter.ts'

export const loader =
  (client: QueryClient) =>
  ({ request }: LoaderFunctionArgs) =>
    client.ensureQueryData(activityQueries.page(filterOf(choiceOf(new URL(request.url).searchParams))))

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
  const filter = choiceOf(search)
  const { data, dataUpdatedAt } = useSuspenseQuery(activityQueries.page(filterOf(filter)))
  const { location: coming } = useNavigation()
  const go = (next: Record<string, string>): void => setSearch(next, { replace: true, preventScrollReset: true })
  const change = useStable((next: Partial<Choice>): void => {
    // Fast picking changes the request in flight, not the rows on screen.
    const asked = coming ? choiceOf(new URLSearchParams(coming.search)) : filter
    go(searchOf(asked, next))
  })
  const dayPath = useCallback(
    (day: string) => paths.activity(searchOf(choiceOf(search), { day, since: undefined })),
    [search],
  )
  const { hide = null } = filter
  const hidden = useMemo(() => hiddenIn(hide, COLUMNS), [hide])
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
      <ActivityFilters
        filter={filter}
        page={data}
        onChange={change}
        hidden={hidden}
        onHide={(columns) => go({ ...searchOf({ ...filter, hide: undefined }, {}), ...hiddenSearch(columns) })}
      />
      <RunsInSight runs={data.runs} dayPath={dayPath} />
      <Card padding="none">
        {data.runs.length > 0 ? (
          <ActivityTable runs={data.runs} hidden={hidden} onFilter={change} dayPath={dayPath} />
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
            action={<Button onClick={() => go(hiddenSearch(hidden))}>Show everything</Button>}
          >
            {words && <>Filter: {words}.</>}
            {data.isPartial && ' Only the newest updates were compared: “Older” continues.'}
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
