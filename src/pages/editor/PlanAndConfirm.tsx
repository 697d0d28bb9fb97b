import type { UseQueryResult } from '@tanstack/react-query'
import type { StackRef } from '#contract/common.ts'
import type { EditPlan } from '#contract/edits.ts'
import type { RecoveryRecord } from '#contract/recoveries.ts'
import { EditPlanView } from '#src/features/diff/EditPlanView.tsx'
import { RefusalNotice } from '#src/features/recovery/confirm/RefusalNotice.tsx'
import { refusalOfPreview } from '#src/features/recovery/confirm/refusal.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Confirm, type Confirmation } from './Confirm.tsx'

type Props = {
  stack: StackRef
  plan: Pick<UseQueryResult<EditPlan>, 'data' | 'error'>
  /** False until there is an edit. */
  isAsked: boolean
  /** The problems are shown next to the text that has them. */
  withoutProblems?: boolean
  /** There is no state yet that would be kept. */
  isFirst?: boolean
  blocked: string | undefined
  run: (confirmation: Confirmation) => Promise<RecoveryRecord>
  onReview: () => void
}

/** The effect of an edit as computed by the server, and its confirmation. */
export function PlanAndConfirm({
  stack,
  plan: { data, error },
  isAsked,
  withoutProblems = false,
  isFirst = false,
  blocked,
  run,
  onReview,
}: Props) {
  if (!isAsked) return null
  if (error) return <RefusalNotice refusal={refusalOfPreview(error)} onReview={onReview} />
  if (!data) {
    return <Skeleton label="Preparing the preview" rows={5} />
  }
  return (
    <>
      <EditPlanView plan={data} withoutProblems={withoutProblems} isFirst={isFirst} />
      {data.isPossible && <Confirm stack={stack} plan={data} blocked={blocked} run={run} onReview={onReview} />}
    </>
  )
}
