import SearchX from 'lucide-react/icons/search-x'
import { type Dispatch, useState } from 'react'
import type { StackRef } from '#contract/common.ts'
import { exportTo } from '#domain/commands.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { CodeLine } from '#src/ui/CodeLine.tsx'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { SearchField } from '#src/ui/SearchField.tsx'
import { ShowMore } from '#src/ui/ShowMore.tsx'
import { number } from '#words/counts.ts'
import type { Event } from '../change/changeRecovery.ts'
import { type Choices, decided, type Decidable } from '../change/choices.ts'
import { AnswerAll } from './AnswerAll.tsx'
import { FoundIds } from './FoundIds.tsx'
import { OperationRow } from './OperationRow.tsx'

/** More rows than this are shown on request. */
const PAGE = 25
/** From this many operations on, there is a filter. */
const MANY = 8

type Props = {
  stack: StackRef
  problems: readonly Decidable[]
  choices: Choices
  /** Every operation must be answered; else unanswered ones stay pending. */
  needsAll: boolean
  filter: string
  onFilter: (filter: string) => void
  dispatch: Dispatch<Extract<Event, { type: 'chosen' }>>
}

/** A row for each operation; no answer is preselected. */
export function AnswerStep({ stack, problems, choices, needsAll, filter, onFilter, dispatch }: Props) {
  const [limit, setLimit] = useState(PAGE)
  const shown = problems.filter((problem) => matches(problem, filter))
  const items = problems.flatMap(({ item }) => item ?? [])
  return (
    <>
      <p className="text-muted">
        The update stopped after calling the cloud and before saving the result. Look for each resource, then say what
        you found. Nothing is written until you confirm.
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <AnswerAll problems={shown} choices={choices} dispatch={dispatch} />
        <p role="status" className="text-sm text-muted">
          {progress(decided(problems, choices).length, problems.length, needsAll)}
        </p>
      </div>
      {problems.length >= MANY && (
        <SearchField
          label="Filter by name, type or what was done"
          value={filter}
          onChange={onFilter}
          matches={filter === '' ? undefined : shown.length}
          className="max-w-96"
        />
      )}
      {shown.length === 0 ? (
        <EmptyState
          Icon={SearchX}
          title={`No operation matches “${filter}”`}
          action={<Button onClick={() => onFilter('')}>Clear filter</Button>}
        />
      ) : (
        <Card padding="none">
          <ul aria-label="Operations to answer" className="flex flex-col divide-y divide-line">
            {shown.slice(0, limit).map(({ id, item }) => (
              <li key={id} className="min-w-0">
                {item && <OperationRow stack={stack} item={item} choice={choices[id]} dispatch={dispatch} />}
              </li>
            ))}
          </ul>
        </Card>
      )}
      <ShowMore shown={limit} total={shown.length} step={PAGE} onMore={setLimit} size="md" />
      <Disclosure summary="Advanced">
        <p className="text-muted">Holdfast keeps the current version anyway. To keep your own copy, run:</p>
        <CodeLine code={exportTo(stack, 'state.json')} />
        <FoundIds items={items} />
      </Disclosure>
    </>
  )
}

function progress(done: number, of: number, needsAll: boolean): string {
  if (done === of) return 'All resolved.'
  const rest = needsAll ? 'You can leave any of them as “Not sure yet”.' : 'What you don’t answer stays pending.'
  return `${number(done)} of ${number(of)} resolved. ${rest}`
}

function matches({ item, title, urns }: Decidable, filter: string): boolean {
  const text = `${item?.type ?? ''} ${title} ${item?.resourceType ?? ''} ${urns.join(' ')}`.toLowerCase()
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
