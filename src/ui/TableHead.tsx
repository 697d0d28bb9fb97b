import type { ReactNode } from 'react'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { cx } from '#src/lib/cx.ts'

/** How a column is sorted, and what a click on its head does. */
export type ColumnSort = { direction: 'asc' | 'desc' | 'none'; onSort: () => void }

type ThProps = {
  align: 'right' | undefined
  sort: ColumnSort | undefined
  className: string | undefined
  children: ReactNode
}

const ariaSort = { asc: 'ascending', desc: 'descending', none: 'none' } as const
const sortIcons = { asc: ArrowUp, desc: ArrowDown, none: ChevronsUpDown } as const

/** A column's head; if the column can be sorted, a button that says how it is sorted. */
export function Th({ align, sort, className, children }: ThProps) {
  const SortIcon = sortIcons[sort?.direction ?? 'none']
  return (
    <th
      scope="col"
      aria-sort={sort && ariaSort[sort.direction]}
      className={cx(
        'sticky top-0 z-1 h-row border-b border-line bg-surface px-3 text-xs font-medium whitespace-nowrap text-muted',
        align && 'text-right',
        className,
      )}
    >
      {sort === undefined ? (
        children
      ) : (
        <button
          type="button"
          onClick={sort.onSort}
          className={cx(
            '-mx-1.5 inline-flex h-6 items-center gap-1 rounded-sm px-1.5 hover:bg-hover hover:text-ink',
            sort.direction !== 'none' && 'text-ink',
          )}
        >
          {children}
          <SortIcon className={cx('size-3', sort.direction === 'none' && 'text-faint')} aria-hidden />
        </button>
      )}
    </th>
  )
}
