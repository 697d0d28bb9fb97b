import { useQuery } from '@tanstack/react-query'
import type { RunProgress } from '#contract/runCourse.ts'
import type { UpdateDetail } from '#contract/updates.ts'
import { approvalQueries } from '#src/api/approvals.ts'
import { updateQueries } from '#src/api/updates.ts'
import { OperationList } from '#src/features/updates/OperationList.tsx'
import { ProgressBar, ProgressText } from '#src/features/updates/progress/ProgressLine.tsx'
import { doneWords, expectedTotal } from '#src/features/updates/progress/progress.ts'
import { leftWords } from '#src/features/updates/progress/timeLeft.ts'
import { cx } from '#src/lib/cx.ts'
import { paths } from '#src/lib/paths.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Status } from '#src/ui/Status.tsx'
import { toneClasses } from '#src/ui/tone.ts'
import { useServerTime } from '#src/ui/useServerTime.ts'
import { counted } from '#words/counts.ts'

/** The progress of the run, the current steps and their duration. */
export function RunningCard({ run }: { run: UpdateDetail }) {
  const { stack, id, dryRun, inFlight } = run
  const { data } = useQuery(updateQueries.progress(stack, id))
  const { data: asked } = useQuery(approvalQueries.ofRun(stack, id))
  const isAsked = data?.waitingSince != null && asked?.approvals.some(({ status }) => status === 'waiting') === true
  const running = data?.running ?? inFlight
  const { line } = toneClasses[data?.waitingSince == null ? 'running' : 'waiting']
  const left = data ? data.runningCount - running.length : 0
  return (
    <section aria-label="Progress" className={cx('flex flex-col gap-3 rounded-lg border bg-surface p-4', line)}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {data ? (
            <>
              {isAsked ? doneWords(data) : <ProgressText progress={data} />}
              <TimeLeft progress={data} />
            </>
          ) : (
            <Status tone="running">Running</Status>
          )}
        </span>
        {!dryRun && (
          <LinkButton size="sm" to={`${paths.stack(stack)}#lease`}>
            View lease
          </LinkButton>
        )}
      </div>
      <ProgressBar progress={data} className="h-2" />
      {running.length > 0 ? (
        <div>
          <h2 className="mb-1 text-sm font-medium text-muted">
            {counted(data?.runningCount ?? running.length, 'operation')} in progress
          </h2>
          <OperationList operations={running} label="Operations in flight" runs />
          {left > 0 && <p className="text-sm text-muted">and {counted(left, 'more operation')}</p>}
        </div>
      ) : (
        <p className="text-sm text-muted empty:hidden">{whyNone(dryRun, data, isAsked)}</p>
      )}
    </section>
  )
}

/** Why no operation is shown; `isAsked`: it is said above that steps wait. */
function whyNone(dryRun: boolean, progress: RunProgress | undefined, isAsked: boolean): string {
  if (dryRun) return 'Previews do not report which resource they look at.'
  if (progress?.waitingSince == null) return 'No operation is with a provider right now.'
  const { done, waiting = 0 } = progress
  const hasMore = (expectedTotal(progress) ?? 0) > done + waiting
  const what = waiting > 0 ? ` of ${counted(waiting, 'step')}` : ''
  return [!isAsked && `The run waits for approval${what}.`, hasMore && 'Later steps may need approval, too.']
    .filter(Boolean)
    .join(' ')
}

/** How long it will still take, if that is known. */
function TimeLeft({ progress }: { progress: RunProgress }) {
  const words = useServerTime((now) => leftWords(progress, now) ?? '')
  return words === '' ? null : <span className="text-base font-normal text-muted">{words}</span>
}
