import { useQuery } from '@tanstack/react-query'
import { useEffect, useReducer } from 'react'
import { useSearchParams } from 'react-router'
import type { StackRef } from '#contract/common.ts'
import type { Diagnosis, Effect, PendingItem } from '#contract/recoveries.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import { fullName } from '#domain/stackName.ts'
import { recoveryTitles } from '#domain/recoveries/titles.ts'
import { recoveryQueries } from '#src/api/recoveries.ts'
import { counted } from '#words/counts.ts'
import { Mono } from '#src/ui/Mono.tsx'
import { asItems, leastLevel, type Read, wantsStatement, whyNotNext } from './answers.ts'
import { AnswerStep } from './AnswerStep.tsx'
import { ConfirmStep } from '../confirm/ConfirmStep.tsx'
import { answerDrafts } from '../wizard/drafts.ts'
import { EffectStep } from '../wizard/EffectStep.tsx'
import { KnownStep } from './KnownStep.tsx'
import { NothingPending } from './NothingPending.tsx'
import { begin, next } from './pendingOperations.ts'
import { needsReview } from '../confirm/refusal.ts'
import { StatementField } from '../confirm/StatementField.tsx'
import { ANSWER_STEPS } from '../wizard/steps.ts'
import { useCannotWrite } from '../wizard/useBlocked.ts'
import { useCarryOut } from '../wizard/useCarryOut.ts'
import { useReview } from '../wizard/useReview.ts'
import { whoWrote } from '../wizard/whoWrote.ts'
import { WizardFrame } from '../wizard/WizardFrame.tsx'
import {
  itemsOf,
  reachable,
  type Step as StepName,
  stepOf,
  withFilter,
  withItems,
  withStep,
} from '../wizard/wizardAddress.ts'

type Props = { stack: StackRef; recovery: RecoveryId; diagnosis: Diagnosis }

