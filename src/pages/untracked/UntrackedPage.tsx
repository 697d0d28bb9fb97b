import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useState } from 'react'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { type UntrackedResource, UntrackedFilter } from '#contract/untracked.ts'
import { untrackedQueries } from '#src/api/untracked.ts'
import { Pager } from '#src/ui/Pager.tsx'
import { useDraft } from '#src/lib/useDraft.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { SearchField } from '#src/ui/SearchField.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { Status } from '#src/ui/Status.tsx'
import { counted, number } from '#words/counts.ts'
import { AnswerDialog } from './AnswerDialog.tsx'
import { UntrackedItem } from './UntrackedItem.tsx'
import { mayAnswer, sourceWords } from './words.ts'

function filterOf(search: URLSearchParams): UntrackedFilter {
  const given = Object.fromEntries([...search].filter(([, value]) => value !== ''))
  return UntrackedFilter.catch({ state: 'open', page: 1 }).parse(given)
}

export const loader =
  (client: QueryClient) =>
  ({ request }: LoaderFunctionArgs) =>
    client.ensureQueryData(untrackedQueries.page(filterOf(new URL(request.url).searchParams)))

/** What happened is said once per group; for resolved ones the answer is shown. */
const groupsOf = (resources: readonly UntrackedResource[]) => [
  ...Map.groupBy(resources, ({ resolved, story, isPending }) =>
    resolved ? '' : `${isPending ? 'Pending: ' : ''}${story}`,
  ),
]

const Story = ({ resource: { isPending, source, story }, count }: { resource: UntrackedResource; count: number }) => (
  <div className="flex flex-wrap items-baseline gap-x-3 border-b border-line bg-sunken px-4 py-1.5">
    <Status tone={isPending ? 'attention' : 'danger'} className="text-sm">
      {isPending ? 'Pending' : sourceWords[source]}
    </Status>
    <span className="min-w-0 flex-1 wrap-anywhere max-sm:basis-full">{story}</span>
    <span className="text-sm text-muted">{counted(count, 'resource')}</span>
  </div>
)

/** All resources that may exist untracked, until someone resolves them. */
export default function UntrackedPage() {
  const [search, setSearch] = useSearchParams()
  const filter = filterOf(search)
  const { data } = useSuspenseQuery(untrackedQueries.page(filter))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [answering, setAnswering] = useState<readonly UntrackedResource[]>([])
  const change = (next: Partial<Record<'stack' | 'state' | 'search' | 'page', string>>): void => {
    const entries = Object.entries({ ...Object.fromEntries(search), page: '', ...next })
    setSearch(
      entries.filter(([, value]) => value !== ''),
      { replace: true, preventScrollReset: true },
    )
    setChosen(new Set())
  }
  const [draft, type] = useDraft(filter.search ?? '', (text) => change({ search: text }))
  const answerable = data.resources.filter(mayAnswer)
  const picked = answerable.filter(({ id }) => chosen.has(id))
  const isNarrowed = Boolean(filter.stack ?? filter.search)
  const choose = (ids: readonly string[], isChosen: boolean): void => {
    const next = new Set(chosen)
    for (const id of ids)
      if (isChosen) next.add(id)
      else next.delete(id)
    setChosen(next)
  }
  return (
    <>
      <PageHeader
        title="Untracked resources"
        meta={
          <>
            <span>{number(data.open)} open</span>
            <span>{number(data.resolved)} resolved</span>
            <span>Resources that may exist but no stack tracks. Each stays listed until someone resolves it.</span>
            {filter.stack && <span className="wrap-anywhere">of {filter.stack}</span>}
          </>
        }
      />
      <div className="flex flex-wrap items-end gap-2">
        <SearchField
          label="Search by name, type, URN or id"
          value={draft}
          onChange={type}
          matches={data.total}
          className="min-w-56 flex-1 max-sm:basis-full"
        />
        <div className="w-40 max-sm:flex-1">
          <SelectField
            label="Show"
            hideLabel
            options={[
              { value: 'open', label: 'Open' },
              { value: 'resolved', label: 'Resolved' },
            ]}
            value={filter.state}
            onChange={(state) => change({ state: state === 'open' ? '' : state })}
          />
        </div>
        {filter.stack && <Button onClick={() => change({ stack: '' })}>All stacks</Button>}
      </div>
      {filter.state === 'open' && answerable.length > 1 && (
        <div className="flex flex-wrap items-center gap-3">
          <Checkbox
            label={`Select all ${number(answerable.length)}`}
            checked={picked.length === answerable.length}
            indeterminate={picked.length > 0 && picked.length < answerable.length}
            onChange={(isChosen) =>
              choose(
                answerable.map(({ id }) => id),
                isChosen,
              )
            }
          />
          <Button
            size="sm"
            blocked={picked.length === 0 ? 'Choose some first.' : undefined}
            onClick={() => setAnswering(picked)}
          >
            {picked.length === 0 ? 'Resolve selected…' : `Resolve ${number(picked.length)}…`}
          </Button>
        </div>
      )}
      <Card padding="none">
        {data.resources.length === 0 ? (
          <EmptyState
            Icon={CircleCheck}
            title={
              isNarrowed
                ? 'Nothing matches'
                : filter.state === 'open'
                  ? 'No untracked resources'
                  : 'Nothing resolved yet'
            }
            action={isNarrowed && <Button onClick={() => change({ stack: '', search: '' })}>Clear filters</Button>}
          >
            {filter.state === 'open' && !isNarrowed
              ? 'Interrupted creates, and resources that a killed update created without saving them, are added automatically.'
              : undefined}
          </EmptyState>
        ) : (
          groupsOf(data.resources).map(([story, resources]) => (
            <section key={story} aria-label={story || 'Resolved'} className="border-b border-line last:border-b-0">
              {resources[0]?.resolved === null && <Story resource={resources[0]} count={resources.length} />}
              <ul className="divide-y divide-line">
                {resources.map((resource) => (
                  <li key={resource.id}>
                    <UntrackedItem
                      resource={resource}
                      isChosen={chosen.has(resource.id)}
                      onChoose={answerable.length > 1 ? (isChosen) => choose([resource.id], isChosen) : undefined}
                      onAnswer={() => setAnswering([resource])}
                    />
                  </li>
                ))}
              </ul>
            </section>
          ))
        )}
      </Card>
      <Pager
        page={data.page}
        pageSize={data.pageSize}
        total={data.total}
        onPage={(page) => change({ page: page > 1 ? String(page) : '' })}
      />
      {answering.length > 0 && (
        <AnswerDialog
          resources={answering}
          onClose={(isDone) => {
            setAnswering([])
            if (isDone) setChosen(new Set())
          }}
        />
      )}
    </>
  )
}
