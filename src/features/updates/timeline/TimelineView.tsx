import { useDeferredValue, useMemo, useRef } from 'react'
import ChartGantt from 'lucide-react/icons/chart-gantt'
import { type Course, stepsAt } from '#domain/timeline/course.ts'
import type { Row } from '#domain/timeline/rows.ts'
import { cx } from '#src/lib/cx.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { TimelineShape } from '#src/ui/WaitingShapes.tsx'
import { analyse, type Analysis, hasWork, latestOf, type Prepared, rowsShown, spansOf } from './analysis.ts'
import { Legend } from './Legend.tsx'
import { Overview } from './chart/Overview.tsx'
import { RangeFacts } from './RangeFacts.tsx'
import { RowDetails } from './RowDetails.tsx'
import { Slowest } from './Slowest.tsx'
import { TimelineChart } from './chart/TimelineChart.tsx'
import { TimelineTable } from './TimelineTable.tsx'
import { TimelineTools } from './TimelineTools.tsx'
import { FEW, usePrepared } from './usePrepared.ts'
import { type TimelineChoice, useTimelineChoice } from './useTimelineChoice.ts'
import { WhereTimeWent } from './WhereTimeWent.tsx'
import { precisionWords } from './words.ts'

type Props = {
  course: Course
  /** The server's time, for running steps. */
  now: number
  /** The run before of the same kind, and its name. */
  before?: { course: Course; title: string } | undefined
  /** Address of a resource; undefined if it has none. */
  resourcePath?: ((urn: string) => string) | undefined
}

/** The start and end of each step of a run, what it waited for, and how the duration is made up. */
export function TimelineView({ course, ...rest }: Props) {
  const prepared = usePrepared(course)
  if (course.steps.length === 0) return <NoSteps isRunning={course.to === null} />
  return prepared ? (
    <PreparedView prepared={prepared} {...rest} />
  ) : (
    <Skeleton label="Working out the timeline">
      <TimelineShape rows={20} />
    </Skeleton>
  )
}

function PreparedView({ prepared, now: clock, before, resourcePath }: Omit<Props, 'course'> & { prepared: Prepared }) {
  const { course } = prepared
  // The clock counts whole seconds: a step may have started since.
  const latest = useMemo(() => latestOf(course), [course])
  const now = Math.max(clock, latest)
  // A running update grows every second; its page has one time everywhere, which may be late if there is much to draw.
  const deferred = useDeferredValue(now)
  const at = course.to ?? (course.steps.length <= FEW ? now : deferred)
  const whole = Math.max(1, at - course.from)
  const choice = useTimelineChoice(course.from, whole)
  const { find, folded } = choice
  const chart = useRef<HTMLDivElement>(null)
  const works = useMemo(() => hasWork(course), [course])
  const unchanged = !works || choice.unchanged === 'true'

  const analysis = useMemo(() => analyse(prepared, at), [prepared, at])
  const rows = useMemo(() => rowsShown(prepared, { find, unchanged, folded }), [prepared, find, unchanged, folded])
  const spansBefore = useMemo(() => (before ? spansOf(before.course) : undefined), [before])
  return (
    <>
      <WhereTimeWent analysis={analysis} now={at} before={before} />
      <div ref={chart} className="min-w-0">
        <Card
          title="Timeline"
          padding="none"
          actions={<TimelineTools choice={choice} whole={whole} hasWork={works} matches={rows.length} />}
        >
          <TimelineRows
            analysis={analysis}
            rows={rows}
            unchanged={unchanged}
            choice={choice}
            now={at}
            whole={whole}
            before={before}
            spansBefore={spansBefore}
            resourcePath={resourcePath}
          />
          <p className="border-t border-line px-4 py-2 text-sm text-muted">{precisionWords(course)}</p>
        </Card>
      </div>
      <Slowest
        course={course}
        now={at}
        onSelect={(urn) => {
          choice.select(urn)
          chart.current?.scrollIntoView({ block: 'start' }) // the row and its details are there
        }}
        spansBefore={spansBefore}
      />
    </>
  )
}

type RowsProps = {
  analysis: Analysis
  rows: readonly Row[]
  unchanged: boolean
  choice: TimelineChoice
  now: number
  whole: number
  before: { title: string } | undefined
  spansBefore: ReadonlyMap<string, number> | undefined
  resourcePath: ((urn: string) => string) | undefined
}

/** The rows that match as a chart or a table, once the rest of the page is drawn. */
function TimelineRows(props: RowsProps) {
  const { analysis, rows, choice, now, spansBefore, resourcePath } = props
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
    <TimelineTable analysis={analysis} rows={rows} now={now} spansBefore={spansBefore} resourcePath={resourcePath} />
  )
}

function Chart(props: RowsProps) {
  const { analysis, rows, unchanged, choice, now, whole, before, spansBefore, resourcePath } = props
  const { span, setSpan, isZoomed, folded, toggle, row: selected, select } = choice
  const row = selected === undefined ? undefined : rows.find(({ urn }) => urn === selected)
  // Not again at each tick and zoom: there may be 10,000 of them.
  const { course } = analysis
  const steps = useMemo(() => rows.flatMap((each) => stepsAt(course, each.steps)), [course, rows])
  const hasBefore = useMemo(() => rows.some(({ urn }) => spansBefore?.has(urn)), [rows, spansBefore])
  const hasGroups = useMemo(() => rows.some(({ contains }) => contains > 0), [rows])
  return (
    <>
      {/* In a narrow window the details stay at its bottom, over the rows: below them they would be out of sight. */}
      <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0">
          <Overview course={course} whole={whole} span={span} onSpan={setSpan} isZoomed={isZoomed} />
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
        </div>
        <div className={cx('border-line max-lg:contents lg:relative lg:border-l', row ? 'lg:min-h-96' : 'lg:min-h-72')}>
          <div className="max-lg:contents lg:absolute lg:inset-0 lg:overflow-y-auto">
            {row && (
              <RowDetails
                analysis={analysis}
                row={row}
                now={now}
                before={before && { ms: spansBefore?.get(row.urn), title: before.title }}
                resourcePath={resourcePath}
                onSelect={select}
              />
            )}
            <RangeFacts
              analysis={analysis}
              rows={rows}
              unchanged={unchanged}
              now={now}
              span={span}
              isZoomed={isZoomed}
              onSelect={select}
            />
          </div>
        </div>
      </div>
      <Legend steps={steps} isOver={course.to !== null} hasBefore={hasBefore} hasGroups={hasGroups} />
    </>
  )
}

const NoSteps = ({ isRunning }: { isRunning: boolean }) => (
  <Card title="Timeline">
    <EmptyState Icon={ChartGantt} title="No steps recorded" className="py-6">
      {isRunning
        ? 'The first bars appear as soon as the engine reports a step.'
        : 'This run has no steps in a journal or in engine events.'}
    </EmptyState>
  </Card>
)
