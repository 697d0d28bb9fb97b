import type { ReactNode } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { RefusalNotice } from '../confirm/RefusalNotice.tsx'
import type { Refusal } from '../confirm/refusal.ts'
import type { WizardStep } from '../pages.ts'
import { Step } from './Step.tsx'
import type { Review } from './useReview.ts'
import type { Step as StepName } from './wizardAddress.ts'

type Props = {
  label: string
  steps: readonly WizardStep[]
  title: string
  step: StepName
  onStep: (step: StepName) => void
  /** There is a step before this one. */
  canGoBack: boolean
  /** What leads on from what is only read, instead of the usual button. */
  onward: ReactNode
  /** Why the question is not answered yet. */
  open: string | undefined
  /** Why nothing can be written, whatever the input. */
  blocked: string | undefined
  /** That the user has read something else than is there now, if so. */
  moved: Moved | undefined
  review: Review
  changed: readonly string[]
  refusal: Refusal | undefined
  children: ReactNode
}

/** What is said then; `blocks`: to whoever confirms nevertheless. */
export type Moved = { title: string; text: string; blocks: string }

/** The frame of a wizard: its steps, what blocks it, and the buttons. */
export function WizardFrame({
  label,
  steps,
  title,
  step,
  onStep,
  canGoBack,
  onward,
  open,
  blocked,
  moved,
  review,
  changed,
  refusal,
  children,
}: Props) {
  return (
    <Step
      label={label}
      steps={steps}
      current={step}
      title={title}
      isReading={step === 'known'}
      actions={
        step === 'known' ? (
          (onward ?? (
            <Button look="primary" onClick={() => onStep('answer')}>
              See fixes
            </Button>
          ))
        ) : step === 'answer' ? (
          <>
            {open !== undefined && <p className="min-w-0 text-sm text-muted">{open}</p>}
            {canGoBack && <Button onClick={() => onStep('known')}>Back</Button>}
            <Button look="primary" blocked={open} onClick={() => onStep('confirm')}>
              Continue
            </Button>
          </>
        ) : undefined
      }
    >
      {moved && (
        <Notice
          tone="attention"
          announce="alert"
          title={moved.title}
          actions={
            <Button size="sm" look="primary" busy={review.isPending} onClick={review.ask}>
              Review again
            </Button>
          }
        >
          {moved.text}
        </Notice>
      )}
      {review.trouble !== undefined && (
        <Notice tone="danger" title="The current state could not be loaded">
          {review.trouble}
        </Notice>
      )}
      {changed.length > 0 && <Changed changed={changed} />}
      {blocked !== undefined && step !== 'confirm' && !refusal && (
        <Notice tone="attention" announce="none" title="You can prepare this now, but not write it yet">
          {blocked}
        </Notice>
      )}
      {children}
      {refusal && step !== 'confirm' && (
        <RefusalNotice refusal={refusal} onReview={review.ask} busy={review.isPending} />
      )}
    </Step>
  )
}

/** With more changes than this, only their number is shown. */
const MAX = 12

const Changed = ({ changed }: { changed: readonly string[] }) => (
  <Notice tone="attention" announce="status" title="What has changed">
    <ul className="list-disc pl-4">
      {changed.slice(0, MAX).map((what) => (
        <li key={what}>{what}</li>
      ))}
      {changed.length > MAX && <li>and {changed.length - MAX} more</li>}
    </ul>
  </Notice>
)
