import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { UntrackedFilter, type UntrackedResource } from '#contract/untracked.ts'
import { untrackedQueries } from '#src/api/untracked.ts'
import { useRecoverWord } from '#src/api/useRecoverWord.ts'
import { addressState, useAddressState } from '#src/lib/useAddressState.ts'
import { Ban } from '#src/ui/Ban.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { Pager } from '#src/ui/Pager.tsx'
import { number, shortened } from '#words/counts.ts'
import { either } from '#words/either.ts'
import { UntrackedFilters } from './UntrackedFilters.tsx'
import { UntrackedList } from './UntrackedList.tsx'
import { mayAnswer } from './words.ts'

const address = addressState(UntrackedFilter.shape, ['page'])

export const loader =
  (client: QueryClient) =>
  ({ request }: LoaderFunctionArgs) =>
    client.ensureQueryData(untrackedQueries.page(address.read(new URL(request.url).searchParams)))

/** All resources that may exist untracked, until someone resolves them. */
export default function UntrackedPage() {
  const [filter, change] = useAddressState(address)
  const { data } = useSuspenseQuery(untrackedQueries.page(filter))
  const stacks = data.openStacks.map(({ project, stack }) => `${project}/${stack}`)
  return (
    <>
      <PageHeader
        title="Untracked resources"
        meta={
          <>
            <span>{number(data.open)} open</span>
            <span>{number(data.resolved)} resolved</span>
            <span>Resources that may exist but that no stack tracks.</span>
            {filter.stack && <span className="wrap-anywhere">of {filter.stack}</span>}
          </>
        }
      />
      {data.open > 0 && filter.state === 'open' && (
        <div className="flex flex-col gap-1">
          {stacks.length > 0 && (
            <Ban>Don’t run pulumi up on {either(shortened(stacks, MOST))} yet: it could create duplicates.</Ban>
          )}
          <WhatFirst resources={data.resources} />
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

/** The ban names this many stacks; the list below has all. */
const MOST = 4

/** What to do with those of the page, by the button that they have. */
function WhatFirst({ resources }: { resources: readonly UntrackedResource[] }) {
  const { word } = useRecoverWord()
  const [answerable, pending] = [resources.some(mayAnswer), resources.some((resource) => !mayAnswer(resource))]
  if (!answerable && !pending) return null
  return (
    <p className="max-w-3xl text-muted">
      Look for each in the cloud account that its stack uses
      {answerable && ', then import it into its stack or delete it'}.{' '}
      {answerable && (
        <>
          <em>Record…</em> only notes what you did.{' '}
        </>
      )}
      {pending && (
        <>
          {answerable ? 'Those still pending are resolved' : 'Then resolve it'} under <em>{word}</em>, which also clears
          the pending operation.
        </>
      )}
    </p>
  )
}
