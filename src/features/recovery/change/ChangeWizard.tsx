import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useReducer } from 'react'
import { useSearchParams } from 'react-router'
import type { StackRef } from '#contract/common.ts'
import type { Diagnosis, Problem, RecoveryOptions } from '#contract/recoveries.ts'
import { fullName } from '#domain/stackName.ts'
import { recoveryTitles } from '#domain/recoveries/titles.ts'
import { recoveryQueries } from '#src/api/recoveries.ts'
import { counted } from '#words/counts.ts'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { begin, type Event, next } from './changeRecovery.ts'
import { choicesOf, withChoices } from './choiceAddress.ts'
import { asChoices, type Choices, decided, UNSAID, wantsWords, wayOf, whyNotNext } from './choices.ts'
import { sharedStatements, toState } from './groups.ts'
import { ChooseStep } from './ChooseStep.tsx'
import { ConfirmStep } from '../confirm/ConfirmStep.tsx'
import { choiceDrafts } from '../wizard/drafts.ts'
import { EffectStep } from '../wizard/EffectStep.tsx'
import { NothingWrong } from './NothingWrong.tsx'
import { needsReview } from '../confirm/refusal.ts'
import { CHANGE_STEPS } from '../wizard/steps.ts'
import { useCannotWrite } from '../wizard/useBlocked.ts'
import { useCarryOut } from '../wizard/useCarryOut.ts'
import { useReview } from '../wizard/useReview.ts'
import { WordsField } from './WayDetails.tsx'
import { whoWrote } from '../wizard/whoWrote.ts'
import { WizardFrame } from '../wizard/WizardFrame.tsx'
import { reachable, type Step as StepName, stepOf, withFilter, withStep } from '../wizard/wizardAddress.ts'
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

/** Chooses ways out of problems: from what is wrong to the confirmation. */
export function ChangeWizard({ stack, options: now, diagnosis, guide }: Props) {
  const { recovery, finding } = now
  const [search, setSearch] = useSearchParams()
  const [state, dispatch] = useReducer(next, now, (read) => {
    const kept = choiceDrafts.read(stack, recovery, read.basis.hash)
    return begin(read, { choices: together(kept?.said ?? {}, choicesOf(search, read)), reason: kept?.reason ?? '' })
  })
  const carryOut = useCarryOut(stack, recovery, dispatch)
  const cannotWrite = useCannotWrite(stack, diagnosis)

  useEffect(() => {
    if (state.phase === 'done') return
    const { read, choices, reason } = state.draft
    choiceDrafts.keep(stack, recovery, { hash: read.basis.hash, said: choices, reason })
  }, [stack, recovery, state])

  const isOver = state.phase === 'done'
  const read = isOver ? now : state.draft.read
  const isMoved = !isOver && state.phase !== 'running' && read.basis.hash !== now.basis.hash
  const { problems } = isMoved || isOver ? read : now
  const choices = isOver ? {} : state.draft.choices
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

  const open = whyNotNext(problems, choices, 0)
  const step = reachable(stepOf(search), open === undefined)
  const plan = useQuery({
    ...recoveryQueries.plan(stack, {
      recovery,
      basis: read.basis,
      choices: asChoices(problems, choices, 'without'),
    }),
    enabled: (step === 'effect' || step === 'confirm') && !isMoved && !isOver && state.phase !== 'running',
  })

  const changed = state.phase === 'open' ? state.changed : []
  if (!isOver && state.phase !== 'running' && problems.length === 0) {
    return (
      <>
        <NothingWrong stack={stack} recovery={recovery} changed={changed} />
        {guide}
      </>
    )
  }

  const goTo = (wanted: StepName) => setSearch((old) => withStep(old, wanted))
  const refusal = state.phase === 'refused' ? state.refusal : undefined
  const blocked = cannotWrite ?? (finding?.blocked ? `First: ${finding.blocked}` : undefined)
  const chosen = decided(problems, choices)
  const titles = {
    known: recoveryTitles[recovery],
    answer: problems.length === 1 ? 'Choose a way' : 'Choose a way out of each problem',
    effect: 'Exactly what will change',
    confirm: `Confirm, for ${fullName(stack)}`,
  } as const satisfies Record<StepName, string>
  return (
    <WizardFrame
      label={recoveryTitles[recovery]}
      steps={CHANGE_STEPS}
      title={titles[step]}
      step={step}
      onStep={goTo}
      start={{ label: problems.length === 1 ? 'See the ways' : `See the ways for ${problems.length}` }}
      open={open}
      blocked={blocked}
      hasPlan={plan.data !== undefined}
      moved={isMoved ? { read: read.basis.version, now: now.basis.version, by: whoWrote(diagnosis) } : undefined}
      review={review}
      changed={changed}
      refusal={refusal}
    >
      {step === 'known' && <WrongStep stack={stack} options={{ ...now, problems }} guide={guide} />}
      {step === 'answer' && (
        <ChooseStep
          stack={stack}
          problems={problems}
          left={now.left}
          choices={choices}
          filter={search.get('filter') ?? ''}
          onFilter={(text) => setSearch((old) => withFilter(old, text), { replace: true })}
          dispatch={say}
        />
      )}
      {step === 'effect' && (
        <EffectStep
          plan={plan}
          aliases={aliasesOf(chosen, choices)}
          onReview={review.ask}
          isReviewing={review.isPending}
        />
      )}
      {step === 'confirm' && !isOver && (
        <ConfirmStep
          stack={stack}
          plan={plan}
          state={state}
          rows={(level) =>
            toState(problems, choices, level).map(({ key, problems: same, way }) => ({
              key,
              what: <Decided problems={same} way={way.title} />,
              words: wantsWords(way, level) && (
                <WordsField
                  title={titleOf(same)}
                  value={choices[same[0]?.id ?? '']?.statement ?? ''}
                  onChange={(statement) => dispatch({ type: 'stated', ids: same.map(({ id }) => id), statement })}
                />
              ),
            }))
          }
          missing={(level) => whyNotNext(problems, choices, level)}
          verb={changeVerb}
          blocked={
            blocked ??
            (isMoved ? 'The state has changed since you read it: review it again first.' : undefined) ??
            (refusal && needsReview(refusal) ? 'Review again first.' : undefined)
          }
          dispatch={dispatch}
          onBack={() => goTo('effect')}
          onReview={review.ask}
          isReviewing={review.isPending}
          onSubmit={(entered) => {
            dispatch({ type: 'submitted' })
            const shared = sharedStatements(problems, choices, plan.data?.level ?? 0)
            const single = asChoices(problems, choices, 'with', new Set(shared.flatMap((each) => each.problems)))
            carryOut({ recovery, basis: read.basis, choices: single, shared, ...entered })
          }}
        />
      )}
    </WizardFrame>
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
