import type { UseQueryResult } from '@tanstack/react-query'
import type { Plan } from '#contract/recoveries.ts'
import { Delayed, Skeleton } from '#src/ui/Skeleton.tsx'
import { PlanView } from '../effect/PlanView.tsx'
import { RefusalNotice } from '../confirm/RefusalNotice.tsx'
import { refusalOf } from '../confirm/refusal.ts'
import type { Review } from './useReview.ts'

type Props = {
  plan: Pick<UseQueryResult<Plan>, 'data' | 'error'>
  /** Lines for the program, by the URN that changes. */
  aliases?: ReadonlyMap<string, string>
  review: Review
}

/** What would be written, as the server works it out from the state that was read. */
export function EffectStep({ plan: { data, error }, aliases, review }: Props) {
  if (error) return <RefusalNotice refusal={refusalOf(error)} onReview={review.ask} busy={review.isPending} />
  if (!data) {
    return (
      <Delayed>
        <Skeleton label="Preparing the preview" rows={5} />
      </Delayed>
    )
  }
  return (
    <>
      <PlanView plan={data} aliases={aliases} />
    </>
  )
}
