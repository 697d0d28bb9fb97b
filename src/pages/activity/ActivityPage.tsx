import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { activityQueries } from '#src/api/activity.ts'
import { ListFoot } from '#src/features/views/ListFoot.tsx'
import { everything, filterOf } from '#src/features/views/timedList.ts'
import { hiddenIn } from '#src/lib/hiddenColumns.ts'
import { useNamesByLogin } from '#src/lib/personName.ts'
import { useAddressState } from '#src/lib/useAddressState.ts'
import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { FilterRow } from '#src/ui/ListFilters.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { FILTERS } from './ActivityFilters.tsx'
import { ActivityTable, COLUMNS } from './ActivityTable.tsx'
import { ActivityViews } from './ActivityViews.tsx'
import { NoRuns } from './NoRuns.tsx'
import { RunsInSight } from './RunsInSight.tsx'
import { address, type Change } from './filter.ts'

export const loader =
  (client: QueryClient) =>
  ({ request }: LoaderFunctionArgs) =>
    client.ensureQueryData(activityQueries.page(filterOf(address.read(new URL(request.url).searchParams))))

/** The runs of all stacks, newest first. */
export default function ActivityPage() {
  const [choice, change] = useAddressState(address)
  const { data, dataUpdatedAt } = useSuspenseQuery(activityQueries.page(filterOf(choice)))
  const hidden = useMemo(() => hiddenIn(choice.hide, COLUMNS), [choice.hide])
  const names = useNamesByLogin()
  const to = (next?: Change) => paths.activity(address.query(choice, next))
  const dayPath = useCallback(
    (day: string) => paths.activity(address.query(choice, { day, since: undefined })),
    [choice],
  )
  return (
    <>
      <PageHeader
        title="Activity"
        meta={<RunsInSight runs={data.runs} dayPath={dayPath} />}
        actions={<ActivityViews choice={choice} />}
      />
      <FilterRow filters={FILTERS} values={choice} onChange={change} extra={{ page: data, names, hidden }} />
      <Card padding="none">
        {data.runs.length > 0 ? (
          <ActivityTable runs={data.runs} hidden={hidden} onFilter={change} dayPath={dayPath} />
        ) : (
          <NoRuns choice={choice} isPartial={data.isPartial} onAll={() => change(everything(address))} />
        )}
      </Card>
      <ListFoot updatedAt={dataUpdatedAt} isFirst={choice.before === undefined} older={data.older} to={to} />
    </>
  )
}
