import { useQuery } from '@tanstack/react-query'
import type { UpdateDetail } from '#contract/updates.ts'
import { approvalQueries } from '#src/api/approvals.ts'
import { WaitingApprovals } from '#src/features/approvals/WaitingApprovals.tsx'

/** What the run waits for, and what was decided about it. */
export function ApprovalsOfRun({ run: { stack, id } }: { run: UpdateDetail }) {
  const { data } = useQuery(approvalQueries.ofRun(stack, id))
  return data && <WaitingApprovals approvals={data.approvals} />
}
