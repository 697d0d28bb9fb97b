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

/** Two sides of the same properties next to each other; below each other on a phone. */
export function SidesTable<Row>({ heads, what, sides, whatClass, sideClass, ...table }: Props<Row>) {
  const columns: readonly Column<Row>[] = [
    { head: heads[0], className: whatClass, cell: what },
    {
      head: heads[1],
      span: (row) => (typeof sides(row) === 'string' ? 2 : 1),
      className: (row) => cx('align-top', typeof sides(row) === 'string' ? 'text-muted' : sideClass),
      cell: (row) => {
        const cells = sides(row)
        return typeof cells === 'string' ? cells : <Side head={heads[1]}>{cells[0]}</Side>
      },
    },
    {
      head: heads[2],
      span: (row) => (typeof sides(row) === 'string' ? 0 : 1),
      className: cx('align-top', sideClass),
      cell: (row) => <Side head={heads[2]}>{sides(row)[1]}</Side>,
    },
  ]
  return <Table isInLines columns={columns} {...table} />
}

const Side = ({ head, children }: { head: string; children: ReactNode }) => (
  <>
    <InCard>{head}</InCard>
    {children}
  </>
)
