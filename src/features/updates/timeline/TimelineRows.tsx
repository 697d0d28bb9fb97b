import { useDeferredValue } from 'react'
import ChartGantt from 'lucide-react/icons/chart-gantt'
import type { Row } from '#domain/timeline/rows.ts'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { TimelineShape } from '#src/ui/WaitingShapes.tsx'
import type { Analysis } from './analysis.ts'
import { Legend } from './Legend.tsx'
import { Overview } from './Overview.tsx'
import { RowDetails } from './RowDetails.tsx'
import { TimelineChart } from './TimelineChart.tsx'
import { TimelineTable } from './TimelineTable.tsx'
import { FEW } from './usePrepared.ts'
import type { TimelineChoice } from './useTimelineChoice.ts'

type Props = {
  analysis: Analysis
  rows: readonly Row[]
  choice: TimelineChoice
  now: number
  /** The time of the analysis, which may be a frame late. */
  at: number
  whole: number
  before: { title: string } | undefined
  spansBefore: ReadonlyMap<string, number> | undefined
  resourcePath: ((urn: string) => string) | undefined
}

/** The rows that match as a chart or a table, once the rest of the page is drawn. */
export function TimelineRows(props: Props) {
  const { analysis, rows, choice, at, spansBefore, resourcePath } = props
  // A long chart is rendered after the rest of the page: both at once would block keys for too long.
  const isDrawn = useDeferredValue(true, rows.length <= FEW)
  if (rows.length === 0) {
    return (
      <EmptyState
        Icon={ChartGantt}
        title="No resource matches"
        action={<Button onClick={() => choice.change({ find: undefined, unchanged: 'true' })}>Show all</Button>}
        className="py-6"
      />
    )
  }
  if (!isDrawn) {
    return (
      <Skeleton label="Drawing the timeline">
        <TimelineShape rows={20} />
      </Skeleton>
    )
  }
  if (choice.view !== 'table') return <Chart {...props} />
  return (
    <TimelineTable analysis={analysis} rows={rows} now={at} spansBefore={spansBefore} resourcePath={resourcePath} />
  )
}

function Chart({ analysis, rows, choice, now, at, whole, before, spansBefore, resourcePath }: Props) {
  const { span, setSpan, isZoomed, folded, toggle, row: selected, select } = choice
  const row = selected === undefined ? undefined : rows.find(({ urn }) => urn === selected)
  return (
    <>
      <Overview course={analysis.course} whole={whole} span={span} onSpan={setSpan} isZoomed={isZoomed} />
      <TimelineChart
        analysis={analysis}
        rows={rows}
        now={now}
        span={span}
        whole={whole}
        onSpan={setSpan}
        folded={folded}
        onToggle={toggle}
        selected={selected}
        onSelect={select}
        spansBefore={spansBefore}
      />
      {row && (
        <RowDetails
          analysis={analysis}
          row={row}
          now={at}
          before={before && { ms: spansBefore?.get(row.urn), title: before.title }}
          resourcePath={resourcePath}
          onSelect={select}
        />
      )}
      <Legend hasBefore={before !== undefined} />
    </>
  )
}
