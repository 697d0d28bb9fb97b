import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { StackRef } from '#contract/common.ts'
import type { ConfirmationLevel, Effect, Plan, RunRequest } from '#contract/recoveries.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import { recoveryFile, recoveryQueries } from '#src/api/recoveries.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { useEndedProcess } from '#src/api/endedProcess.ts'
import { Button } from '#src/ui/Button.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { LazyFileStep } from '../byFile/LazyFileStep.tsx'
import { writtenByFile } from '../byFile/writtenByFile.ts'
import {
  aliasesOf,
  asChoices,
  asRequest,
  type Decidable,
  decided,
  missingNotes,
  optionOf,
  withStatement,
} from '../change/choices.ts'
import { PlanView } from '../effect/PlanView.tsx'
import type { State } from '../wizard/decisions.ts'
import { Footer } from '../wizard/Footer.tsx'
import { UnderWay } from '../wizard/UnderWay.tsx'
import type { Decisions } from '../wizard/useDecisions.ts'
import type { Moved } from '../wizard/WizardFrame.tsx'
import { ConfirmFields, whyNotConfirmed } from './ConfirmFields.tsx'
import { RefusalNotice } from './RefusalNotice.tsx'
import { needsReview, type Refusal, refusalOfPreview } from './refusal.ts'

/** A statement with a field of its own; without one, the reason is the statement. */
export type OwnStatement = {
  text: string
  /** The field, if the level of the plan needs it, and what is missing in it. */
  ask: (level: ConfirmationLevel) => { field: ReactNode; missing: string | undefined } | undefined
}

/** How a recovery is confirmed, as far as they differ. */
export type Confirmation = {
  /** A decision, repeated; without it, none is. */
  decision?: (problem: Decidable, option: string) => ReactNode
  /** An example of the written confirmation. */
  example?: string
  statement?: OwnStatement
  /** What the server does, in order, if it does not write a state. */
  underWay?: readonly string[]
  look?: 'primary' | 'danger'
  /** Label of the button: exactly what it does. */
  verb: (effect: Effect) => string
}

type Props = {
  stack: StackRef
  recovery: RecoveryId
  decisions: Decisions & { state: Exclude<State, { phase: 'done' }> }
  how: Confirmation
  moved: Moved | undefined
  /** Why nothing can be carried out, whatever the input. */
  blocked: string | undefined
  onBack: () => void
  onSubmit: (request: z.input<typeof RunRequest>) => void
}

/**
 * The confirmation of every recovery: exactly what changes, as computed by the server, one note, the name of the stack,
 * and one button.
 */
export function ConfirmStep(props: Props) {
  const { stack, recovery, moved } = props
  const { state, review, problems, choices } = props.decisions
  const { basis } = state.draft.read
  const elsewhere = writtenByFile(useQuery(stackQueries.detail(stack)).data?.elsewhere)
  const plan = useQuery({
    // The plan is requested without the note, which does not change it.
    ...recoveryQueries.plan(stack, { recovery, basis, choices: asChoices(problems, choices) }),
    enabled: !moved && state.phase !== 'running',
  })
  // A review that finds the same basis changes no key, so a preview that failed would stay as it is.
  const again = (): void => {
    review.ask()
    if (plan.error) void plan.refetch()
  }
  const isBusy = review.isPending || (plan.error !== null && plan.isFetching)
  const notice = (refusal: Refusal) => <RefusalNotice refusal={refusal} onReview={again} busy={isBusy} />
  const failure = plan.error ? refusalOfPreview(plan.error) : undefined
  if (plan.data && elsewhere)
    return (
      <>
        <PlanBeside plan={plan.data} props={props}>
          <LazyFileStep
            stack={stack}
            elsewhere={elsewhere}
            basis={plan.data.basis}
            pendingKept={plan.data.effect.operationsKept.length}
            load={() => recoveryFile(stack, { recovery, basis, choices: asChoices(problems, choices) })}
            onReview={again}
          />
        </PlanBeside>
        <Footer>
          <Button onClick={props.onBack}>Back</Button>
        </Footer>
      </>
    )
  if (plan.data) return <ConfirmForm {...props} plan={plan.data} failure={failure} notice={notice} />
  return failure ? notice(failure) : <Skeleton label="Preparing the preview" rows={5} />
}

