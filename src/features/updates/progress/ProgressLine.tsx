import { useQuery } from '@tanstack/react-query'
import type { StackRef } from '#contract/common.ts'
import type { RunProgress } from '#contract/runCourse.ts'
import { updateQueries } from '#src/api/updates.ts'
import { cx } from '#src/lib/cx.ts'
import { useServerTime } from '#src/ui/useServerTime.ts'
import { toneClasses } from '#src/ui/tone.ts'
import { expectedEnd, isOverdue, progressShare, progressWords } from './progress.ts'

type Props = {
  stack: StackRef
  /** The id of an update or a preview. */
  run: string
  /** In the cell of a table. */
  isShort?: boolean
  /** It works on nothing: a bar would say that it does. */
  isStalled?: boolean
  className?: string | undefined
}

/**
 * The progress of a run in a line: `7 of 52 changes · 0:28 · usually 40s`, over a thin bar. For lists; it fetches its own data.
 */
export function ProgressLine({ stack, run, isShort = false, isStalled = false, className }: Props) {
  const { data } = useQuery(updateQueries.progress(stack, run))
  return (
    <span
      className={cx(
        'inline-flex flex-col',
        // In a table the bar would touch the border below the row.
        isShort ? 'min-w-28 gap-0.5 pb-1 align-middle leading-4' : 'min-w-40 gap-1',
        className,
      )}
    >
      {data ? (
        <ProgressText progress={data} isShort={isShort} />
      ) : (
        <span className="text-muted">{isStalled ? '…' : 'Running'}</span>
      )}
      {(!isStalled || data?.waitingSince != null) && <ProgressBar progress={data} />}
    </span>
  )
}

type TextProps = { progress: RunProgress; isShort?: boolean; className?: string }

/** The text, kept current. */
export function ProgressText({ progress, isShort, className }: TextProps) {
  const words = useServerTime((now) => progressWords(progress, now, isShort))
  const isLate = useServerTime((now) => isOverdue(progress, now))
  return (
    <span className={cx(isLate && 'text-attention', className)} title={expectedEnd(progress)}>
      {words}
    </span>
  )
}

/**
 * The bar: by count if a total is expected, else by the usual duration, as long as that says anything; otherwise
 * indeterminate.
 */
export function ProgressBar({ progress, className }: { progress: RunProgress | undefined; className?: string }) {
  const share = useServerTime((now) => (progress ? (progressShare(progress, now) ?? -1) : -1))
  const isLate = useServerTime((now) => progress !== undefined && isOverdue(progress, now))
  const percent = Math.round(share * 100)
  const isWaiting = progress?.waitingSince != null
  const isWorking = progress?.endedAt === null && !isWaiting
  return (
    <span
      role="progressbar"
      aria-label="Progress of the run"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share < 0 ? undefined : percent}
      className={cx('block h-1 overflow-hidden rounded-full bg-line forced-color-adjust-none', className)}
    >
      <span
        className={cx(
          'flex h-full justify-end rounded-full transition-[width]',
          toneClasses[isWaiting ? 'waiting' : isLate ? 'attention' : 'running'].fill,
          share < 0 && 'animate-pulse',
        )}
        style={{ width: `${share < 0 ? 100 : percent}%` }}
      >
        {/* What works has an end that moves, also when the count stands still. */}
        {isWorking && share >= 0 && <span className="block h-full w-3 animate-pulse bg-surface/70" />}
      </span>
    </span>
  )
}
