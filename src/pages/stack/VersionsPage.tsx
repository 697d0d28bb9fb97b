import { stackOf } from '#src/lib/paths.ts'
import { useStackRef } from '#src/lib/useStackRef.ts'
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import Archive from 'lucide-react/icons/archive'
import type { LoaderFunctionArgs } from 'react-router'
import { stackQueries } from '#src/api/stacks.ts'
import { versionQueries } from '#src/api/versions.ts'
import { Pager } from '#src/ui/Pager.tsx'
import { CompareButton, useCompareChoice } from '#src/features/versions/CompareChoice.tsx'
import { VersionsTable } from '#src/features/versions/VersionsTable.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
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
  const go = (next: number) => change({ page: next }, VISIT)
  if (data.total === 0) return <NeverUpdated stack={ref} />
  return (
    <Card
      title={`State versions · ${number(data.total)}`}
      padding="none"
      actions={<CompareButton stack={ref} chosen={chosen} />}
    >
      {data.versions.length === 0 ? (
        <EmptyState
          Icon={Archive}
          title={`There is no page ${page}`}
          action={<Button onClick={() => go(1)}>First page</Button>}
        />
      ) : (
        <VersionsTable
          stack={ref}
          versions={data.versions}
          current={stack.basis?.version ?? stack.version}
          chosen={chosen}
          onToggle={toggle}
        />
      )}
      <div className="flex justify-end border-t border-line px-4 py-2 empty:hidden">
        <Pager {...data} onPage={go} />
      </div>
    </Card>
  )
}
