import { useDeferredValue, useMemo } from 'react'
import ChartGantt from 'lucide-react/icons/chart-gantt'
import type { Course } from '#domain/timeline/course.ts'
import { Card } from '#src/ui/Card.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { TimelineShape } from '#src/ui/WaitingShapes.tsx'
import { counted } from '#words/counts.ts'
import { analyse, hasWork, type Prepared, rowsShown, spansOf } from './analysis.ts'
import { Slowest } from './Slowest.tsx'
import { TimelineRows } from './TimelineRows.tsx'
import { TimelineTools } from './TimelineTools.tsx'
import { usePrepared } from './usePrepared.ts'
import { useTimelineChoice } from './useTimelineChoice.ts'
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

function PreparedView({ prepared, now, before, resourcePath }: Omit<Props, 'course'> & { prepared: Prepared }) {
  const { course } = prepared
  const whole = Math.max(1, (course.to ?? now) - course.from)
  const choice = useTimelineChoice(course.from, whole)
  const { find, folded } = choice
  const works = useMemo(() => hasWork(course), [course])
  const unchanged = !works || choice.unchanged === 'true'

  // A running update grows every second; its analysis may be a frame late.
  const at = useDeferredValue(course.to ?? now)
  const analysis = useMemo(() => analyse(prepared, at), [prepared, at])
  const rows = useMemo(() => rowsShown(prepared, { find, unchanged, folded }), [prepared, find, unchanged, folded])
  const spansBefore = useMemo(() => (before ? spansOf(before.course) : undefined), [before])
  return (
    <>
      <WhereTimeWent analysis={analysis} now={at} before={before} />
      <Card
        title={`Timeline · ${counted(rows.length, 'row')}`}
        padding="none"
        actions={<TimelineTools choice={choice} whole={whole} hasWork={works} matches={rows.length} />}
      >
        <TimelineRows
          analysis={analysis}
          rows={rows}
          choice={choice}
          now={course.to ?? now}
          at={at}
          whole={whole}
          before={before}
          spansBefore={spansBefore}
          resourcePath={resourcePath}
        />
        <p className="border-t border-line px-4 py-2 text-sm text-muted">{precisionWords(course)}</p>
      </Card>
      <Slowest course={course} now={at} onSelect={choice.select} spansBefore={spansBefore} />
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
