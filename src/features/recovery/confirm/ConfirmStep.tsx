import type { UseQueryResult } from '@tanstack/react-query'
import type { Dispatch, ReactNode } from 'react'
import type { StackRef } from '#contract/common.ts'
import type { ConfirmationLevel, Plan } from '#contract/recoveries.ts'
import { Card } from '#src/ui/Card.tsx'
import { ConfirmForm } from './ConfirmForm.tsx'
import { EffectStep } from '../wizard/EffectStep.tsx'
import type { Entered, Happening, Process } from '../wizard/process.ts'
import type { Review } from '../wizard/useReview.ts'

/** Something that the person says: shown once more, with the field for their own words where these are wanted. */
export type SaidRow = { key: string; what: ReactNode; words?: ReactNode }

type Props = {
  stack: StackRef
  plan: UseQueryResult<Plan>
  state: Exclude<Process<Entered>, { phase: 'done' }>
  /** What is said, at the level that the plan asks for. */
  rows: (level: ConfirmationLevel) => readonly SaidRow[]
  /** What is still missing in it. */
  missing: (level: ConfirmationLevel) => string | undefined
  /** What the button does, exactly. */
  verb: (effect: Plan['effect']) => string
  /** Why nothing can be carried out, whatever is entered. */
  blocked: string | undefined
  dispatch: Dispatch<Extract<Happening, { type: 'reasoned' | 'nameTyped' }>>
  onBack: () => void
  review: Review
  onSubmit: (entered: { reason: string; confirm?: string }) => void
}

/** The last look before a state is written: what was said in a person's own words, the reason, the name of the stack. */
export function ConfirmStep({
  stack,
  plan,
  state,
  rows,
  missing,
  verb,
  blocked,
  dispatch,
  onBack,
  review,
  onSubmit,
}: Props) {
  if (!plan.data) return <EffectStep plan={plan} review={review} />
  const { level, effect, basis } = plan.data
  const { reason, typed } = state.draft
  return (
    <ConfirmForm
      stack={stack}
      level={level}
      entered={{ reason, typed }}
      dispatch={dispatch}
      blocked={blocked ?? missing(level)}
      process={state}
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
    >
      <Card title="Your answers" level={3} padding="none">
        <ul className="flex flex-col divide-y divide-line">
          {rows(level).map(({ key, what, words }) => (
            <li key={key} className="flex flex-col gap-2 px-4 py-3">
              <div className="wrap-anywhere">{what}</div>
              {words}
            </li>
          ))}
        </ul>
      </Card>
    </ConfirmForm>
  )
}
