import ChevronFirst from 'lucide-react/icons/chevron-first'
import ChevronLast from 'lucide-react/icons/chevron-last'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Card } from './Card.tsx'
import { EmptyState } from './EmptyState.tsx'
import type { Icon } from './icon.ts'
import { IconButton } from './IconButton.tsx'
import { number } from '#words/counts.ts'

type Position = { page: number; pageSize: number; total: number }
type Props = Position & { onPage: (page: number) => void }

/**
 * The position in a long list, and buttons for the pages beside it; of many pages, also for the first and the last.
 * Nothing for a list of one page.
 */
export function Pager({ page, pageSize, total, onPage }: Props) {
  const pages = Math.max(1, Math.ceil(total / pageSize))
  if (pages === 1 && page === 1) return null
  return (
    <nav aria-label="Pages" className="flex items-center gap-2">
      {page > 2 && <IconButton label="First page" Icon={ChevronFirst} onClick={() => onPage(1)} />}
      <Button
        size="sm"
        blocked={page <= 1 ? 'This is the first page.' : undefined}
        onClick={() => onPage(Math.min(page - 1, pages))}
      >
        <ChevronLeft aria-hidden /> Previous
      </Button>
      <span>
        page {number(page)} of {number(pages)}
      </span>
      <Button size="sm" blocked={page >= pages ? 'This is the last page.' : undefined} onClick={() => onPage(page + 1)}>
        Next <ChevronRight aria-hidden />
      </Button>
      {page < pages - 1 && <IconButton label="Last page" Icon={ChevronLast} onClick={() => onPage(pages)} />}
    </nav>
  )
}

type CardProps = {
  title: string
  actions?: ReactNode
  Icon: Icon
  position: Position
  onPage: (page: number) => void
  /** Number of rows on this page. */
  rows: number
  /** In place of the rows of an empty list. */
  none?: ReactNode
  children: ReactNode
}

/** A long list in a card, with its pages below. */
export const PagedCard = ({ title, actions, Icon, position, onPage, rows, none, children }: CardProps) => (
  <Card title={title} padding="none" actions={actions}>
    {rows > 0 && children}
    {rows === 0 && position.total === 0 && none}
    {rows === 0 && position.total > 0 && (
      <EmptyState
        Icon={Icon}
        title={`There is no page ${position.page}`}
        action={<Button onClick={() => onPage(1)}>First page</Button>}
      />
    )}
    <div className="flex justify-end border-t border-line px-4 py-2 empty:hidden">
      <Pager {...position} onPage={onPage} />
    </div>
  </Card>
)
