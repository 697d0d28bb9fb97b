import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { Button } from './Button.tsx'
import { number } from '#words/counts.ts'

type Props = { page: number; pageSize: number; total: number; onPage: (page: number) => void }

/** The position in a long list, and links to the next pages. Nothing for a list of one page. */
export function Pager({ page, pageSize, total, onPage }: Props) {
  const pages = Math.max(1, Math.ceil(total / pageSize))
  if (pages === 1 && page === 1) return null
  return (
    <nav aria-label="Pages" className="flex items-center gap-2">
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
    </nav>
  )
}
