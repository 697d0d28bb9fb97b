import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { UpdateDetail } from '#contract/updates.ts'
import { withApprovals } from '#domain/timeline/approvalWaits.ts'
import { approvalQueries } from '#src/api/approvals.ts'
import { failureOf } from '#src/api/http/failure.ts'
import { updateQueries } from '#src/api/updates.ts'
import { courseOf } from '#src/features/updates/timeline/course.ts'
import { TimelineView } from '#src/features/updates/timeline/TimelineView.tsx'
import { runTitle } from '#src/features/updates/words.ts'
import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { ErrorView } from '#src/ui/ErrorView.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { TimelineShape } from '#src/ui/WaitingShapes.tsx'
import { useServerTime } from '#src/ui/useServerTime.ts'

/** The timeline of the run, next to the run before. */
export function TimelineTab({ run }: { run: UpdateDetail }) {
  const { stack, id } = run
  const { data, error, refetch, isFetching } = useQuery(updateQueries.timeline(stack, id))
  const { data: earlier } = useQuery(updateQueries.before(stack, id))
  const runBefore = earlier?.run ?? undefined
  const { data: timelineBefore } = useQuery({
    ...updateQueries.timeline(stack, runBefore?.id ?? ''),
    enabled: runBefore !== undefined,
  })
  const { data: held } = useQuery(approvalQueries.ofRun(stack, id))
  const course = useMemo(() => data && withApprovals(courseOf(data), held?.approvals ?? []), [data, held])
  const before = useMemo(
    () => (runBefore && timelineBefore ? { course: courseOf(timelineBefore), title: runTitle(runBefore) } : undefined),
    [runBefore, timelineBefore],
  )
  const isOver = run.endedAt !== null
  const now = useServerTime((at) => (isOver ? 0 : Math.floor(at / 1000) * 1000))
  if (error && !course) {
    return (
      <Card title="Timeline">
        <ErrorView title="The timeline could not be read" {...failureOf({ error, refetch, isFetching })} />
      </Card>
    )
  }
  if (!course) {
    return (
      <Skeleton label="Loading the timeline">
        <TimelineShape rows={20} />
      </Skeleton>
    )
  }
  return (
    <TimelineView course={course} now={now} before={before} resourcePath={(urn) => paths.resources(stack, { urn })} />
  )
}
