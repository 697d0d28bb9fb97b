import { ShowMore } from '#src/ui/ShowMore.tsx'
import { useState } from 'react'
import type { StackRef } from '#contract/common.ts'
import type { PendingAnswer, PendingItem } from '#contract/recoveries.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { SearchField } from '#src/ui/SearchField.tsx'
import { number } from '#words/counts.ts'
import SearchX from 'lucide-react/icons/search-x'
import { type Answers, leastLevel, stillOpen } from './answers.ts'
import { BulkAnswer } from './BulkAnswer.tsx'
import { FoundIds } from './FoundIds.tsx'
import { OperationCard } from './OperationCard.tsx'

/** More cards than this wait for a click. */
const PAGE = 25
/** From this many on, people want to filter and to answer several alike. */
const MANY = 3

type Props = {
  stack: StackRef
  recovery: RecoveryId
  items: readonly PendingItem[]
  answers: Answers
  filter: string
  onFilter: (filter: string) => void
  onAnswer: (keys: readonly string[], answer: PendingAnswer) => void
  onState: (keys: readonly string[], statement: string) => void
}

/** One card for each operation; none is answered unless a person does. */
export function AnswerStep({ stack, recovery, items, answers, filter, onFilter, onAnswer, onState }: Props) {
  const [limit, setLimit] = useState(PAGE)
  const level = leastLevel(recovery)
  const shown = items.filter((item) => matches(item, filter))
  const left = stillOpen(items, answers, level).length
  return (
    <>
      <p role="status" className="text-muted">
        {left === 0
          ? 'All resolved.'
          : `${number(items.length - left)} of ${number(items.length)} resolved. You can leave any of them as “Not sure yet”.`}
      </p>
      {items.length >= MANY && (
        <div className="flex flex-col gap-3">
          <SearchField
            label="Filter by name, type or what was done"
            value={filter}
            onChange={onFilter}
            matches={filter === '' ? undefined : shown.length}
            className="max-w-96"
          />
          <BulkAnswer items={shown} answers={answers} onAnswer={onAnswer} onState={onState} />
          <FoundIds items={items} />
        </div>
      )}
      {shown.length === 0 && (
        <EmptyState
          Icon={SearchX}
          title={`No operation matches “${filter}”`}
          action={<Button onClick={() => onFilter('')}>Clear filter</Button>}
        />
      )}
      <ul aria-label="Operations to answer" className="flex flex-col gap-4">
        {shown.slice(0, limit).map((item) => (
          <li key={item.key} className="min-w-0">
            <OperationCard
              stack={stack}
              item={item}
              said={answers[item.key]}
              level={level}
              onAnswer={(answer) => onAnswer([item.key], answer)}
              onState={(statement) => onState([item.key], statement)}
            />
          </li>
        ))}
      </ul>
      <ShowMore shown={limit} total={shown.length} step={PAGE} onMore={setLimit} size="md" />
    </>
  )
}

function matches({ type, name, resourceType, urn }: PendingItem, filter: string): boolean {
  const text = `${type} ${name} ${resourceType} ${urn}`.toLowerCase()
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
