import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import Trash2 from 'lucide-react/icons/trash-2'
import { useDeferredValue, useState } from 'react'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { type DeletedStack, DeletedStackFilter, KEPT_FOR_CERTAIN_MS } from '#contract/deletedStacks.ts'
import { deletedStackQueries } from '#src/api/deletedStacks.ts'
import { sessionQueries } from '#src/api/session.ts'
import { Pager } from '#src/ui/Pager.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { SearchField } from '#src/ui/SearchField.tsx'
import { counted, number } from '#words/counts.ts'
import { DeletedTable } from './DeletedTable.tsx'
import { OrgField } from '../OrgField.tsx'
import { orgIn, orgOf } from '../orgOfAddress.ts'
import { RestoreDialog } from './RestoreDialog.tsx'
import { SettingsTabs } from '../SettingsTabs.tsx'
import { DAY_MS } from '#words/time.ts'

const filterOf = (search: URLSearchParams) =>
  DeletedStackFilter.catch({ page: 1 }).parse({
    search: search.get('search') || undefined,
    page: search.get('page') ?? 1,
  })

export const loader =
  (client: QueryClient) =>
  async ({ request }: LoaderFunctionArgs) => {
    const org = await orgOf(client, request)
    return client.ensureQueryData(deletedStackQueries.page(org, filterOf(new URL(request.url).searchParams)))
  }

/** Lists and restores deleted stacks. */
export default function DeletedPage() {
  const [search, setSearch] = useSearchParams()
  const { data: session } = useSuspenseQuery(sessionQueries.current())
  const org = orgIn(search, session)
  const filter = filterOf(search)
  const { data } = useSuspenseQuery(deletedStackQueries.page(org, useDeferredValue(filter)))
  const [restored, setRestored] = useState<DeletedStack>()
  const change = (next: { org?: string; search?: string; page?: number }): void => {
    const { page, ...names } = { ...filter, page: 1, org: search.get('org'), ...next }
    const wanted = Object.entries({ ...names, page: page > 1 ? page : undefined })
    const given = wanted.flatMap(([name, value]): [string, string][] => (value ? [[name, String(value)]] : []))
    setSearch(given, { replace: true, preventScrollReset: true })
  }
  const isNarrowed = filter.search !== undefined
  return (
    <>
      <PageHeader title="Settings" meta={<span>Stacks that were deleted and can be restored.</span>} />
      <SettingsTabs />
      <p className="max-w-5xl text-muted">
        Everything of a deleted stack is kept for at least {counted(KEPT_FOR_CERTAIN_MS / DAY_MS, 'day')}. After that it
        can still be restored: nothing is removed by itself, and a retention rule removes only old versions, never the
        latest.
      </p>
      <div className="flex flex-wrap items-end gap-2">
        <OrgField organizations={session.organizations} value={org} onChange={(next) => change({ org: next })} />
        <SearchField
          label="Search deleted stacks"
          value={filter.search ?? ''}
          onChange={(text) => change({ search: text })}
          matches={data.total}
          className="min-w-56 flex-1"
        />
      </div>
      <Card title={`Deleted stacks · ${number(data.total)}`} padding="none">
        {data.stacks.length === 0 ? (
          <EmptyState
            Icon={Trash2}
            title={isNarrowed ? 'No deleted stack has this in its name' : 'Nothing was deleted'}
            action={isNarrowed && <Button onClick={() => change({ search: '' })}>Show all</Button>}
          >
            {!isNarrowed && 'What pulumi stack rm removes appears here.'}
          </EmptyState>
        ) : (
          <DeletedTable stacks={data.stacks} onRestore={setRestored} />
        )}
        <div className="flex justify-end border-t border-line px-4 py-2 empty:hidden">
          <Pager {...data} onPage={(page) => change({ page })} />
        </div>
      </Card>
      {restored && <RestoreDialog key={restored.id} stack={restored} onClose={() => setRestored(undefined)} />}
    </>
  )
}
