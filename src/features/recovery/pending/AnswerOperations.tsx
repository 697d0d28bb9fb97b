import { useReducer } from 'react'
import { useSearchParams } from 'react-router'
import type { StackRef } from '#contract/common.ts'
import type { Diagnosis, Effect } from '#contract/recoveries.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import { asProblem } from '#domain/recoveries/pending/asProblem.ts'
import { recoveryQueries } from '#src/api/recoveries.ts'
import { counted, plural } from '#words/counts.ts'
import { begin, next } from '../change/changeRecovery.ts'
import {
  asChoices,
  asRequest,
  type Asking,
  type Choices,
  decided,
  type Decidable,
  type Read,
  missingNotes,
  optionOf,
  whyNotNext,
} from '../change/choices.ts'
import { readDraft, useKeptDraft } from '../wizard/drafts.ts'
import { shownOf } from '../wizard/process.ts'
import { RecoveryWizard } from '../wizard/RecoveryWizard.tsx'
import { ANSWER_STEPS } from '../wizard/steps.ts'
import { useHasBegun } from '../wizard/useHasBegun.ts'
import { useReview } from '../wizard/useReview.ts'
import { withFilter } from '../wizard/wizardAddress.ts'
import { AnswerStep } from './AnswerStep.tsx'
import { NothingPending } from './NothingPending.tsx'
import { Operation } from './OperationRow.tsx'

type Props = { stack: StackRef; recovery: RecoveryId; diagnosis: Diagnosis }

/** A recovery that depends on the outcome of pending operations. There are none while their update is running. */
export function AnswerOperations(props: Props) {
  const { stack, recovery, diagnosis } = props
  const now = readOf(diagnosis, recovery)
  const hasBegun = useHasBegun(now.problems.length)
  return hasBegun ? <AnswerWizard {...props} now={now} /> : <NothingPending stack={stack} recovery={recovery} />
}

function AnswerWizard({ stack, recovery, diagnosis, now }: Props & { now: Read }) {
  const [search, setSearch] = useSearchParams()
  const [state, dispatch] = useReducer(next, now, (read) => begin(read, readDraft(stack, recovery, read.basis.hash)))
  useKeptDraft(stack, recovery, state)
  const { problems } = shownOf(state, now)
  const choices = state.phase === 'done' ? {} : state.draft.choices
  const review = useReview(
    (client) => client.fetchQuery({ ...recoveryQueries.diagnosis(stack), staleTime: 0 }),
    (fresh) => dispatch({ type: 'reviewed', read: readOf(fresh, recovery) }),
  )

  if ((state.phase === 'open' || state.phase === 'refused') && problems.length === 0)
    return <NothingPending stack={stack} recovery={recovery} changed={state.phase === 'open' ? state.changed : []} />

  const needsAll = recovery === 'resolve-operations'
  const asking: Asking = { needsAll, none: 'Resolve at least one operation.' }
  return (
    <RecoveryWizard
      stack={stack}
      recovery={recovery}
      diagnosis={diagnosis}
      now={now.basis}
      state={state}
      dispatch={dispatch}
      review={review}
      steps={ANSWER_STEPS}
      question={plural(problems.length, 'What happened to the resource?', 'What happened to each resource?')}
      answer={
        <AnswerStep
          stack={stack}
          problems={problems}
          choices={choices}
          needsAll={needsAll}
          filter={search.get('filter') ?? ''}
          onFilter={(text) => setSearch((old) => withFilter(old, text), { replace: true })}
          dispatch={dispatch}
        />
      }
      open={whyNotNext(problems, choices, asking)}
      decided={decided(problems, choices).map((problem) => ({
        key: problem.id,
        what: <Answered problem={problem} choices={choices} />,
      }))}
      noteCovers={(level) => missingNotes(problems, choices, level).length}
      example="For example: S3 console, account 1234, eu-central-1: no such bucket."
      verb={verbOf}
      toPlan={() => ({ choices: asChoices(problems, choices) })}
      toRun={(level, note) => asRequest(problems, choices, level, note)}
    />
  )
}

const Answered = ({ problem, choices }: { problem: Decidable; choices: Choices }) => (
  <>
    {problem.item && <Operation item={problem.item} />}
    <p className="font-medium">{optionOf(problem, choices)?.title}</p>
  </>
)

const verbOf = ({ operationsRemoved, entriesRemoved }: Effect): string =>
  `Clear ${counted(operationsRemoved.length, 'operation')}${
    entriesRemoved.length > 0 ? ` and remove ${counted(entriesRemoved.length, 'resource')}` : ''
  }`

/** The questions of a recovery; the recovery of everything takes all pending operations. */
function readOf({ basis, pending }: Diagnosis, recovery: RecoveryId): Read {
  const items = recovery === 'resolve-operations' ? pending : pending.filter((item) => item.recovery === recovery)
  return {
    basis: basis ?? { version: 0, hash: '' },
    onlyOne: false,
    problems: items.map((item) => ({ ...asProblem(item), title: `${item.name} (${item.type})`, item })),
  }
}