/** Answers pending operations (GR-05, GR-06, GR-09, GR-10): from what is known to the confirmation. */
export function PendingWizard({ stack, recovery, diagnosis }: Props) {
  const [search, setSearch] = useSearchParams()
  const now = readOf(diagnosis, recovery)
  const [state, dispatch] = useReducer(next, now, (read) => {
    const kept = answerDrafts.read(stack, recovery, read.basis.hash)
    return begin(read, kept && { answers: kept.said, reason: kept.reason })
  })
  const carryOut = useCarryOut(stack, recovery, dispatch)
  const cannotWrite = useCannotWrite(stack, diagnosis)

  useEffect(() => {
    if (state.phase === 'done') return
    const { read, answers, reason } = state.draft
    answerDrafts.keep(stack, recovery, { hash: read.basis.hash, said: answers, reason })
  }, [stack, recovery, state])

  const isOver = state.phase === 'done'
  const read = isOver ? now : state.draft.read
  const isMoved = !isOver && state.phase !== 'running' && read.basis.hash !== now.basis.hash
  // Of the same state there may be news: what the client reported late, how things stand in the decision table.
  const items = isMoved || isOver ? read.items : now.items
  const chosen = recovery === 'resolve-operations' ? items : itemsOf(search, items)
  const answers = isOver ? {} : state.draft.answers
  const review = useReview(
    (client) => client.fetchQuery({ ...recoveryQueries.diagnosis(stack), staleTime: 0 }),
    (fresh) => {
      const read = readOf(fresh, recovery)
      setSearch((old) => withItems(old, alike(chosen, read.items), read.items), { replace: true })
      dispatch({ type: 'reviewed', read })
    },
  )

  const open = whyNotNext(chosen, answers, leastLevel(recovery))
  const step = reachable(stepOf(search), open === undefined)
  const plan = useQuery({
    ...recoveryQueries.plan(stack, { recovery, basis: read.basis, items: asItems(chosen, answers, 'without') }),
    enabled: (step === 'effect' || step === 'confirm') && !isMoved && !isOver && state.phase !== 'running',
  })

  const changed = state.phase === 'open' ? state.changed : []
  if (!isOver && state.phase !== 'running' && items.length === 0) {
    return <NothingPending stack={stack} recovery={recovery} changed={changed} />
  }

  const goTo = (wanted: StepName) => setSearch((old) => withStep(old, wanted))
  const refusal = state.phase === 'refused' ? state.refusal : undefined
  const titles = {
    known: recoveryTitles[recovery],
    answer: 'What became of each operation?',
    effect: 'Exactly what will change',
    confirm: `Confirm, for ${fullName(stack)}`,
  } as const satisfies Record<StepName, string>
  return (
    <WizardFrame
      label={recoveryTitles[recovery]}
      steps={ANSWER_STEPS}
      title={titles[step]}
      step={step}
      onStep={goTo}
      start={{
        label: `Answer ${chosen.length === 1 ? 'it' : `all ${chosen.length}`}`,
        blocked: chosen.length === 0 ? 'Choose at least one operation.' : undefined,
      }}
      open={open}
      blocked={cannotWrite}
      hasPlan={plan.data !== undefined}
      moved={isMoved ? { read: read.basis.version, now: now.basis.version, by: whoWrote(diagnosis) } : undefined}
      review={review}
      changed={changed}
      refusal={refusal}
    >
      {step === 'known' && (
        <KnownStep
          stack={stack}
          recovery={recovery}
          diagnosis={diagnosis}
          items={items}
          chosen={chosen}
          onChoose={(wanted) => setSearch((old) => withItems(old, wanted, items), { replace: true })}
        />
      )}
      {step === 'answer' && (
        <AnswerStep
          stack={stack}
          recovery={recovery}
          items={chosen}
          answers={answers}
          filter={search.get('filter') ?? ''}
          onFilter={(text) => setSearch((old) => withFilter(old, text), { replace: true })}
          onAnswer={(keys, answer) => dispatch({ type: 'answered', keys, answer })}
          onState={(keys, statement) => dispatch({ type: 'stated', keys, statement })}
        />
      )}
      {step === 'effect' && <EffectStep plan={plan} onReview={review.ask} isReviewing={review.isPending} />}
      {step === 'confirm' && !isOver && (
        <ConfirmStep
          stack={stack}
          plan={plan}
          state={state}
          rows={(level) =>
            chosen.map((item) => ({
              key: item.key,
              what: <Answered item={item} answer={answers[item.key]?.answer} />,
              words: wantsStatement(item, answers[item.key], level) && (
                <StatementField
                  item={item}
                  value={answers[item.key]?.statement ?? ''}
                  onChange={(statement) => dispatch({ type: 'stated', keys: [item.key], statement })}
                />
              ),
            }))
          }
          missing={(level) => whyNotNext(chosen, answers, level)}
          verb={verbOf}
          blocked={
            cannotWrite ??
            (isMoved ? 'The state has changed since you read it: review it again first.' : undefined) ??
            (refusal && needsReview(refusal) ? 'Review again first.' : undefined)
          }
          dispatch={dispatch}
          onBack={() => goTo('effect')}
          onReview={review.ask}
          isReviewing={review.isPending}
          onSubmit={(entered) => {
            dispatch({ type: 'submitted' })
            carryOut({ recovery, basis: read.basis, items: asItems(chosen, answers, 'with'), ...entered })
          }}
        />
      )}
    </WizardFrame>
  )
}

const Answered = ({ item, answer }: { item: PendingItem; answer: string | undefined }) => (
  <>
    <span className="text-muted">{item.type}</span> <strong className="font-medium">{item.name}</strong>{' '}
    <Mono className="text-muted">{item.resourceType}</Mono>:{' '}
    {item.answers.find((offered) => offered.answer === answer)?.label ?? 'not answered'}
  </>
)

const verbOf = ({ operationsRemoved, entriesRemoved }: Effect): string =>
  `Remove ${counted(operationsRemoved.length, 'pending operation')}${
    entriesRemoved.length > 0 ? ` and ${counted(entriesRemoved.length, 'entry', 'entries')}` : ''
  }`

/** What there is to read now for a recovery; all at once takes everything that is pending. */
const readOf = ({ basis, pending }: Diagnosis, recovery: RecoveryId): Read => ({
  basis: basis ?? { version: 0, hash: '' },
  items: recovery === 'resolve-operations' ? pending : pending.filter((item) => item.recovery === recovery),
})

/** The operations of another state that these were: by what they did to which resource. */
const alike = (chosen: readonly PendingItem[], items: readonly PendingItem[]): PendingItem[] =>
  items.filter(({ type, urn }) => chosen.some((old) => old.type === type && old.urn === urn))
