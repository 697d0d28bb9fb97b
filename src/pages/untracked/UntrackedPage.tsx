import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { UntrackedFilter, type UntrackedResource } from '#contract/untracked.ts'
import { untrackedQueries } from '#src/api/untracked.ts'
import { addressState, useAddressState } from '#src/lib/useAddressState.ts'
import { Ban } from '#src/ui/Ban.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { Pager } from '#src/ui/Pager.tsx'
import { firstOf, number } from '#words/counts.ts'
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
  const stacks = stacksOf(data.resources)
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
      {stacks.length > 0 && (
        <div className="flex flex-col gap-1">
          <Ban>Don’t run pulumi up on {firstOf(stacks, 2)} yet: it could create these again.</Ban>
          <p className="max-w-3xl text-muted">
            First look for each in the cloud, then adopt or delete it, then record that under <em>Resolve…</em>
          </p>
        </div>
      )}
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

/** The stacks of which an update could create open ones again: without those that are deleted. */
const stacksOf = (resources: readonly UntrackedResource[]): string[] => [
  ...new Set(
    resources
      .filter(({ resolved, isStackDeleted }) => resolved === null && !isStackDeleted)
      .map(({ stack }) => `${stack.project}/${stack.stack}`),
  ),
]
