import { type ReactNode, useEffect, useReducer } from 'react'
import { useSearchParams } from 'react-router'
import type { StackRef } from '#contract/common.ts'
import type { Diagnosis, Problem, RecoveryOptions } from '#contract/recoveries.ts'
import { recoveryQueries } from '#src/api/recoveries.ts'
import { counted, plural } from '#words/counts.ts'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { begin, type Event, next } from './changeRecovery.ts'
import { choicesOf, withChoices } from './choiceAddress.ts'
import { asChoices, type Choices, decided, UNSAID, wayOf, whyNotNext, wordsWanted } from './choices.ts'
import { sharedStatements, toState } from './groups.ts'
import { ChooseStep } from './ChooseStep.tsx'
import { choiceDrafts } from '../wizard/drafts.ts'
import { NothingWrong } from './NothingWrong.tsx'
import { shownOf } from '../wizard/process.ts'
import { RecoveryWizard } from '../wizard/RecoveryWizard.tsx'
import { CHANGE_STEPS } from '../wizard/steps.ts'
import { useReview } from '../wizard/useReview.ts'
import { WordsField } from './WayDetails.tsx'
import { withFilter } from '../wizard/wizardAddress.ts'
import { changeVerb } from '../words.ts'
import { WrongStep } from './WrongStep.tsx'

type Props = {
  stack: StackRef
  /** What the recovery offers now. */
  options: RecoveryOptions
  diagnosis: Diagnosis
  /** What has to be done elsewhere, where there is such a thing. */
  guide?: ReactNode
}

/** A recovery that is decided by ways out of problems. */
export function ChooseWays({ stack, options: now, diagnosis, guide }: Props) {
  const { recovery, finding } = now
  const [search, setSearch] = useSearchParams()
  const [state, dispatch] = useReducer(next, now, (read) => {
    const kept = choiceDrafts.read(stack, recovery, read.basis.hash)
    return begin(read, { choices: together(kept?.said ?? {}, choicesOf(search, read)), reason: kept?.reason ?? '' })
  })

  useEffect(() => {
    if (state.phase === 'done') return
    const { read, choices, reason } = state.draft
    choiceDrafts.keep(stack, recovery, { hash: read.basis.hash, said: choices, reason })
  }, [stack, recovery, state])

  const { problems } = shownOf(state, now)
  const choices = state.phase === 'done' ? {} : state.draft.choices
  /** What is chosen goes into the address as well. */
  const say = (event: Event): void => {
    dispatch(event)
    const after = next(state, event)
    if (after.phase !== 'done')
      setSearch((old) => withChoices(old, after.draft.read, after.draft.choices), { replace: true })
  }
  const review = useReview(
    async (client) => {
      await client.fetchQuery({ ...recoveryQueries.diagnosis(stack), staleTime: 0 })
      return client.fetchQuery({ ...recoveryQueries.options(stack, recovery), staleTime: 0 })
    },
    (fresh) => say({ type: 'reviewed', read: fresh }),
  )

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
      steps={CHANGE_STEPS}
      known={<WrongStep stack={stack} options={{ ...now, problems }} guide={guide} />}
      start={{ label: 'See fixes' }}
      question={plural(problems.length, 'Choose a fix', 'Choose a fix for each problem')}
      answer={
        <ChooseStep
          stack={stack}
          problems={problems}
          left={now.left}
          choices={choices}
          filter={search.get('filter') ?? ''}
          onFilter={(text) => setSearch((old) => withFilter(old, text), { replace: true })}
          dispatch={say}
        />
      }
      open={whyNotNext(problems, choices, 0)}
      blocked={finding?.blocked ? `First: ${finding.blocked}` : undefined}
      aliases={aliasesOf(decided(problems, choices), choices)}
      rows={(level) => {
        const isWanted = wordsWanted(problems, choices, level)
        return toState(problems, choices, level).map(({ key, problems: same, way }) => ({
          key,
          what: <Decided problems={same} way={way.title} />,
          words: isWanted(way) && (
            <WordsField
              title={titleOf(same)}
              value={choices[same[0]?.id ?? '']?.statement ?? ''}
              onChange={(statement) => dispatch({ type: 'stated', ids: same.map(({ id }) => id), statement })}
            />
          ),
        }))
      }}
      missing={(level) => whyNotNext(problems, choices, level)}
      verb={changeVerb}
      toPlan={() => ({ choices: asChoices(problems, choices, 'without') })}
      toRun={(level) => {
        const shared = sharedStatements(problems, choices, level)
        const covered = new Set(shared.flatMap((each) => each.problems))
        return { choices: asChoices(problems, choices, 'with', covered), shared }
      }}
    />
  )
}

const titleOf = (problems: readonly Problem[]): string =>
  problems.length === 1 ? (problems[0]?.title ?? '') : counted(problems.length, 'problem')

/** A choice, or one that stands for several: then with what it covers. */
const Decided = ({ problems, way }: { problems: readonly Problem[]; way: string }) => (
  <>
    <span className="block text-muted">{titleOf(problems)}</span>
    <strong className="font-medium">{way}</strong>
    {problems.length > 1 && (
      <Disclosure summary="What this covers">
        <ul className="list-disc pl-4">
          {problems.map(({ id, title }) => (
            <li key={id}>{title}</li>
          ))}
        </ul>
      </Disclosure>
    )}
  </>
)

/** What a link says was chosen, with the words that this tab kept. */
const together = (kept: Choices, linked: Choices): Choices => ({
  ...kept,
  ...Object.fromEntries(
    Object.entries(linked).map(([id, { way }]) => [id, { ...(kept[id] ?? UNSAID), ...(way !== undefined && { way }) }]),
  ),
})

const aliasesOf = (problems: readonly Problem[], choices: Choices): ReadonlyMap<string, string> =>
  new Map(
    problems.flatMap((problem) =>
      (wayOf(problem, choices)?.urnsChanged ?? []).map(({ from, alias }) => [from, alias] as const),
    ),
  )