/** The plan, and beside it what is asked before it is written. */
const PlanBeside = ({ plan, props, children }: { plan: Plan; props: Props; children: ReactNode }) => (
  <div className="grid min-w-0 items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
    <div className="flex min-w-0 flex-col gap-4">
      <PlanView
        plan={plan}
        aliases={aliasesOf(props.decisions.problems, props.decisions.choices)}
        decided={repeated(props)}
      />
    </div>
    <div className="flex min-w-0 flex-col gap-4">{children}</div>
  </div>
)

type FormProps = Props & {
  plan: Plan
  /** Why the plan could not be computed again: the form keeps its input and focus. */
  failure: Refusal | undefined
  notice: (refusal: Refusal) => ReactNode
}

function ConfirmForm(props: FormProps) {
  const { stack, decisions, how, plan, failure, notice, onBack } = props
  const { state, problems, choices, dispatch } = decisions
  const { reason, typed } = state.draft
  const isRunning = state.phase === 'running'
  const refusal = state.phase === 'refused' ? state.refusal : isRunning ? undefined : failure
  const covers = how.statement ? 0 : missingNotes(problems, choices, plan.level).length
  const own = how.statement?.ask(plan.level)
  const process = useEndedProcess()
  const hasEnded = process?.hasEnded === true
  const why =
    props.blocked ??
    props.moved?.blocks ??
    (failure || (refusal && needsReview(refusal)) ? 'Review again first.' : undefined) ??
    (plan.mayStillRun === null || hasEnded ? undefined : whyMayRun(plan.mayStillRun, process !== undefined)) ??
    own?.missing ??
    whyNotConfirmed(stack, plan.level, { reason, typed }, covers)
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (why !== undefined || isRunning) return
        dispatch({ type: 'submitted' })
        props.onSubmit({ ...requestOf(props), ...(hasEnded && { processHasEnded: true }) })
      }}
    >
      <PlanBeside plan={plan} props={props}>
        {own?.field}
        <ConfirmFields
          stack={stack}
          level={plan.level}
          covers={covers}
          {...(how.example !== undefined && { example: how.example })}
          reason={reason}
          typed={typed}
          onReason={(text) => dispatch({ type: 'reasoned', reason: text })}
          onType={(text) => dispatch({ type: 'nameTyped', typed: text })}
        />
        {refusal && notice(refusal)}
        {isRunning && <UnderWay steps={how.underWay ?? writing(plan.basis.version)} />}
      </PlanBeside>
      <Footer>
        {why !== undefined && !isRunning && <p className="min-w-0 text-sm text-muted">{why}</p>}
        <Button onClick={onBack}>Back</Button>
        <Button type="submit" look={how.look ?? 'primary'} busy={isRunning} blocked={isRunning ? undefined : why}>
          {how.verb(plan.effect)}
        </Button>
      </Footer>
    </form>
  )
}

/** What is missing while the process of `run` may still change the cloud; `isAsked`: whether the page asks if it has ended. */
const whyMayRun = (run: string, isAsked: boolean): string =>
  isAsked ? `Confirm above that the process of ${run} has ended.` : `Reload the page: ${run} has just reported again.`

/** The user's decisions, repeated. */
const repeated = ({ decisions: { problems, choices }, how: { decision } }: Props) =>
  decision
    ? decided(problems, choices).map((problem) => ({
        key: problem.id,
        what: decision(problem, optionOf(problem, choices)?.title ?? ''),
      }))
    : []

function requestOf({
  recovery,
  decisions,
  how: { statement },
  plan: { level },
}: FormProps): z.input<typeof RunRequest> {
  const { state, problems, choices } = decisions
  const { read, reason, typed } = state.draft
  const note = reason.trim()
  const decisionsMade = statement
    ? { choices: withStatement(asChoices(problems, choices), statement.text.trim()) }
    : asRequest(problems, choices, level, note)
  return { recovery, basis: read.basis, ...decisionsMade, reason: note, ...(level >= 2 && { confirm: typed }) }
}

/** What the server does to write a state. */
const writing = (version: number): string[] => [
  'Check that no update is running, and block others.',
  `Check that the state is still version ${version}.`,
  `Keep version ${version}, so that it can be restored.`,
  'Write the new version and verify it.',
]
