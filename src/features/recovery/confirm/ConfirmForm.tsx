import type { Dispatch, ReactNode } from 'react'
import type { StackRef } from '#contract/common.ts'
import type { ConfirmationLevel } from '#contract/recoveries.ts'
import { Button } from '#src/ui/Button.tsx'
import { ConfirmFields, whyNotConfirmed } from './ConfirmFields.tsx'
import type { Entered, WizardEvent } from '../wizard/process.ts'
import { RefusalNotice } from './RefusalNotice.tsx'
import type { Refusal } from './refusal.ts'
import type { Review } from '../wizard/useReview.ts'
import { Footer } from '../wizard/Footer.tsx'
import { UnderWay } from '../wizard/UnderWay.tsx'

type Props = {
  stack: StackRef
  level: ConfirmationLevel
  /** Number of decisions for which the reason is the written confirmation, with an example. */
  covers?: number
  example?: string
  /** The input so far, and the phase of the process. */
  entered: Entered
  process: { phase: 'open' | 'running' } | { phase: 'refused'; refusal: Refusal }
  dispatch: Dispatch<Extract<WizardEvent, { type: 'reasoned' | 'nameTyped' }>>
  /** Exactly what will change. */
  effect: ReactNode
  /** Questions besides the reason. */
  children?: ReactNode
  /** Why it cannot be carried out, besides missing input in this form. */
  blocked: string | undefined
  review: Review
  /** What the server does, in order. */
  underWay: readonly string[]
  look?: 'primary' | 'danger'
  /** Label of the button: exactly what it does. */
  verb: ReactNode
  onBack: () => void
  onSubmit: () => void
}

/** The confirmation of every wizard that writes: the changes, the reason, the name of the stack, and one button. */
export function ConfirmForm({
  stack,
  level,
  covers = 0,
  example,
  entered,
  process,
  dispatch,
  effect,
  children,
  blocked,
  review,
  underWay,
  look = 'primary',
  verb,
  onBack,
  onSubmit,
}: Props) {
  const isRunning = process.phase === 'running'
  const why = blocked ?? whyNotConfirmed(stack, level, entered, covers)
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (why === undefined && !isRunning) onSubmit()
      }}
    >
      <div className="grid min-w-0 items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex min-w-0 flex-col gap-4">{effect}</div>
        <div className="flex min-w-0 flex-col gap-4">
          {children}
          <ConfirmFields
            stack={stack}
            level={level}
            covers={covers}
            {...(example !== undefined && { example })}
            {...entered}
            onReason={(reason) => dispatch({ type: 'reasoned', reason })}
            onType={(typed) => dispatch({ type: 'nameTyped', typed })}
          />
          {process.phase === 'refused' && (
            <RefusalNotice refusal={process.refusal} onReview={review.ask} busy={review.isPending} />
          )}
          {isRunning && <UnderWay steps={underWay} />}
        </div>
      </div>
      <Footer>
        {why !== undefined && !isRunning && <p className="min-w-0 text-sm text-muted">{why}</p>}
        <Button onClick={onBack}>Back</Button>
        <Button type="submit" look={look} busy={isRunning} blocked={isRunning ? undefined : why}>
          {verb}
        </Button>
      </Footer>
    </form>
  )
}
