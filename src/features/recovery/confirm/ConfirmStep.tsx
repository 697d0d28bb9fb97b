import type { UseQueryResult } from '@tanstack/react-query'
import type { Dispatch, ReactNode } from 'react'
import type { StackRef } from '#contract/common.ts'
import type { ConfirmationLevel, Plan } from '#contract/recoveries.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { PlanView } from '../effect/PlanView.tsx'
import type { Entered, WizardEvent, Process } from '../wizard/process.ts'
import type { Review } from '../wizard/useReview.ts'
import { ConfirmForm } from './ConfirmForm.tsx'
import { RefusalNotice } from './RefusalNotice.tsx'
import { refusalOfPreview } from './refusal.ts'

/** A decision of the user, repeated for the confirmation. */
export type DecidedRow = { key: string; what: ReactNode }

type Props = {
  stack: StackRef
  plan: Pick<UseQueryResult<Plan>, 'data' | 'error'>
  state: Exclude<Process<Entered>, { phase: 'done' }>
  /** Lines to add to the program, by the URN that changes. */
  aliases?: ReadonlyMap<string, string>
  decided: readonly DecidedRow[]
  /** Number of decisions that need a written confirmation at the level of the plan, with an example. */
  noteCovers: (level: ConfirmationLevel) => number
  example?: string
  /** Label of the button: exactly what it does. */
  verb: (effect: Plan['effect']) => string
  /** Why nothing can be carried out, whatever the input. */
  blocked: string | undefined
  dispatch: Dispatch<Extract<WizardEvent, { type: 'reasoned' | 'nameTyped' }>>
  onBack: () => void
  review: Review
  onSubmit: (entered: { reason: string; confirm?: string }) => void
}

/**
 * The confirmation before a state is written: exactly what changes, as computed by the server, one note, the name of
 * the stack.
 */
export function ConfirmStep({
  stack,
  plan: { data, error },
  state,
  aliases,
  decided,
  noteCovers,
  example,
  verb,
  blocked,
  dispatch,
  onBack,
  review,
  onSubmit,
}: Props) {
  const refusal = error ? refusalOfPreview(error) : undefined
  if (!data) {
    return refusal ? (
      <RefusalNotice refusal={refusal} onReview={review.ask} busy={review.isPending} />
    ) : (
      <Skeleton label="Preparing the preview" rows={5} />
    )
  }
  const { level, effect, basis } = data
  const { reason, typed } = state.draft
  return (
    <ConfirmForm
      stack={stack}
      level={level}
      covers={noteCovers(level)}
      {...(example !== undefined && { example })}
      entered={{ reason, typed }}
      dispatch={dispatch}
      blocked={blocked ?? (refusal && 'Review again first.')}
      // If a plan cannot be computed again, the form keeps its input and focus.
      process={refusal && state.phase === 'open' ? { phase: 'refused', refusal } : state}
      review={review}
      underWay={[
        'Check that no update is running, and block others.',
        `Check that the state is still version ${basis.version}.`,
        `Keep version ${basis.version}, so that it can be restored.`,
        'Write the new version and verify it.',
      ]}
      verb={verb(effect)}
      onBack={onBack}
      onSubmit={() => onSubmit({ reason: reason.trim(), ...(level >= 2 && { confirm: typed }) })}
      effect={<PlanView plan={data} aliases={aliases} decided={decided} />}
    />
  )
}
