import { useQuery } from '@tanstack/react-query'
import type { StackRef } from '#contract/common.ts'
import type { UpdateBrief } from '#contract/updates.ts'
import { updateQueries } from '#src/api/updates.ts'
import { number, plural } from '#words/counts.ts'
import { ChangeCounts } from './ChangeCounts.tsx'
import { isRunning, leftUnknown } from './words.ts'

/** A run that has ended without the engine's own count of its changes. */
export const isUncounted = (run: UpdateBrief): boolean => !isRunning(run) && run.resourceChanges === null

/** In place of a value that there is not; a card, which has no heads, says nothing of it. */
export const Missing = () => <span className="text-muted max-sm:hidden">–</span>

type Props = { stack: StackRef; run: UpdateBrief }

/**
 * The changes of such a run: a version written by the server was not made by an engine; of one that was interrupted, the
 * reported steps are counted, as on its own page.
 */
export const Uncounted = ({ stack, run }: Props) =>
  run.kind === 'recovery' || run.kind === 'rename' || run.kind === 'import' ? (
    <span className="text-muted">state only</span>
  ) : run.startedAt === null ? (
    <Missing />
  ) : (
    <ReportedCounts stack={stack} run={run} />
  )

function ReportedCounts({ stack, run }: Props) {
  const unknown = leftUnknown(run)
  const { data, isPending } = useQuery(updateQueries.progress(stack, run.id))
  // Its room is kept: on a phone it decides how many lines a card has.
  if (isPending)
    return (
      <span className="invisible">
        <ChangeCounts counts={{}} unknown={unknown} isUnsure />
      </span>
    )
  if (data === undefined) return <Missing />
  const more = unknown > 0 ? `; ${number(unknown)} more ${plural(unknown, 'has', 'have')} an unknown outcome` : ''
  return (
    <span title={`Counted from reported steps${more}`}>
      <ChangeCounts counts={data.counts ?? {}} unknown={unknown} isUnsure />
    </span>
  )
}
