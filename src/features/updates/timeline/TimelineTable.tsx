import { useMemo, useState } from 'react'
import type { Row } from '#domain/timeline/rows.ts'
import { stepMs } from '#domain/timeline/slowest.ts'
import { shortType } from '#domain/state/shortType.ts'
import { ShowMore } from '#src/ui/ShowMore.tsx'
import { InCard, type SortDirection, Table, TBody, Td, Th, THead, Tr } from '#src/ui/Table.tsx'
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

type Column = 'began' | 'took'

/** The chart as a table: one row for each step. */
export function TimelineTable({ analysis, rows, now, spansBefore, resourcePath }: Props) {
  const { course, waits, path } = analysis
  const [sort, setSort] = useState<{ by: Column; direction: 'asc' | 'desc' }>({ by: 'began', direction: 'asc' })
  const [shown, setShown] = useState(PAGE)
  const lines = useMemo(() => {
    const all = rows.flatMap((row) =>
      row.steps.flatMap((index) => {
        const step = course.steps[index]
        return step
          ? [{ row, index, step, began: step.begin ?? Infinity, took: stepMs(step, course.to ?? now) ?? -1 }]
          : []
      }),
    )
    const sign = sort.direction === 'asc' ? 1 : -1
    return all.toSorted((a, b) => sign * (a[sort.by] - b[sort.by]) || a.index - b.index)
  }, [rows, course, now, sort])
  const directionOf = (by: Column): SortDirection => (sort.by === by ? sort.direction : 'none')
  const sortBy = (by: Column) =>
    setSort((before) => ({ by, direction: before.by === by && before.direction === 'desc' ? 'asc' : 'desc' }))
  return (
    <>
      <Table label="Steps" narrow="cards">
        <THead>
          <Tr>
            <Th>Resource</Th>
            <Th>Step</Th>
            <Th align="right" sort={directionOf('began')} onSort={() => sortBy('began')}>
              Began after
            </Th>
            <Th align="right" sort={directionOf('took')} onSort={() => sortBy('took')}>
              Took
            </Th>
            {spansBefore && <Th align="right">Before</Th>}
            <Th>Waited for</Th>
          </Tr>
        </THead>
        <TBody>
          {lines.slice(0, shown).map(({ row, index, step, took }) => {
            const before = spansBefore?.get(row.urn)
            return (
              <Tr key={index}>
                <Td className="max-sm:order-1">
                  {resourcePath ? <TextLink to={resourcePath(row.urn)}>{row.name}</TextLink> : row.name}{' '}
                  <span className="text-xs text-muted" title={row.type}>
                    {shortType(row.type)}
                  </span>
                </Td>
                <Td className="max-sm:order-3">
                  {stepWords(step, course, now)}
                  {path.steps.has(index) && <span className="text-accent"> · critical path</span>}
                </Td>
                <Td align="right" className="whitespace-nowrap max-sm:order-4">
                  {step.begin === null ? (
                    <span className="text-faint">–</span>
                  ) : (
                    spanText(step.begin - course.from, course)
                  )}
                </Td>
                <Td align="right" className="whitespace-nowrap max-sm:order-2">
                  {took < 0 ? <span className="text-faint">–</span> : spanText(took, course)}
                </Td>
                {spansBefore && (
                  <Td align="right" className="whitespace-nowrap max-sm:order-6 max-sm:col-span-2 max-sm:text-left">
                    <InCard>Run before:</InCard>
                    {before === undefined ? <span className="text-faint">–</span> : spanText(before, course)}
                  </Td>
                )}
                <Td className="text-muted max-sm:order-5 max-sm:col-span-2">{waitWords(waits[index], course)}</Td>
              </Tr>
            )
          })}
        </TBody>
      </Table>
      {lines.length > shown && (
        <div className="border-t border-line px-4 py-2">
          <ShowMore shown={shown} total={lines.length} step={PAGE * 5} onMore={setShown} />
        </div>
      )}
    </>
  )
}
