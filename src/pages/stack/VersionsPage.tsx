import { stackOf } from '#src/lib/paths.ts'
import { useStackRef } from '#src/lib/useStackRef.ts'
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import Archive from 'lucide-react/icons/archive'
import type { LoaderFunctionArgs } from 'react-router'
import { stackQueries } from '#src/api/stacks.ts'
import { versionQueries } from '#src/api/versions.ts'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { PagedCard } from '#src/ui/Pager.tsx'
import { useCopies } from '#src/features/versions/copies/useCopies.tsx'
import { CompareButton, useCompareChoice } from '#src/features/versions/CompareChoice.tsx'
import { RestoreByTime } from '#src/features/versions/RestoreByTime.tsx'
import { VersionsTable } from '#src/features/versions/VersionsTable.tsx'
import { number } from '#words/counts.ts'
import { NeverUpdated } from './NeverUpdated.tsx'
import { addressState, useAddressState, VISIT } from '#src/lib/useAddressState.ts'
import { PageNumber } from './pageAddress.ts'

const address = addressState({ page: PageNumber })

export const loader =
  (client: QueryClient) =>
  ({ params, request }: LoaderFunctionArgs) =>
    client.ensureQueryData(versionQueries.list(stackOf(params), address.read(new URL(request.url).searchParams).page))

/** Every version of the state. Failed and abandoned updates leave one too. */
export default function VersionsPage() {
  const ref = useStackRef()
  const [{ page }, change] = useAddressState(address)
  const { data } = useSuspenseQuery(versionQueries.list(ref, page))
  const { data: stack } = useSuspenseQuery(stackQueries.detail(ref))
  const { chosen, toggle } = useCompareChoice()
  const current = stack.basis?.version ?? stack.version
  const isConnected = stack.elsewhere != null && stack.elsewhere.kind !== 'opened'
  const copies = useCopies(ref, data)
  if (data.total === 0 && !isConnected) return <NeverUpdated stack={ref} />
  const rows = copies.rows ?? data.versions
  return (
    <div className="flex flex-col gap-3">
      <PagedCard
        title={`State versions · ${number(data.total)}`}
        actions={
          <>
            {isConnected && (
              <Button size="sm" busy={copies.isReading} onClick={copies.read}>
                {copies.rows ? 'Read the copies again' : 'Read the copies in the backend'}
              </Button>
            )}
            {data.total > 0 && <RestoreByTime stack={ref} current={current} />}
            <CompareButton stack={ref} chosen={chosen} />
          </>
        }
        Icon={Archive}
        position={data}
        onPage={(next) => change({ page: next }, VISIT)}
        rows={rows.length}
        none={<EmptyState Icon={Archive} title="No state of this stack could be read yet" />}
      >
        <VersionsTable stack={ref} versions={rows} current={current} chosen={chosen} onToggle={toggle} />
      </PagedCard>
      {copies.note}
    </div>
  )
}
