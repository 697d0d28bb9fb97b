import { type ReactNode, useReducer } from 'react'
import type { StackRef } from '#contract/common.ts'
import type { Diagnosis, RecoveryOptions } from '#contract/recoveries.ts'
import { begin, next } from '../change/changeRecovery.ts'
import { asChoices, asRequest, decided, missingNotes, optionOf, whyNotNext } from '../change/choices.ts'
import { readDraft, useKeptDraft } from '../wizard/drafts.ts'
import { shownOf } from '../wizard/process.ts'
import { RecoveryWizard } from '../wizard/RecoveryWizard.tsx'
import { RESTORE_STEPS } from '../wizard/steps.ts'
import { useOptionsReview } from '../wizard/useReview.ts'
import { RestoreStep } from './RestoreStep.tsx'

type Props = {
  stack: StackRef
  version: number
  /** The current options for restoring this version. */
  options: RecoveryOptions
  diagnosis: Diagnosis
  /** The differences between the current state and that version. */
  diff: ReactNode
}

/** Restores the state of an earlier version: the differences, their number, and the usual confirmation. */
export function RestoreVersion({ stack, version, options: now, diagnosis, diff }: Props) {
  const { recovery } = now
  const [state, dispatch] = useReducer(next, now, (read) => {
    const kept = readDraft(stack, recovery, read.basis.hash)
    const [problem] = read.problems
    const [option, other] = problem?.options ?? []
    // If there is only one option, opening the page chooses it.
    const only = problem && option && !other ? { [problem.id]: { option: option.id, inputs: {} } } : {}
    return begin(read, { choices: { ...only, ...kept?.choices }, reason: kept?.reason ?? '' })
  })
  useKeptDraft(stack, recovery, state)

  const { problems } = shownOf(state, now)
  const choices = state.phase === 'done' ? {} : state.draft.choices
  const review = useOptionsReview(stack, recovery, version, (read) => dispatch({ type: 'reviewed', read }))
  const [problem] = problems
  return (
    <RecoveryWizard
      stack={stack}
      recovery={recovery}
      diagnosis={diagnosis}
      now={now.basis}
      state={state}
      dispatch={dispatch}
      review={review}
      steps={RESTORE_STEPS}
      question={`Restore version ${version}`}
      answer={
        <RestoreStep
          version={version}
          problem={problem}
          chosen={problem && optionOf(problem, choices)?.id}
          guide={now.guide}
          diff={diff}
          onChoose={(option) => problem && dispatch({ type: 'chosen', choices: [{ id: problem.id, option }] })}
        />
      }
      open={
        problem === undefined
          ? `The state of version ${version} is not kept any more.`
          : whyNotNext(problems, choices, { needsAll: false, none: 'Choose what happens to newer resources.' })
      }
      decided={decided(problems, choices).map((each) => ({
        key: each.id,
        what: <strong className="font-medium">{optionOf(each, choices)?.title}</strong>,
      }))}
      noteCovers={(level) => missingNotes(problems, choices, level).length}
      example="For example: why this version, and that what exists only now may be forgotten."
      verb={() => `Restore version ${version}`}
      toPlan={() => ({ choices: asChoices(problems, choices) })}
      toRun={(level, note) => asRequest(problems, choices, level, note)}
    />
  )
}
