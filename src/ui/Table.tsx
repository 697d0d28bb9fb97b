import { Fragment, type Key, type ReactNode, type RefObject, useDeferredValue } from 'react'
import { useNavigationType } from 'react-router'
import { cx } from '#src/lib/cx.ts'
import { number, plural } from '#words/counts.ts'
import { type ColumnSort, Th } from './TableHead.tsx'

/** A column of a table; everything about it is here. `Context` is what cells need besides their row. */
export type Column<Row, Context = unknown> = {
  head: ReactNode | ((context: Context) => ReactNode)
  /** The head is only read aloud. */
  isHeadHidden?: true
  headClass?: string | ((context: Context) => string | undefined)
  cell: (row: Row, context: Context, index: number) => ReactNode
  align?: 'right'
  /** Shown when the pointer rests on the cell. */
  title?: (row: Row) => string
  className?: string | ((row: Row, context: Context) => string | undefined)
  /** How the cell is placed where rows are cards. */
  phone?: CardCell
  /** Name in addresses and in the menu of columns: users can hide this column. */
  id?: string
  /** Whether this table has the column. */
  isShown?: (context: Context) => boolean
  /** The column can be sorted, unless this returns undefined. */
  sort?: (context: Context) => ColumnSort | undefined
  /** How many columns the cell takes up in this row; 0 if the cell of another column is in its place. */
  span?: (row: Row) => number
}

type CardCell = {
  /** Position among the cells of the card, from 1. */
  order?: number
  /** The cell has a line of its own. */
  isWide?: true
  align?: 'left' | 'right'
  /** Before the value, because heads are not visible. */
  label?: string
}

type Props<Row, Context> = {
  /** Name of the table. */
  label: string
  columns: readonly Column<Row, Context>[]
  rows: readonly Row[]
  rowKey: (row: Row, index: number) => Key
  /** On a phone each cell has a line of its own. Otherwise a row is a card there, in which cells are placed by `phone`. */
  isInLines?: boolean
  /** The columns that a user has hidden, by `id`. */
  hidden?: ReadonlySet<string>
  isSelected?: (row: Row) => boolean
  /** A row above this one, such as the head of a day. */
  above?: (row: Row, previous: Row | undefined, columns: number) => ReactNode
  /** A row below this one, such as what it sums up. */
  below?: (row: Row, columns: number) => ReactNode
  /** A CSS length: if it is longer, the table scrolls and its head stays visible. */
  maxHeight?: string | undefined
  /** The element of the rows, for a table whose rows slide to new places. */
  bodyRef?: RefObject<HTMLTableSectionElement | null>
  className?: string | undefined
} & (unknown extends Context ? { context?: Context } : { context: Context })

const CARDS =
  'max-sm:block max-sm:[&_thead:not(:focus-within)]:sr-only max-sm:[&_tbody]:block max-sm:[&_tbody_tr]:grid max-sm:[&_tbody_tr]:grid-cols-[minmax(0,1fr)_fit-content(55%)] max-sm:[&_tbody_tr]:border-b max-sm:[&_tbody_tr]:border-line max-sm:[&_tbody_tr]:py-1 max-sm:[&_tbody_tr:last-child]:border-b-0 max-sm:[&_td]:h-auto max-sm:[&_td]:min-w-0 max-sm:[&_td]:border-b-0 max-sm:[&_td]:py-0.5 max-sm:[&_td]:whitespace-normal'

const LINES = `${CARDS} max-sm:[&_td]:col-span-2`

/**
 * Rows in columns. It scrolls sideways where a window has too little room for it, also by keyboard; on a phone each row
 * is a card.
 */
export function Table<Row, Context>(props: Props<Row, Context>) {
  const { label, rows, rowKey, isInLines, hidden, isSelected, above, below, maxHeight, bodyRef, className } = props
  const context = props.context as Context // left out only by columns that need none
  const columns = props.columns.filter(({ id, isShown }) => !hidden?.has(id ?? '') && isShown?.(context) !== false)
  // The rows that fill the window are painted before the others. After *back* and a reload all are rendered at once,
  // because the scroll position is restored.
  const isWhole = useDeferredValue(true, useNavigationType() === 'POP')
  return (
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
          isInLines ? LINES : CARDS,
          className,
        )}
      >
        <thead>
          <tr>
            {columns.map(({ head, isHeadHidden, headClass, align, sort }, index) => {
              const name = typeof head === 'function' ? head(context) : head
              return (
                <Th
                  key={index}
                  align={align}
                  sort={sort?.(context)}
                  className={typeof headClass === 'function' ? headClass(context) : headClass}
                >
                  {isHeadHidden ? <span className="sr-only">{name}</span> : name}
                </Th>
              )
            })}
          </tr>
        </thead>
        <tbody ref={bodyRef} className="[&>tr:last-child>*]:border-b-0">
          {rows.slice(0, isWhole ? undefined : ROWS_AT_FIRST).map((row, index) => (
            <Fragment key={rowKey(row, index)}>
              {above?.(row, rows[index - 1], columns.length)}
              <BodyRow {...{ columns, row, context, index }} isSelected={isSelected?.(row) ?? false} />
              {below?.(row, columns.length)}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** What a column of buttons and menus has in common with others. */
export const ACTIONS = { head: 'Actions', isHeadHidden: true, align: 'right' } as const

/** More rows than a window shows. */
const ROWS_AT_FIRST = 40

type RowProps<Row, Context> = {
  columns: readonly Column<Row, Context>[]
  row: Row
  context: Context
  index: number
  isSelected: boolean
}

/** A row. A selected one is marked by more than its colour. */
function BodyRow<Row, Context>({ columns, row, context, index, isSelected }: RowProps<Row, Context>) {
  return (
    <tr
      aria-current={isSelected || undefined}
      className={
        isSelected
          ? 'bg-accent-subtle shadow-[inset_2px_0_0_var(--color-accent)]'
          : 'hover:bg-hover has-focus-visible:bg-hover'
      }
    >
      {columns.map(({ cell, align, title, className, phone, span }, at) => {
        const width = span?.(row)
        if (width === 0) return null
        const content = cell(row, context, index)
        return (
          <td
            key={at}
            colSpan={width}
            title={title?.(row)}
            style={{ order: phone?.order }} // only a card is a grid
            className={cx(
              'h-row border-b border-line px-3 py-0.5 align-middle',
              align && 'text-right',
              phone?.isWide && 'max-sm:col-span-2',
              phone?.align && ALIGNED[phone.align],
              typeof className === 'function' ? className(row, context) : className,
            )}
          >
            {phone?.label && content !== null && <InCard>{phone.label}</InCard>}
            {content}
          </td>
        )
      })}
    </tr>
  )
}

const ALIGNED = { left: 'max-sm:text-left', right: 'max-sm:text-right' } as const

/** The name of a column, before the value where rows are cards and heads are not visible. */
export const InCard = ({ children }: { children: string }) => (
  <span className="font-normal text-muted sm:hidden">{children} </span>
)

type CountProps = { count: number; one: string; many: string }

/** A number; with its unit where rows are cards. */
export const CountInCard = ({ count, one, many }: CountProps) => (
  <>
    {number(count)}
    <span className="sm:hidden"> {plural(count, one, many)}</span>
  </>
)
