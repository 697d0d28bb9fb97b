import { ShowMore } from '#src/ui/ShowMore.tsx'
import { type Dispatch, type ReactNode, useState } from 'react'
import SearchX from 'lucide-react/icons/search-x'
import type { StackRef } from '#contract/common.ts'
import type { Problem } from '#contract/recoveries.ts'
import { counted, number, plural } from '#words/counts.ts'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { SearchField } from '#src/ui/SearchField.tsx'
import { BulkChoice } from './BulkChoice.tsx'
import type { Event } from './changeRecovery.ts'
import { type Choices, decided, oneClick } from './choices.ts'
import { isPreselected } from './preselection.ts'
import { ProblemCard } from './ProblemCard.tsx'

/** More cards than this are shown on request. */
const PAGE = 20
/** From this many problems on, there is a filter. */
const MANY = 4

type Props = {
  stack: StackRef
  /** What is wrong, if no earlier step says it. */
  intro?: ReactNode
  problems: readonly Problem[]
  /** Number of further problems after these. */
  left: number
  choices: Choices
  /** URNs that another page handed over; empty for none. */
  preselected: ReadonlySet<string>
  filter: string
  onFilter: (filter: string) => void
  dispatch: Dispatch<Extract<Event, { type: 'chosen' | 'entered' }>>
}

/** One card for each problem with its options; none is preselected. */
export function ChooseStep({ stack, intro, problems, left, choices, preselected, filter, onFilter, dispatch }: Props) {
  const [limit, setLimit] = useState(PAGE)
  const [showsAll, setShowsAll] = useState(false)
  const wanted = problems.filter((problem) => isPreselected(problem, preselected))
  const isSet = wanted.length > 0
  const shown = (isSet && !showsAll ? wanted : problems).filter((problem) => matches(problem, filter))
  const simple = oneClick(shown, choices)
  const chosen = decided(problems, choices).length
  return (
    <>
      {intro}
      <p role="status" className="max-w-prose text-muted">
        {plural(problems.length, '', `${number(chosen)} of ${number(problems.length)} chosen. `)}
        {isSet
          ? `Handed over from the graph: ${counted(wanted.length, 'resource')}. `
          : preselected.size > 0
            ? 'None of the resources from the graph is among them. '
            : 'Nothing is preselected. '}
        Skipped problems stay unchanged.
        {left > 0 && ` ${number(left)} more will be shown once these are resolved.`}
      </p>
      {isSet && wanted.length < problems.length && (
        <Button size="sm" className="self-start" aria-pressed={showsAll} onClick={() => setShowsAll(!showsAll)}>
          Show all {number(problems.length)}
        </Button>
      )}
      {(problems.length >= MANY || simple.length > 1) && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {problems.length >= MANY && (
            <SearchField
              label="Filter by name, type or what is wrong"
              value={filter}
              onChange={onFilter}
              matches={filter === '' ? undefined : shown.length}
              className="w-full max-w-96"
            />
          )}
          {simple.length > 1 && (
            <Button onClick={() => dispatch({ type: 'chosen', choices: simple })}>
              Choose the recommended fix for {counted(simple.length, 'problem')}
            </Button>
          )}
        </div>
      )}
      <BulkChoice problems={shown} choices={choices} dispatch={dispatch} />
      {shown.length === 0 && (
        <EmptyState
          Icon={SearchX}
          title={`No problem matches “${filter}”`}
          action={<Button onClick={() => onFilter('')}>Clear filter</Button>}
        />
      )}
      <ul aria-label="Problems to decide about" className="flex flex-col gap-4">
        {shown.slice(0, limit).map((problem) => (
          <li key={problem.id} className="min-w-0">
            <ProblemCard stack={stack} problem={problem} choice={choices[problem.id]} dispatch={dispatch} />
          </li>
        ))}
      </ul>
      <ShowMore shown={limit} total={shown.length} step={PAGE} onMore={setLimit} size="md" />
    </>
  )
}

function matches({ title, explanation, urns, clues }: Problem, filter: string): boolean {
  const text = [title, explanation, ...urns, ...clues.map(({ value }) => value)].join(' ').toLowerCase()
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
