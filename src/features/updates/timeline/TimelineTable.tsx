import { useMemo, useState } from 'react'
import type { Row } from '#domain/timeline/rows.ts'
import { stepMs } from '#domain/timeline/slowest.ts'
import { shortType } from '#domain/state/shortType.ts'
import { ShowMore } from '#src/ui/ShowMore.tsx'
import { type Column, Table } from '#src/ui/Table.tsx'
import type { ColumnSort } from '#src/ui/TableHead.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import type { Analysis } from './analysis.ts'
import { spanText, stepWords, waitWords } from './words.ts'

const PAGE = 200

type Props = {
  analysis: Analysis
  rows: readonly Row[]
  now: number
  spansBefore: ReadonlyMap<string, number> | undefined
  resourcePath: ((urn: string) => string) | undefined
}

type Sort = { by: 'began' | 'took'; direction: 'asc' | 'desc' }
type Line = { row: Row; index: number; step: Analysis['course']['steps'][number]; began: number; took: number }
type Context = Omit<Props, 'rows'> & { sortOf: (by: Sort['by']) => ColumnSort }

const dash = <span className="text-faint">–</span>

const columns: readonly Column<Line, Context>[] = [
  {
    head: 'Resource',
    phone: { order: 1 },
    cell: ({ row }, { resourcePath }) => (
      <>
        {resourcePath ? <TextLink to={resourcePath(row.urn)}>{row.name}</TextLink> : row.name}{' '}
        <span className="text-xs text-muted" title={row.type}>
          {shortType(row.type)}
        </span>
      </>
    ),
  },
  {
    head: 'Step',
    phone: { order: 3 },
    cell: ({ step, index }, { analysis: { course, path }, now }) => (
      <>
        {stepWords(step, course, now)}
        {path.steps.has(index) && <span className="text-accent"> · critical path</span>}
      </>
    ),
  },
  {
    head: 'Started after',
    sort: ({ sortOf }) => sortOf('began'),
    align: 'right',
    className: 'whitespace-nowrap',
    phone: { order: 4 },
    cell: ({ step }, { analysis: { course } }) =>
      step.begin === null ? dash : spanText(step.begin - course.from, course),
  },
  {
    head: 'Took',
    sort: ({ sortOf }) => sortOf('took'),
    align: 'right',
    className: 'whitespace-nowrap',
    phone: { order: 2 },
    cell: ({ took }, { analysis: { course } }) => (took < 0 ? dash : spanText(took, course)),
  },
  {
    head: 'Before',
    isShown: ({ spansBefore }) => spansBefore !== undefined,
    align: 'right',
    className: 'whitespace-nowrap',
    phone: { order: 6, isWide: true, align: 'left', label: 'Run before:' },
    cell: ({ row }, { spansBefore, analysis: { course } }) => {
      const before = spansBefore?.get(row.urn)
      return before === undefined ? dash : spanText(before, course)
    },
  },
  {
    head: 'Waited for',
    className: 'text-muted',
    phone: { order: 5, isWide: true },
    cell: ({ index }, { analysis: { waits, course } }) => waitWords(waits[index], course),
  },
]

/** The chart as a table: one row for each step. */
export function TimelineTable({ rows, ...context }: Props) {
  const { analysis, now } = context
  const { course } = analysis
  const [sort, setSort] = useState<Sort>({ by: 'began', direction: 'asc' })
  const [shown, setShown] = useState(PAGE)
  const lines = useMemo(() => {
    const all = rows.flatMap((row) =>
      row.steps.flatMap((index): Line[] => {
        const step = course.steps[index]
        return step
          ? [{ row, index, step, began: step.begin ?? Infinity, took: stepMs(step, course.to ?? now) ?? -1 }]
          : []
      }),
    )
    const sign = sort.direction === 'asc' ? 1 : -1
    return all.toSorted((a, b) => sign * (a[sort.by] - b[sort.by]) || a.index - b.index)
  }, [rows, course, now, sort])
  const sortOf = (by: Sort['by']): ColumnSort => ({
    direction: sort.by === by ? sort.direction : 'none',
    onSort: () =>
      setSort((before) => ({ by, direction: before.by === by && before.direction === 'desc' ? 'asc' : 'desc' })),
  })
  return (
    <>
      <Table
        label="Steps"
        columns={columns}
        rows={lines.slice(0, shown)}
        rowKey={({ index }) => index}
        context={{ ...context, sortOf }}
      />
      {lines.length > shown && (
        <div className="border-t border-line px-4 py-2">
          <ShowMore shown={shown} total={lines.length} step={PAGE * 5} onMore={setShown} />
        </div>
      )}
    </>
  )
}
