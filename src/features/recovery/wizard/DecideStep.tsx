import SearchX from 'lucide-react/icons/search-x'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { cx } from '#src/lib/cx.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { SearchField } from '#src/ui/SearchField.tsx'
import { ShowMore } from '#src/ui/ShowMore.tsx'
import type { Decidable } from '../change/choices.ts'
import { withFilter } from './wizardAddress.ts'

type Props = {
  problems: readonly Decidable[]
  /** The names of the list, of one of its items, and of what the filter searches. */
  words: { list: string; item: string; filter: string }
  /** From this many problems on, there is a filter; more than `page` are shown on request. */
  many: number
  page: number
  /** Short rows in one card, instead of a card for each. */
  isDense?: boolean
  /** What is asked, and how much of it is decided. */
  intro: ReactNode
  /** The filter, with what decides several of the problems that pass it at once. */
  tools: (shown: readonly Decidable[], filter: ReactNode) => ReactNode
  /** A problem with its options; none is preselected. */
  row: (problem: Decidable) => ReactNode
  children?: ReactNode
}

/** The step of a recovery in which something is decided about each of many problems. */
export function DecideStep({ problems, words, many, page, isDense = false, intro, tools, row, children }: Props) {
  const [search, setSearch] = useSearchParams()
  const [limit, setLimit] = useState(page)
  const filter = search.get('filter') ?? ''
  const onFilter = (text: string) => setSearch((old) => withFilter(old, text), { replace: true })
  const shown = problems.filter((problem) => matches(problem, filter))
  const list = (
    <ul aria-label={words.list} className={cx('flex flex-col', isDense ? 'divide-y divide-line' : 'gap-4')}>
      {shown.slice(0, limit).map((problem) => (
        <li key={problem.id} className="min-w-0">
          {row(problem)}
        </li>
      ))}
    </ul>
  )
  return (
    <>
      {intro}
      {tools(
        shown,
        problems.length >= many && (
          <SearchField
            label={`Filter by ${words.filter}`}
            value={filter}
            onChange={onFilter}
            matches={filter === '' ? undefined : shown.length}
            className="w-full max-w-96"
          />
        ),
      )}
      {shown.length === 0 ? (
        <EmptyState
          Icon={SearchX}
          title={`No ${words.item} matches “${filter}”`}
          action={<Button onClick={() => onFilter('')}>Clear filter</Button>}
        />
      ) : isDense ? (
        <Card padding="none">{list}</Card>
      ) : (
        list
      )}
      <ShowMore shown={limit} total={shown.length} step={page} onMore={setLimit} size="md" />
      {children}
    </>
  )
}

function matches({ item, title, explanation, urns, clues }: Decidable, filter: string): boolean {
  const parts = item ? [item.resourceType] : [explanation, ...clues.map(({ value }) => value)]
  const text = [title, ...urns, ...parts].join(' ').toLowerCase()
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
