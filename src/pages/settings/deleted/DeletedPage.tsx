import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { type DeletedStack, DeletedStackFilter, KEPT_FOR_CERTAIN_MS } from '#contract/deletedStacks.ts'
import { deletedStackQueries } from '#src/api/deletedStacks.ts'
import { sessionQueries } from '#src/api/session.ts'
import { addressState, useAddressState } from '#src/lib/useAddressState.ts'
import { useDraft } from '#src/lib/useDraft.ts'
import { PagedCard } from '#src/ui/Pager.tsx'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { SearchField } from '#src/ui/SearchField.tsx'
import { counted, number } from '#words/counts.ts'
import { DeletedTable } from './DeletedTable.tsx'
import { OrgField } from '../OrgField.tsx'
import { orgIn, orgOf, OrgParameter } from '../orgOfAddress.ts'
import { RestoreDialog } from './RestoreDialog.tsx'
import { SettingsTabs } from '../SettingsTabs.tsx'
import { DAY_MS } from '#words/time.ts'

const { search, page } = DeletedStackFilter.shape
const address = addressState({ search, org: OrgParameter, page }, ['page'])

export const loader =
  (client: QueryClient) =>
  async ({ request }: LoaderFunctionArgs) => {
    const { org, ...filter } = address.read(new URL(request.url).searchParams)
    return client.ensureQueryData(deletedStackQueries.page(await orgOf(client, org), filter))
  }

/** Lists and restores deleted stacks. */
export default function DeletedPage() {
  const [{ org: named, ...filter }, change] = useAddressState(address)
  const { data: session } = useSuspenseQuery(sessionQueries.current())
  const org = orgIn(named, session)
  const { data } = useSuspenseQuery(deletedStackQueries.page(org, filter))
  const [draft, type] = useDraft(filter.search ?? '', (text) => change({ search: text }))
  const [restored, setRestored] = useState<DeletedStack>()
  const isNarrowed = filter.search !== undefined
  return (
    <>
      <PageHeader title="Deleted stacks" meta={<span>Stacks that were deleted and can be restored</span>} />
      <SettingsTabs />
      <p className="max-w-5xl text-muted">
        Deleted stacks are kept for {counted(KEPT_FOR_CERTAIN_MS / DAY_MS, 'day')} or longer. Retention may remove old
        versions, never the latest.
      </p>
      <div className="flex flex-wrap items-end gap-2">
        <OrgField organizations={session.organizations} value={org} onChange={(next) => change({ org: next })} />
        <SearchField
          label="Search deleted stacks"
          value={draft}
          onChange={type}
          matches={data.total}
          className="min-w-56 flex-1"
        />
      </div>
      <PagedCard
        title={`Deleted stacks · ${number(data.total)}`}
        Icon={Trash2}
        position={data}
        onPage={(page) => change({ page })}
        rows={data.stacks.length}
        none={
          <EmptyState
            Icon={Trash2}
            title={isNarrowed ? 'No deleted stack has this in its name' : 'Nothing was deleted'}
            action={isNarrowed && <Button onClick={() => change({ search: undefined })}>Show all</Button>}
          >
            {!isNarrowed && 'What pulumi stack rm removes appears here.'}
          </EmptyState>
        }
      >
        <DeletedTable stacks={data.stacks} onRestore={setRestored} />
      </PagedCard>
      {restored && <RestoreDialog key={restored.id} stack={restored} onClose={() => setRestored(undefined)} />}
    </>
  )
}
