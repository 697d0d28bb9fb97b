import { Children, type ComponentProps, type ReactNode, useDeferredValue } from 'react'
import { useNavigationType } from 'react-router'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { cx } from '#src/lib/cx.ts'

type TableProps = {
  /** Name of the table. */
  label: string
  children: ReactNode
  /** A CSS length: if it is longer, the table scrolls and its head stays visible. */
  maxHeight?: string | undefined
  /**
   * On a phone each row is a card, and heads are hidden: `cards` have two columns, whose cells give their position
   * (`order-…`); in `lines` each cell has a line of its own.
   */
  narrow: 'cards' | 'lines'
  className?: string | undefined
}

const CARDS =
  'max-sm:block max-sm:[&_thead:not(:focus-within)]:sr-only max-sm:[&_tbody]:block max-sm:[&_tbody_tr]:grid max-sm:[&_tbody_tr]:grid-cols-[minmax(0,1fr)_fit-content(55%)] max-sm:[&_tbody_tr]:border-b max-sm:[&_tbody_tr]:border-line max-sm:[&_tbody_tr]:py-1 max-sm:[&_tbody_tr:last-child]:border-b-0 max-sm:[&_td]:h-auto max-sm:[&_td]:min-w-0 max-sm:[&_td]:border-b-0 max-sm:[&_td]:py-0.5 max-sm:[&_td]:whitespace-normal'

const LINES = `${CARDS} max-sm:[&_td]:col-span-2`

/** A table in a region that scrolls sideways where a window has too little room for it; reachable by keyboard. */
export const Table = ({ label, children, maxHeight, narrow, className }: TableProps) => (
  <div
    role="group"
    aria-label="Scrolling area" // the table's own name would be said twice
    tabIndex={0}
    // Cards scroll with the page: a small scrolling box inside a scrolling page is hard to use with a thumb.
    className="relative overflow-auto -outline-offset-2 max-sm:!max-h-none"
    style={{ maxHeight }}
  >
    <table
      aria-label={label}
      className={cx(
        'w-full border-separate border-spacing-0 text-left text-sm',
        narrow === 'cards' ? CARDS : LINES,
        className,
      )}
    >
      {children}
    </table>
  </div>
)

export const THead = (props: ComponentProps<'thead'>) => <thead {...props} />

/** More rows than a window shows. */
const ROWS_AT_FIRST = 40

/**
 * The rows. Those that fill the window are painted before the others. After *back* and a reload all are rendered at
 * once, because the scroll position is restored.
 */
export function TBody({ className, children, ...rest }: ComponentProps<'tbody'>) {
  const isRestored = useNavigationType() === 'POP'
  const isWhole = useDeferredValue(true, isRestored)
  const rows = Children.toArray(children)
  return (
    <tbody {...rest} className={cx('[&>tr:last-child>*]:border-b-0', className)}>
      {isWhole ? rows : rows.slice(0, ROWS_AT_FIRST)}
    </tbody>
  )
}

type TrProps = ComponentProps<'tr'> & { selected?: boolean | undefined }

/** A row. A selected one is marked by more than its colour. */
export const Tr = ({ selected = false, className, ...rest }: TrProps) => (
  <tr
    {...rest}
    aria-current={selected || undefined}
    className={cx(
      'group/row',
      selected
        ? 'bg-accent-subtle shadow-[inset_2px_0_0_var(--color-accent)]'
        : 'hover:bg-hover [thead_&]:hover:bg-transparent',
      className,
    )}
  />
)

export type SortDirection = 'asc' | 'desc' | 'none'

type ThProps = Omit<ComponentProps<'th'>, 'onClick' | 'align'> & {
  align?: 'left' | 'right'
  /** The column can be sorted; the current order. */
  sort?: SortDirection | undefined
  onSort?: (() => void) | undefined
}

const ariaSort = { asc: 'ascending', desc: 'descending', none: 'none' } as const
const sortIcons = { asc: ArrowUp, desc: ArrowDown, none: ChevronsUpDown } as const

/** A column's head; with `sort` and `onSort` a button that says how the column is sorted. */
export function Th({ align = 'left', sort, onSort, className, children, ...rest }: ThProps) {
  const SortIcon = sortIcons[sort ?? 'none']
  return (
    <th
      scope="col"
      {...rest}
      aria-sort={sort && ariaSort[sort]}
      className={cx(
        'sticky top-0 z-1 h-row border-b border-line bg-surface px-3 text-xs font-medium whitespace-nowrap text-muted',
        align === 'right' && 'text-right',
        className,
      )}
    >
      {sort === undefined ? (
        children
      ) : (
        <button
          type="button"
          onClick={onSort}
          className={cx(
            '-mx-1.5 inline-flex h-6 items-center gap-1 rounded-sm px-1.5 hover:bg-hover hover:text-ink',
            sort !== 'none' && 'text-ink',
          )}
        >
          {children}
          <SortIcon className={cx('size-3', sort === 'none' && 'text-faint')} aria-hidden />
        </button>
      )}
    </th>
  )
}

type TdProps = Omit<ComponentProps<'td'>, 'align'> & { align?: 'left' | 'right' }

export const Td = ({ align = 'left', className, ...rest }: TdProps) => (
  <td
    {...rest}
    className={cx('h-row border-b border-line px-3 py-0.5 align-middle', align === 'right' && 'text-right', className)}
  />
)

/** The name of a column, before the value where rows are cards and heads are not visible. */
export const InCard = ({ children }: { children: string }) => (
  <span className="font-normal text-muted sm:hidden">{children} </span>
)
