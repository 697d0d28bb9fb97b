import { stackOf } from '#src/lib/paths.ts'
import { useStackRef } from '#src/lib/useStackRef.ts'
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import Archive from 'lucide-react/icons/archive'
import type { LoaderFunctionArgs } from 'react-router'
import { stackQueries } from '#src/api/stacks.ts'
import { versionQueries } from '#src/api/versions.ts'
import { lazyPart } from '#src/lib/lazyPart.ts'
import { PartMissing } from '#src/ui/PartMissing.tsx'
import { Button } from '#src/ui/Button.tsx'
import { PagedCard } from '#src/ui/Pager.tsx'
import { CompareButton, useCompareChoice } from '#src/features/versions/CompareChoice.tsx'
import { RestoreByTime } from '#src/features/versions/RestoreByTime.tsx'
import { VersionsTable } from '#src/features/versions/VersionsTable.tsx'
import { number } from '#words/counts.ts'
import { NeverUpdated } from './NeverUpdated.tsx'
import { addressState, useAddressState, VISIT } from '#src/lib/useAddressState.ts'
import { PageNumber } from './pageAddress.ts'

// Only stacks of connected backends need it.
const LazyCopies = lazyPart(async () => (await import('./elsewhere/StateCopies.tsx')).StateCopies, PartMissing)

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
  const [hasCopies, showCopies] = useState(false)
  if (data.total === 0) return <NeverUpdated stack={ref} />
  const versions = (
    <PagedCard
      title={`State versions · ${number(data.total)}`}
      actions={
        <>
          <RestoreByTime stack={ref} current={current} />
          <CompareButton stack={ref} chosen={chosen} />
        </>
      }
      Icon={Archive}
      position={data}
      onPage={(next) => change({ page: next }, VISIT)}
      rows={data.versions.length}
    >
      <VersionsTable stack={ref} versions={data.versions} current={current} chosen={chosen} onToggle={toggle} />
    </PagedCard>
  )
  if (!stack.elsewhere || stack.elsewhere.kind === 'opened') return versions
  return (
    <div className="flex flex-col gap-4">
      {versions}
      {hasCopies ? (
        <Suspense>
          <LazyCopies stack={ref} isRestored={false} />
        </Suspense>
      ) : (
        <div>
          <Button onClick={() => showCopies(true)}>Read the copies in the backend</Button>
        </div>
      )}
    </div>
  )
}
