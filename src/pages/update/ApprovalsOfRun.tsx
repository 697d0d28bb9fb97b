import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { UpdateDetail } from '#contract/updates.ts'
import { approvalQueries } from '#src/api/approvals.ts'
import { lazyPart } from '#src/lib/lazyPart.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { PartMissing } from '#src/ui/PartMissing.tsx'

/** Loads what few runs need. */
export const loadApprovals = () => import('#src/features/approvals/RunApprovals.tsx')

const RunApprovals = lazyPart(async () => (await loadApprovals()).RunApprovals, PartMissing)

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
      {data.approvals.length > 0 && (
        <Suspense>
          <RunApprovals approvals={data.approvals} withRecord />
        </Suspense>
      )}
    </>
  )
}
