import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { UntrackedFilter } from '#contract/untracked.ts'
import { untrackedQueries } from '#src/api/untracked.ts'
import { addressState, useAddressState } from '#src/lib/useAddressState.ts'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { Pager } from '#src/ui/Pager.tsx'
import { number } from '#words/counts.ts'
import { UntrackedFilters } from './UntrackedFilters.tsx'
import { UntrackedList } from './UntrackedList.tsx'

const address = addressState(UntrackedFilter.shape, ['page'])

export const loader =
  (client: QueryClient) =>
  ({ request }: LoaderFunctionArgs) =>
    client.ensureQueryData(untrackedQueries.page(address.read(new URL(request.url).searchParams)))

/** All resources that may exist untracked, until someone resolves them. */
export default function UntrackedPage() {
  const [filter, change] = useAddressState(address)
  const { data } = useSuspenseQuery(untrackedQueries.page(filter))
  return (
    <>
      <PageHeader
        title="Untracked resources"
        meta={
          <>
            <span>{number(data.open)} open</span>
            <span>{number(data.resolved)} resolved</span>
            <span>
              Resources that may exist but that no stack tracks. <em>Resolve…</em> records what you found, and changes
              nothing in the cloud or in a state.
            </span>
            {filter.stack && <span className="wrap-anywhere">of {filter.stack}</span>}
          </>
        }
      />
      <UntrackedFilters filter={filter} matches={data.total} onChange={change} />
      <UntrackedList
        key={JSON.stringify(filter)} // another list has another selection
        resources={data.resources}
        filter={filter}
        onClear={() => change({ stack: undefined, search: undefined })}
      />
      <Pager {...data} onPage={(page) => change({ page })} />
    </>
  )
}
