import type { Key, ReactNode } from 'react'
import { cx } from '#src/lib/cx.ts'
import { type Column, InCard, Table } from './Table.tsx'

type Props<Row> = {
  label: string
  heads: readonly [what: string, before: string, after: string]
  rows: readonly Row[]
  rowKey: (row: Row, index: number) => Key
  what: (row: Row) => ReactNode
  /** The cells of both sides, or a sentence instead of them. */
  sides: (row: Row) => readonly [before: ReactNode, after: ReactNode] | string
  whatClass: string
  sideClass: string
  maxHeight?: string
}

/** Both sides are equally wide, however little is in one of them. */
const HALF = 'sm:w-[36%]'

/** A row with its cells: several columns need them. */
type Line<Row> = { row: Row; cells: ReturnType<Props<Row>['sides']> }

/** Two sides of the same properties next to each other; below each other on a phone. */
export function SidesTable<Row>(props: Props<Row>) {
  const { heads, rows, rowKey, what, sides, whatClass, sideClass, ...table } = props
  const columns: readonly Column<Line<Row>>[] = [
    { head: heads[0], className: whatClass, cell: ({ row }) => what(row) },
    {
      head: heads[1],
      span: ({ cells }) => (typeof cells === 'string' ? 2 : 1),
      className: ({ cells }) => cx('align-top', typeof cells === 'string' ? 'text-muted' : cx(HALF, sideClass)),
      cell: ({ cells }) => (typeof cells === 'string' ? cells : <Side head={heads[1]}>{cells[0]}</Side>),
    },
    {
      head: heads[2],
      span: ({ cells }) => (typeof cells === 'string' ? 0 : 1),
      className: cx('align-top', HALF, sideClass),
      cell: ({ cells }) => <Side head={heads[2]}>{cells[1]}</Side>,
    },
  ]
  const lines = rows.map((row): Line<Row> => ({ row, cells: sides(row) }))
  return <Table isInLines columns={columns} rows={lines} rowKey={({ row }, index) => rowKey(row, index)} {...table} />
}

const Side = ({ head, children }: { head: string; children: ReactNode }) => (
  <>
    <InCard>{head}</InCard>
    {children}
  </>
)
