import type { CSSProperties } from 'react'
import { SkeletonBar as Bar } from './Skeleton.tsx'

/** Widths that vary by row and column like text, always the same. */
const varied = (row: number, column: number): string => `${55 + ((row * 29 + column * 47) % 40)}%`

const times = (count: number) => Array.from({ length: count }, (_, index) => index)

type RowsProps = {
  /** The width of each column, as in `grid-template-columns`: "2fr 1fr 6rem". */
  columns: string
  rows: number
  /** Rows of two lines: a name and a description. */
  tall?: boolean
  /** The head of a table. */
  head?: boolean
}

/** A table, with its columns in place. */
export const RowsShape = ({ columns, rows, tall = false, head = true }: RowsProps) => (
  <div className="divide-y divide-line text-sm">
    {times(head ? rows + 1 : rows).map((row) => (
      <div
        key={row}
        className={`grid grid-cols-[2fr_1fr] items-center gap-x-6 px-3 sm:[grid-template-columns:var(--columns)] ${tall && (row > 0 || !head) ? 'h-14' : 'h-row'}`}
        style={{ '--columns': columns } as CSSProperties}
      >
        {columns.split(' ').map((_, column) => (
          <span key={column} className={`flex min-w-0 flex-col gap-2 ${column > 1 ? 'max-sm:hidden' : ''}`}>
            <Bar className={head && row === 0 ? 'h-2' : 'h-3'} width={varied(head && row === 0 ? 9 : row, column)} />
            {tall && column === 0 && (row > 0 || !head) && <Bar className="h-2" width={varied(row, 5)} />}
          </span>
        ))}
      </div>
    ))}
  </div>
)

/** A tree: indented names, each with a status at the end. */
export const TreeShape = ({ rows }: { rows: number }) => (
  <div className="divide-y divide-line">
    {times(rows).map((row) => (
      <div key={row} className="flex h-row items-center justify-between px-3">
        <span className="w-1/2" style={{ paddingLeft: `${[0, 1.5, 3, 3, 3, 1.5, 3, 3][row % 8] ?? 0}rem` }}>
          <Bar width={varied(row, 1)} />
        </span>
        <Bar width="4.5rem" />
      </div>
    ))}
  </div>
)

/** Lines of a log: a time, and text of varying length. */
export const LogShape = ({ rows }: { rows: number }) => (
  <div className="flex flex-col gap-2 p-3">
    {times(rows).map((row) => (
      <div key={row} className="flex h-3 items-center gap-4">
        <Bar className="h-2" width="4rem" />
        <Bar className="h-2" width={`${18 + ((row * 31) % 55)}%`} />
      </div>
    ))}
  </div>
)

/** Names on the left, and bars that start one after the other. */
export const TimelineShape = ({ rows }: { rows: number }) => (
  <div className="py-2">
    {times(rows).map((row) => (
      <div
        key={row}
        className="grid h-6 grid-cols-[10rem_minmax(0,1fr)] items-center gap-4 px-3 sm:grid-cols-[14rem_minmax(0,1fr)]"
      >
        <Bar className="h-2" width={varied(row, 2)} />
        <span style={{ paddingLeft: `${(row * 68) / rows}%` }}>
          <Bar width={`${12 + ((row * 13) % 24)}%`} />
        </span>
      </div>
    ))}
  </div>
)

/** Properties with a value before and after. */
export const CompareShape = ({ rows }: { rows: number }) => <RowsShape columns="1fr 1fr 1fr" rows={rows} />

/** A card: a heading, and lines of text. */
export const CardShape = ({ lines }: { lines: number }) => (
  <div className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4">
    <Bar width="9rem" />
    {times(lines).map((line) => (
      <Bar key={line} className="h-2" width={varied(line, 3)} />
    ))}
  </div>
)

/** Fields of a form, each with its label above. */
export const FieldsShape = ({ count }: { count: number }) => (
  <div className="flex max-w-prose flex-col gap-5 rounded-lg border border-line bg-surface p-4">
    {times(count).map((field) => (
      <span key={field} className="flex flex-col gap-2">
        <Bar className="h-2" width="7rem" />
        <Bar className="h-8" />
      </span>
    ))}
  </div>
)

/** A graph: columns of boxes. */
export const BoxesShape = () => (
  <div className="flex h-[32rem] items-center justify-evenly gap-6 px-6">
    {[2, 5, 3, 4].map((boxes, column) => (
      <div key={column} className="flex flex-col gap-7">
        {times(boxes).map((box) => (
          <Bar key={box} className="h-11" width="11rem" />
        ))}
      </div>
    ))}
  </div>
)

/** What takes the rest of the window: an editor, or with `hasBoxes` a graph; on a phone the list that a graph is there. */
export const PaneShape = ({ hasBoxes = false }: { hasBoxes?: boolean }) => (
  <>
    <div className="flex h-8 items-center gap-2">
      <Bar className="h-8" width="14rem" />
      <Bar className="h-8" width="7rem" />
    </div>
    <div className="flex min-h-[34rem] flex-1 overflow-clip rounded-lg border border-line bg-surface">
      <div className="w-full md:hidden">
        <TreeShape rows={12} />
      </div>
      {hasBoxes && (
        <div className="w-full max-md:hidden">
          <BoxesShape />
        </div>
      )}
    </div>
  </>
)
