import { useNamesByLogin } from '#src/lib/personName.ts'
import { useQuery } from '@tanstack/react-query'
import { type Dispatch, type ReactNode, useEffect } from 'react'
import { useSearchParams } from 'react-router'
import type { z } from 'zod'
import type { Basis, StackRef } from '#contract/common.ts'
import type { ConfirmationLevel, Diagnosis, Effect, RunRequest } from '#contract/recoveries.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import { catalogue } from '#domain/recoveries/catalogue.ts'
import { fullName } from '#domain/stackName.ts'
import { recoveryQueries } from '#src/api/recoveries.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { useWhyNot } from '#src/api/whyNot.ts'
import { ConfirmStep, type DecidedRow } from '../confirm/ConfirmStep.tsx'
import { needsReview } from '../confirm/refusal.ts'
import { type Entered, hasMoved, type WizardEvent, type Process, type Reading } from './process.ts'
import type { WizardStep } from './steps.ts'
import { useCarryOut } from './useCarryOut.ts'
import type { Review } from './useReview.ts'
import { whoWrote } from './whoWrote.ts'
import { WizardFrame } from './WizardFrame.tsx'
import { reachable, type Step as StepName, stepOf, STEPS, withStep } from './wizardAddress.ts'

type Decisions = Pick<z.input<typeof RunRequest>, 'choices' | 'shared'>

type Props = {
  stack: StackRef
  recovery: RecoveryId
  diagnosis: Diagnosis
  /** The current state; the state that was read is in the process. */
  now: z.infer<typeof Basis>
  state: Process<Entered & Reading>
  dispatch: Dispatch<WizardEvent>
  review: Review
  steps: readonly WizardStep[]
  /** What to read before deciding, if `steps` has a step for it. */
  known?: ReactNode
  /** The question of the step, under its title; `open`: why it is not answered yet. */
  question: string
  answer: ReactNode
  open: string | undefined
  /** Why nothing can be written yet, besides what the user entered. */
  blocked?: string | undefined
  /** Lines to add to the program, by the URN that changes. */
  aliases?: ReadonlyMap<string, string>
  /** The decisions, repeated. */
  decided: readonly DecidedRow[]
  /** Number of decisions that need a written confirmation at the level of the plan, with an example. */
  noteCovers: (level: ConfirmationLevel) => number
  example?: string
  verb: (effect: Effect) => string
  /** The decisions in the form of the request. The plan is requested without the note, which does not change it. */
  toPlan: () => Omit<Decisions, 'shared'>
  toRun: (level: ConfirmationLevel, note: string) => Decisions
}

/**
 * Every recovery that writes a state: the user's decisions, the exact changes with their confirmation, and the record.
 * Recoveries differ only in how something is decided; the rest follows from the plan.
 */
export function RecoveryWizard({
  stack,
  recovery,
  diagnosis,
  now,
  state,
  dispatch,
  review,
  steps,
  known,
  question,
  answer,
  open,
  blocked,
  aliases,
  decided,
  noteCovers,
  example,
  verb,
  toPlan,
  toRun,
}: Props) {
  const [search, setSearch] = useSearchParams()
  const carryOut = useCarryOut(stack, recovery, dispatch, steps.length)
  const names = useNamesByLogin()
  const { data: detail } = useQuery(stackQueries.detail(stack))
  const cannotWrite = useWhyNot('write', { ...detail, leaseCard: diagnosis.lease }) ?? blocked
  const isOver = state.phase === 'done'
  const basis = isOver ? now : state.draft.read.basis
  const isMoved = hasMoved(state, now)
  const own = STEPS.filter((step) => steps.some(({ key }) => key === step))
  const wished = stepOf(search, own)
  const step = isOver ? wished : reachable(wished, open === undefined)
  // Otherwise the last answer would turn the page by itself.
  useEffect(() => {
    if (step !== wished) setSearch((old) => withStep(old, step), { replace: true })
  }, [step, wished, setSearch])
  const plan = useQuery({
    ...recoveryQueries.plan(stack, { recovery, basis, ...toPlan() }),
    enabled: step === 'confirm' && !isMoved && !isOver && state.phase !== 'running',
  })
  // A review that finds the same basis changes no key, so a preview that failed would stay as it is.
  const previewAgain: Review = {
    ...review,
    isPending: review.isPending || plan.isFetching,
    ask: () => {
      review.ask()
      void plan.refetch()
    },
  }
  const goTo = (wanted: StepName) => setSearch((old) => withStep(old, wanted))
  const refusal = state.phase === 'refused' ? state.refusal : undefined
  const titles = {
    known: catalogue[recovery].title,
    answer: question,
    confirm: `Confirm, for ${fullName(stack)}`,
  } as const satisfies Record<StepName, string>
  return (
    <WizardFrame
      label={catalogue[recovery].title}
      steps={steps}
      title={titles[step]}
      step={step}
      onStep={goTo}
      canGoBack={step === 'answer' && known !== undefined}
      open={open}
      blocked={cannotWrite}
      moved={isMoved ? { read: basis.version, now: now.version, by: whoWrote(diagnosis, names) } : undefined}
      review={review}
      changed={state.phase === 'open' ? state.changed : []}
      refusal={refusal}
    >
      {step === 'known' && known}
      {step === 'answer' && answer}
      {step === 'confirm' && !isOver && (
        <ConfirmStep
          stack={stack}
          plan={plan}
          state={state}
          {...(aliases && { aliases })}
          decided={decided}
          noteCovers={noteCovers}
          {...(example !== undefined && { example })}
          verb={verb}
          blocked={
            cannotWrite ??
            (isMoved ? 'The state has changed. Review it again first.' : undefined) ??
            (refusal && needsReview(refusal) ? 'Review again first.' : undefined)
          }
          dispatch={dispatch}
          onBack={() => goTo('answer')}
          review={plan.error ? previewAgain : review}
          onSubmit={(entered) => {
            dispatch({ type: 'submitted' })
            carryOut({ recovery, basis, ...toRun(plan.data?.level ?? 0, entered.reason), ...entered })
          }}
        />
      )}
    </WizardFrame>
  )
}
