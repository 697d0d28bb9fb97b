import { type QueryClient, useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { RunApprovals } from '#contract/approvals.ts'
import type { UpdateDetail } from '#contract/updates.ts'
import { approvalQueries } from '#src/api/approvals.ts'
import { lazyPart } from '#src/lib/lazyPart.ts'
import { PartMissing } from '#src/ui/PartMissing.tsx'

type Run = Pick<UpdateDetail, 'stack' | 'id' | 'endedAt'>

const parts = () => import('./ApprovalParts.tsx')
// Most runs have none.
const LazyApprovalParts = lazyPart(async () => (await parts()).ApprovalParts, PartMissing)

const decided = () => import('#src/features/approvals/DecidedSteps.tsx')
const LazyDecidedSteps = lazyPart(async () => (await decided()).DecidedSteps, PartMissing)

const isAny = ({ approvals, forecast, outOfReach }: RunApprovals): boolean =>
  approvals.length + forecast.length > 0 || outOfReach

/** Fetches the approvals of a run, and the code that shows them if there are any. */
export async function prefetchApprovals(client: QueryClient, { stack, id }: Run): Promise<void> {
  const query = approvalQueries.ofRun(stack, id)
  await client.prefetchQuery(query)
  const data = client.getQueryData(query.queryKey)
  if (data !== undefined && isAny(data)) await Promise.all([parts(), decided()]).catch(() => undefined) // they are loaded again where they are shown
}

/** What rules do and would do with the steps of a run. */
export function ApprovalsOfRun({ run }: { run: Run }) {
  const { stack, id } = run
  const { data } = useQuery(approvalQueries.ofRun(stack, id))
  return (
    <div id="approval" className="flex min-w-0 scroll-mt-16 flex-col gap-4 empty:hidden">
      {data && isAny(data) && (
        <Suspense>
          <LazyApprovalParts run={run} data={data} />
        </Suspense>
      )}
    </div>
  )
}

/** What was decided about the steps of a run. */
export function DecidedOfRun({ run: { stack, id, endedAt } }: { run: Run }) {
  const { data } = useQuery(approvalQueries.ofRun(stack, id))
  return (
    data &&
    data.approvals.length > 0 && (
      <Suspense>
        <LazyDecidedSteps approvals={data.approvals} endedAt={endedAt} />
      </Suspense>
    )
  )
}
