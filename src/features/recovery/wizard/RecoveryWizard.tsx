import { capital } from '#words/capital.ts'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import type { StackRef } from '#contract/common.ts'
import type { Diagnosis } from '#contract/recoveries.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import { catalogue } from '#domain/recoveries/catalogue.ts'
import { isOfHolder, pageOf } from '#domain/recoveries/pageOf.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { useWhyNot } from '#src/api/whyNot.ts'
import { useNamesByLogin } from '#src/lib/personName.ts'
import { Button } from '#src/ui/Button.tsx'
import { useEndedProcess } from '#src/api/endedProcess.ts'
import { writtenByFile } from '../byFile/writtenByFile.ts'
import { type Asking, whyNotNext } from '../change/choices.ts'
import { type Confirmation, ConfirmStep } from '../confirm/ConfirmStep.tsx'
import { stepsByFile, stepsOf } from '../pages.ts'
import { hasMoved } from './decisions.ts'
import { NothingToDecide } from './NothingToDecide.tsx'
import { useCarryOut } from './useCarryOut.ts'
import type { Decisions } from './useDecisions.ts'
import { useStep } from './useStep.ts'
import { whoWrote } from './whoWrote.ts'
import { type Moved, WizardFrame } from './WizardFrame.tsx'

type Props = Confirmation & {
  stack: StackRef
  recovery: RecoveryId
  diagnosis: Diagnosis
  decisions: Decisions
  /** Shown instead if nothing is left to decide, with the guide below it if there is one. */
  nothing?: ComponentProps<typeof NothingToDecide>['words']
  guide?: ReactNode
  title?: string
  /** What is wrong, as the title of the step that is only read. */
  wrong?: string
  /** What to read before deciding, if anything: a step of its own. */
  known?: ReactNode
  /** That step as a whole, with its own heading and its own way to the confirmation, if nothing is asked between them. */
  opening?: (goOn: () => void) => ReactNode
  /** The question of the step, under its title; `asking` and `open`: why it is not answered yet. */
  question?: string
  answer?: ReactNode
  asking?: Asking
  open?: string | undefined
  /** What is confirmed, for the title of that step: `restore version 3 of shop/prod`. */
  confirms?: string | undefined
  /** Why nothing can be written yet, besides what the user entered. */
  blocked?: string | undefined
  /** What is said if the user has read something else than is there now; by default about the state's version. */
  moved?: Moved
}

/**
 * Every recovery in the browser: the user's decisions, the exact changes with their confirmation, and the record.
 * Recoveries differ only in how something is decided; the rest follows from the plan.
 */
export function RecoveryWizard(props: Props) {
  const { stack, recovery, decisions, title = catalogue[recovery].title, asking } = props
  const { state, dispatch, problems, choices } = decisions
  const { data: detail } = useQuery(stackQueries.detail(stack))
  const isByFile = writtenByFile(detail?.elsewhere) !== undefined
  const ownSteps = stepsOf(pageOf(recovery), (props.known ?? props.opening) !== undefined)
  const steps = isByFile ? stepsByFile(ownSteps) : ownSteps
  const carryOut = useCarryOut(stack, recovery, dispatch, steps.length)
  // A state that changed in its backend may be the planned one, imported: the last step says which.
  const hasMovedHere = useMoved(props)
  const moved = isByFile ? undefined : hasMovedHere
  // A recovery of the held lease writes no state: it is for while someone holds it.
  const capability = isOfHolder({ recovery }) ? 'intervene' : 'write'
  const blocked = useWhyNot(capability, { ...detail, leaseCard: props.diagnosis.lease }) ?? props.blocked
  const process = useEndedProcess()
  const open =
    (process?.hasEnded === false ? `First confirm above that the process of ${process.name} has ended.` : undefined) ??
    props.open ??
    (asking && whyNotNext(problems, choices, asking))
  const at = useStep(steps, { isAnswered: open === undefined, isOver: state.phase === 'done' })
  if (props.nothing && problems.length === 0 && (state.phase === 'open' || state.phase === 'refused')) {
    const changed = state.phase === 'open' ? state.changed : []
    return (
      <>
        <NothingToDecide stack={stack} recovery={recovery} words={props.nothing} changed={changed} />
        {props.guide}
      </>
    )
  }
  const chooseFix = (
    <Button look="primary" onClick={() => at.goTo('answer')}>
      Choose a fix
    </Button>
  )
  const { step, goTo, before } = at
  return (
    <WizardFrame
      label={title}
      steps={steps}
      at={at}
      title={
        { known: props.wrong ?? title, answer: props.question ?? title, confirm: confirmTitle(props, isByFile) }[step]
      }
      decisions={decisions}
      opening={props.opening?.(() => goTo('confirm'))}
      onward={chooseFix}
      open={open}
      blocked={blocked}
      moved={moved}
    >
      {step === 'known' && props.known}
      {step === 'answer' && props.answer}
      {step === 'confirm' && state.phase !== 'done' && (
        <ConfirmStep
          stack={stack}
          recovery={recovery}
          decisions={{ ...decisions, state }}
          how={props}
          moved={moved}
          blocked={blocked}
          onBack={() => goTo(before)}
          onSubmit={carryOut}
        />
      )}
    </WizardFrame>
  )
}

/** `Confirm: clear 3 operations on shop/prod`; where nothing is written here, there is nothing to confirm. */
function confirmTitle({ stack, confirms }: Props, isByFile: boolean): string {
  const name = `${stack.project}/${stack.stack}`
  if (isByFile) return capital(confirms ?? `change ${name}`)
  return confirms === undefined ? `Confirm the changes to ${name}` : `Confirm: ${confirms}`
}

/** That the user has read something else than is there now; undefined if not. */
function useMoved({ decisions: { state, now }, diagnosis, moved }: Props): Moved | undefined {
  const names = useNamesByLogin()
  if (state.phase === 'done' || !hasMoved(state, now)) return undefined
  if (moved) return moved
  return {
    title: `The state has changed: version ${now.basis.version} replaced version ${state.draft.read.basis.version}`,
    text: `${whoWrote(diagnosis, names)} You are looking at an older state. Reviewing keeps every answer that still applies.`,
    blocks: 'The state has changed. Review it again first.',
  }
}
