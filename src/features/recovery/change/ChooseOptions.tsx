import { type ReactNode, useReducer } from 'react'
import { useSearchParams } from 'react-router'
import type { StackRef } from '#contract/common.ts'
import type { Diagnosis, Problem, RecoveryOptions } from '#contract/recoveries.ts'
import { plural } from '#words/counts.ts'
import { begin, type Event, next } from './changeRecovery.ts'
import { choicesOf, withChoices } from './choiceAddress.ts'
import {
  asChoices,
  asRequest,
  type Choices,
  decided,
  NO_CHOICE,
  missingNotes,
  optionOf,
  whyNotNext,
} from './choices.ts'
import { ChooseStep } from './ChooseStep.tsx'
import { preselectedChoices, preselectedUrns } from './preselection.ts'
import { readDraft, useKeptDraft } from '../wizard/drafts.ts'
import { NothingWrong } from './NothingWrong.tsx'
import { shownOf } from '../wizard/process.ts'
import { RecoveryWizard } from '../wizard/RecoveryWizard.tsx'
import { CHANGE_STEPS, GUIDED_STEPS } from '../wizard/steps.ts'
import { useOptionsReview } from '../wizard/useReview.ts'
import { withFilter } from '../wizard/wizardAddress.ts'
import { changeVerb } from '../words.ts'
import { Wrong, WrongStep } from './WrongStep.tsx'

type Props = {
  stack: StackRef
  /** What the recovery offers now. */
  options: RecoveryOptions
  diagnosis: Diagnosis
  /** What has to be done elsewhere, if anything. */
  guide?: ReactNode
}

/** A recovery in which the user chooses an option for each problem. */
export function ChooseOptions({ stack, options: now, diagnosis, guide }: Props) {
  const { recovery, finding } = now
  const [search, setSearch] = useSearchParams()
  const [state, dispatch] = useReducer(next, now, (read) => {
    const kept = readDraft(stack, recovery, read.basis.hash)
    // Once something was chosen here the address holds the choices, and the set only filters.
    const linked = search.has('of') ? choicesOf(search, read) : preselectedChoices(search, read)
    return begin(read, { choices: together(kept?.choices ?? {}, linked), reason: kept?.reason ?? '' })
  })
  useKeptDraft(stack, recovery, state)

  const { problems } = shownOf(state, now)
  const choices = state.phase === 'done' ? {} : state.draft.choices
  /** The choices go into the address as well. */
  const say = (event: Event): void => {
    dispatch(event)
    const after = next(state, event)
    if (after.phase !== 'done')
      setSearch((old) => withChoices(old, after.draft.read, after.draft.choices), { replace: true })
  }
  const review = useOptionsReview(stack, recovery, undefined, (read) => say({ type: 'reviewed', read }))

  if ((state.phase === 'open' || state.phase === 'refused') && problems.length === 0) {
    return (
      <>
        <NothingWrong stack={stack} recovery={recovery} changed={state.phase === 'open' ? state.changed : []} />
        {guide}
      </>
    )
  }

  return (
    <RecoveryWizard
      stack={stack}
      recovery={recovery}
      diagnosis={diagnosis}
      now={now.basis}
      state={state}
      dispatch={dispatch}
      review={review}
      {...(guide === undefined
        ? { steps: CHANGE_STEPS }
        : {
            steps: GUIDED_STEPS,
            known: <WrongStep stack={stack} options={{ ...now, problems: [...problems] }} guide={guide} />,
          })}
      question={plural(problems.length, 'Choose a fix', 'Choose a fix for each problem')}
      answer={
        <ChooseStep
          stack={stack}
          intro={guide === undefined && <Wrong stack={stack} options={now} />}
          problems={problems}
          left={now.left}
          choices={choices}
          preselected={preselectedUrns(search)}
          filter={search.get('filter') ?? ''}
          onFilter={(text) => setSearch((old) => withFilter(old, text), { replace: true })}
          dispatch={say}
        />
      }
      open={whyNotNext(problems, choices, { needsAll: false, none: 'Choose a fix first.' })}
      blocked={finding?.blocked ? `First: ${finding.blocked}` : undefined}
      aliases={aliasesOf(decided(problems, choices), choices)}
      decided={decided(problems, choices).map((problem) => ({
        key: problem.id,
        what: <Decided problem={problem} option={optionOf(problem, choices)?.title} />,
      }))}
      noteCovers={(level) => missingNotes(problems, choices, level).length}
      verb={changeVerb}
      toPlan={() => ({ choices: asChoices(problems, choices) })}
      toRun={(level, note) => asRequest(problems, choices, level, note)}
    />
  )
}

const Decided = ({ problem, option }: { problem: Problem; option: string | undefined }) => (
  <>
    <span className="text-muted">{problem.title}</span>
    <strong className="font-medium">{option}</strong>
  </>
)

/** The choices of a link, merged with those kept in this tab. */
const together = (kept: Choices, linked: Choices): Choices => ({
  ...kept,
  ...Object.fromEntries(
    Object.entries(linked).map(([id, { option }]) => [
      id,
      { ...(kept[id] ?? NO_CHOICE), ...(option !== undefined && { option }) },
    ]),
  ),
})

const aliasesOf = (problems: readonly Problem[], choices: Choices): ReadonlyMap<string, string> =>
  new Map(
    problems.flatMap((problem) =>
      (optionOf(problem, choices)?.urnsChanged ?? []).map(({ from, alias }) => [from, alias] as const),
    ),
  )
