import { useEffect, useReducer } from 'react'
import { useSearchParams } from 'react-router'
import type { StackRef } from '#contract/common.ts'
import type { Diagnosis, Effect, PendingItem } from '#contract/recoveries.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import { recoveryQueries } from '#src/api/recoveries.ts'
import { counted } from '#words/counts.ts'
import { Mono } from '#src/ui/Mono.tsx'
import { asChoices, leastLevel, type Read, wantsStatement, whyNotNext } from './answers.ts'
import { AnswerStep } from './AnswerStep.tsx'
import { answerDrafts } from '../wizard/drafts.ts'
import { KnownStep } from './KnownStep.tsx'
import { NothingPending } from './NothingPending.tsx'
import { begin, next } from './pendingOperations.ts'
import { StatementField } from '../confirm/StatementField.tsx'
import { shownOf } from '../wizard/process.ts'
import { RecoveryWizard } from '../wizard/RecoveryWizard.tsx'
import { ANSWER_STEPS } from '../wizard/steps.ts'
import { useReview } from '../wizard/useReview.ts'
import { itemsOf, withFilter, withItems } from '../wizard/wizardAddress.ts'

type Props = { stack: StackRef; recovery: RecoveryId; diagnosis: Diagnosis }

/** A recovery that is decided by what became of pending operations. */
export function AnswerOperations({ stack, recovery, diagnosis }: Props) {
  const [search, setSearch] = useSearchParams()
  const now = readOf(diagnosis, recovery)
  const [state, dispatch] = useReducer(next, now, (read) => {
    const kept = answerDrafts.read(stack, recovery, read.basis.hash)
    return begin(read, kept && { answers: kept.said, reason: kept.reason })
  })

  useEffect(() => {
    if (state.phase === 'done') return
    const { read, answers, reason } = state.draft
    answerDrafts.keep(stack, recovery, { hash: read.basis.hash, said: answers, reason })
  }, [stack, recovery, state])

  const { items } = shownOf(state, now)
  const chosen = recovery === 'resolve-operations' ? items : itemsOf(search, items)
  const answers = state.phase === 'done' ? {} : state.draft.answers
  const review = useReview(
    (client) => client.fetchQuery({ ...recoveryQueries.diagnosis(stack), staleTime: 0 }),
    (fresh) => {
      const read = readOf(fresh, recovery)
      setSearch((old) => withItems(old, alike(chosen, read.items), read.items), { replace: true })
      dispatch({ type: 'reviewed', read })
    },
  )

  if ((state.phase === 'open' || state.phase === 'refused') && items.length === 0)
    return <NothingPending stack={stack} recovery={recovery} changed={state.phase === 'open' ? state.changed : []} />

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
      known={
        <KnownStep
          stack={stack}
          recovery={recovery}
          diagnosis={diagnosis}
          items={items}
          chosen={chosen}
          onChoose={(wanted) => setSearch((old) => withItems(old, wanted, items), { replace: true })}
        />
      }
      start={{
        label: 'Continue',
        blocked: chosen.length === 0 ? 'Choose at least one operation.' : undefined,
      }}
      question="What happened to each resource?"
      answer={
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
      }
      open={whyNotNext(chosen, answers, leastLevel(recovery))}
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
      toPlan={() => ({ choices: asChoices(chosen, answers, 'without') })}
      toRun={() => ({ choices: asChoices(chosen, answers, 'with') })}
    />
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
