import { useQuery } from '@tanstack/react-query'
import type { RunApprovals } from '#contract/approvals.ts'
import type { UpdateDetail } from '#contract/updates.ts'
import { updateQueries } from '#src/api/updates.ts'
import { WaitingApprovals } from '#src/features/approvals/WaitingApprovals.tsx'
import { expectedTotal } from '#src/features/updates/progress/progress.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { ForecastNotice } from './ForecastNotice.tsx'

type Props = { run: Pick<UpdateDetail, 'stack' | 'id' | 'endedAt'>; data: RunApprovals }

/** What a run waits for, or why no rule can stop them; of a preview, what rules would do. */
export function ApprovalParts({ run: { stack, id, endedAt }, data: { outOfReach, approvals, forecast } }: Props) {
  const { data: progress } = useQuery({ ...updateQueries.progress(stack, id), enabled: endedAt === null })
  return (
    <>
      {outOfReach && (
        <Notice tone="attention" announce="none" title="Rules cannot stop steps of this run">
          Its client keeps no journal: it reports only what it has already done.
        </Notice>
      )}
      {forecast.length > 0 && <ForecastNotice stack={stack} forecast={forecast} />}
      <WaitingApprovals
        approvals={approvals}
        isOver={endedAt !== null}
        isOnRun
        steps={progress && { done: progress.done, total: expectedTotal(progress) ?? 0 }}
      />
    </>
  )
}
