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
import { refusalOf } from './refusal.ts'

/** Something that a person has decided, to be read once more. */
export type DecidedRow = { key: string; what: ReactNode }

type Props = {
  stack: StackRef
  plan: Pick<UseQueryResult<Plan>, 'data' | 'error'>
  state: Exclude<Process<Entered>, { phase: 'done' }>
  /** Lines for the program, by the URN that changes. */
  aliases?: ReadonlyMap<string, string>
  decided: readonly DecidedRow[]
  /** How many decisions want the words of who looked, at the level that the plan asks for; an example of such words. */
  noteCovers: (level: ConfirmationLevel) => number
  example?: string
  /** What the button does, exactly. */
  verb: (effect: Plan['effect']) => string
  /** Why nothing can be carried out, whatever is entered. */
  blocked: string | undefined
  dispatch: Dispatch<Extract<WizardEvent, { type: 'reasoned' | 'nameTyped' }>>
  onBack: () => void
  review: Review
  onSubmit: (entered: { reason: string; confirm?: string }) => void
}

/** The last look before a state is written: exactly what changes, as the server works it out, one note, the name of the stack. */
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
  const refusal = error ? refusalOf(error) : undefined
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
      // A plan that could not be made again keeps its form: what was entered, and where the focus is.
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
