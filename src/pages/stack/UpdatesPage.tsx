import { fullName } from '#domain/stackName.ts'
import { paths, stackOf } from '#src/lib/paths.ts'
import { useStackRef } from '#src/lib/useStackRef.ts'
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import History from 'lucide-react/icons/history'
import type { LoaderFunctionArgs } from 'react-router'
import { z } from 'zod'
import { stackQueries } from '#src/api/stacks.ts'
import { updateQueries } from '#src/api/updates.ts'
import { lazyPart } from '#src/lib/lazyPart.ts'
import { PartMissing } from '#src/ui/PartMissing.tsx'
import { PagedCard } from '#src/ui/Pager.tsx'
import { RunTrends } from '#src/features/stacks/runs/RunTrends.tsx'
import { HistoryTable } from '#src/features/updates/HistoryTable.tsx'
import { counted } from '#words/counts.ts'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { NeverUpdated } from './NeverUpdated.tsx'
import { addressState, useAddressState, type ValuesOf, VISIT } from '#src/lib/useAddressState.ts'
import { PageNumber } from './pageAddress.ts'

// Only stacks of connected backends need these.
const LazyHistoryNotes = lazyPart(async () => (await import('./elsewhere/HistoryNotes.tsx')).HistoryNotes, PartMissing)

const LazyUnlistedRun = lazyPart(async () => (await import('./elsewhere/UnlistedRun.tsx')).UnlistedRun, PartMissing)

const address = addressState({ previews: z.literal('true').optional(), page: PageNumber }, ['page'])

const filterOf = ({ page, previews }: ValuesOf<typeof address>) => ({ page, previews: previews === 'true' })

export const loader =
  (client: QueryClient) =>
  ({ params, request }: LoaderFunctionArgs) =>
    client.ensureQueryData(
      updateQueries.list(stackOf(params), filterOf(address.read(new URL(request.url).searchParams))),
    )

/** The history: every update, edits and recoveries, and previews on request. */
export default function UpdatesPage() {
  const ref = useStackRef()
  const [choice, change] = useAddressState(address)
  const filter = filterOf(choice)
  const { data } = useSuspenseQuery(updateQueries.list(ref, filter))
  const { elsewhere } = useSuspenseQuery(stackQueries.detail(ref)).data
  // A backend records none.
  const showPreviews = !elsewhere && (
    <Checkbox
      label="Show previews"
      checked={filter.previews}
      onChange={(isShown) => change({ previews: isShown ? 'true' : undefined }, VISIT)}
    />
  )
  const notes = elsewhere && (elsewhere.brokenEntries !== null || elsewhere.hasOlderRuns) && (
    <Suspense>
      <LazyHistoryNotes stack={ref} elsewhere={elsewhere} shown={data.total} />
    </Suspense>
  )
  if (data.total === 0 && !filter.previews) {
    return (
      <>
        {notes || <NeverUpdated stack={ref} />}
        {showPreviews}
      </>
    )
  }
  return (
    <>
      {filter.page === 1 && <RunTrends updates={data.updates} />}
      {notes}
      {filter.page === 1 && elsewhere?.holder && (
        <Suspense fallback={<p className="h-6" />}>
          <LazyUnlistedRun holder={elsewhere.holder} updates={data.updates} />
        </Suspense>
      )}
      <PagedCard
        title={`History · ${counted(data.total, 'update')}`}
        actions={
          <div className="flex flex-wrap items-center gap-x-4">
            <TextLink
              to={paths.activity({ stack: fullName(ref), ...(!filter.previews && { kind: 'not-preview' }) })}
              className="text-sm"
            >
              Filter in Activity
            </TextLink>
            {showPreviews}
          </div>
        }
        Icon={History}
        position={data}
        onPage={(page) => change({ page }, VISIT)}
        rows={data.updates.length}
        none={<EmptyState Icon={History} title="Nothing has run yet" />}
      >
        <HistoryTable label="History" stack={ref} updates={data.updates} />
      </PagedCard>
    </>
  )
}
