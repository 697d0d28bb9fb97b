import { useQuery } from '@tanstack/react-query'
import type { UpdateDetail } from '#contract/updates.ts'
import { approvalQueries } from '#src/api/approvals.ts'
import { DecidedSteps } from '#src/features/approvals/DecidedSteps.tsx'
import { WaitingApprovals } from '#src/features/approvals/WaitingApprovals.tsx'
import { Notice } from '#src/ui/Notice.tsx'

/** What the run waits for, what was decided about its steps, or why no rule can stop them. */
export function ApprovalsOfRun({ run: { stack, id } }: { run: UpdateDetail }) {
  const { data } = useQuery(approvalQueries.ofRun(stack, id))
  if (!data) return null
  return (
    <>
      {data.outOfReach && (
        <Notice tone="attention" announce="none" title="Rules cannot stop steps of this run">
          Its client keeps no journal: it reports only what it has already done.
        </Notice>
      )}
      <div id="approval" className="flex min-w-0 scroll-mt-16 flex-col gap-4 empty:hidden">
        <WaitingApprovals approvals={data.approvals} />
      </div>
      <DecidedSteps approvals={data.approvals} />
    </>
  )
}
