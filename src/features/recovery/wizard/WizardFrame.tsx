import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { ProgressSteps } from '#src/ui/ProgressSteps.tsx'
import { RefusalNotice } from '../confirm/RefusalNotice.tsx'
import type { WizardStep } from '../pages.ts'
import { Footer } from './Footer.tsx'
import type { Decisions } from './useDecisions.ts'
import type { CurrentStep } from './useStep.ts'

/** What is said if the user has read something else than is there now; `blocks`: why it cannot be confirmed. */
export type Moved = { title: string; text: string; blocks: string }

type Props = {
  label: string
  steps: readonly WizardStep[]
  at: CurrentStep
  title: string
  decisions: Pick<Decisions, 'state' | 'review'>
  /** The step that is only read, as a whole. */
  opening: ReactNode
  /** What leads on from what is only read. */
  onward: ReactNode
  /** Why the question is not answered yet. */
  open: string | undefined
  /** Why nothing can be written, whatever the input. */
  blocked: string | undefined
  moved: Moved | undefined
  children: ReactNode
}

/** One step of a wizard: its position, its heading, what blocks it, and the buttons of all but the confirmation. */
export function WizardFrame({
  label,
  steps,
  at,
  title,
  decisions,
  opening,
  onward,
  open,
  blocked,
  moved,
  children,
}: Props) {
  const { step } = at
  const isWhole = step === 'known' && opening !== undefined
  const { state, review } = decisions
  const refusal = state.phase === 'refused' ? state.refusal : undefined
  const section = useFocusOnChange(step)
  return (
    <section ref={section} aria-label={label} className="flex min-w-0 flex-col gap-3">
      <ProgressSteps label={`Steps: ${label}`} steps={steps} current={step} />
      {!isWhole && (
        <h2 data-page-focus tabIndex={-1} className="scroll-mt-28 text-xl font-semibold wrap-anywhere">
          {title}
        </h2>
      )}
      <Warnings moved={moved} decisions={decisions} blocked={step === 'confirm' || refusal ? undefined : blocked} />
      {isWhole ? opening : children}
      {refusal && step !== 'confirm' && (
        <RefusalNotice refusal={refusal} onReview={review.ask} busy={review.isPending} />
      )}
      {step !== 'confirm' && !isWhole && (
        <Footer stays={step === 'answer'}>{step === 'answer' ? <Answered at={at} open={open} /> : onward}</Footer>
      )}
    </section>
  )
}

type WarningsProps = Pick<Props, 'moved' | 'decisions' | 'blocked'>

/** What has changed since the user read it, and what prevents a write. */
const Warnings = ({ moved, decisions: { state, review }, blocked }: WarningsProps) => (
  <>
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
    {state.phase === 'open' && state.changed.length > 0 && <Changed changed={state.changed} />}
    {blocked !== undefined && (
      <Notice tone="attention" announce="none" title="You can prepare this now, but not write it yet">
        {blocked}
      </Notice>
    )}
  </>
)

/** The buttons of the step in which something is asked. */
const Answered = ({ at: { step, before, goTo }, open }: { at: CurrentStep; open: string | undefined }) => (
  <>
    {open !== undefined && (
      <p className="line-clamp-2 min-w-0 text-sm wrap-anywhere text-muted" title={open}>
        {open}
      </p>
    )}
    {before !== step && <Button onClick={() => goTo(before)}>Back</Button>}
    <Button look="primary" blocked={open} onClick={() => goTo('confirm')}>
      Continue
    </Button>
  </>
)

/** The heading of a step takes the focus when the step changes. */
function useFocusOnChange(step: string) {
  const section = useRef<HTMLElement>(null)
  const seen = useRef(step)
  useEffect(() => {
    if (seen.current === step) return
    seen.current = step
    section.current?.querySelector<HTMLElement>('[data-page-focus]')?.focus()
  }, [step])
  return section
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
