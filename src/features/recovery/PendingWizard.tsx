import { useQuery } from '@tanstack/react-query'
import { useEffect, useReducer } from 'react'
import { useSearchParams } from 'react-router'
import type { StackRef } from '#contract/common.ts'
import type { Diagnosis, PendingItem, RecoveryId } from '#contract/recoveries.ts'
import { fullName } from '#domain/commands.ts'
import { recoveryTitles } from '#domain/recoveries/titles.ts'
import { recoveryQueries } from '#src/api/recoveries.ts'
import { Button } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { asItems, leastLevel, type Read, whyNotNext } from './answers.ts'
import { AnswerStep } from './AnswerStep.tsx'
import { ConfirmStep } from './ConfirmStep.tsx'
import { keepDraft, readDraft } from './drafts.ts'
import { EffectStep } from './EffectStep.tsx'
import { KnownStep } from './KnownStep.tsx'
import { NothingPending } from './NothingPending.tsx'
import { begin, next } from './pendingOperations.ts'
import { RefusalNotice } from './RefusalNotice.tsx'
import { needsReview } from './refusal.ts'
import { Step } from './Step.tsx'
import { useServerDown } from './useBlocked.ts'
import { useCarryOut } from './useCarryOut.ts'
import { useReview } from './useReview.ts'
import { itemsOf, reachable, type Step as StepName, stepOf, withItems, withStep } from './wizardAddress.ts'

type Props = { stack: StackRef; recovery: RecoveryId; diagnosis: Diagnosis }

const STEP_LABELS = [
  { key: 'known', label: 'What is known' },
  { key: 'answer', label: 'Answers' },
  { key: 'effect', label: 'What changes' },
  { key: 'confirm', label: 'Confirm' },
  { key: 'proof', label: 'Proof' },
] as const

/** Answers pending operations (recovery GR-05, GR-06, GR-09, GR-10): from what is known to the confirmation. */
export function PendingWizard({ stack, recovery, diagnosis }: Props) {
  const [search, setSearch] = useSearchParams()
  const now = readOf(diagnosis, recovery)
  const [state, dispatch] = useReducer(next, now, (read) => begin(read, readDraft(stack, recovery, read.basis.hash)))
  const carryOut = useCarryOut(stack, recovery, dispatch)
  const serverDown = useServerDown()

  useEffect(() => {
    if (state.phase === 'done') return
    const { read, answers, reason } = state
    keepDraft(stack, recovery, { hash: read.basis.hash, answers, reason })
  }, [stack, recovery, state])

  const isOver = state.phase === 'done'
  const read = isOver ? now : state.read
  const isMoved = !isOver && state.phase !== 'running' && read.basis.hash !== now.basis.hash
  // Of the same state there may be news: what the client reported late, how things stand in the decision table.
  const items = isMoved || isOver ? read.items : now.items
  const chosen = recovery === 'GR-10' ? items : itemsOf(search, items)
  const answers = isOver ? {} : state.answers
  const review = useReview(stack, (fresh) => {
    const read = readOf(fresh, recovery)
    setSearch((old) => withItems(old, alike(chosen, read.items), read.items), { replace: true })
    dispatch({ type: 'reviewed', read })
  })

  const open = whyNotNext(chosen, answers, leastLevel(recovery))
  const step = reachable(stepOf(search), open === undefined)
  const plan = useQuery({
    ...recoveryQueries.plan(stack, { recovery, basis: read.basis, items: asItems(chosen, answers, 'without') }),
    enabled: (step === 'effect' || step === 'confirm') && !isMoved && !isOver && state.phase !== 'running',
  })

  if (!isOver && state.phase !== 'running' && items.length === 0) {
    return <NothingPending stack={stack} recovery={recovery} changed={state.phase === 'open' ? state.changed : []} />
  }

  const goTo = (wanted: StepName) => setSearch((old) => withStep(old, wanted))
  const refusal = state.phase === 'refused' ? state.refusal : undefined
  const blocked =
    serverDown ??
    holderOf(diagnosis) ??
    (isMoved ? 'The state has changed since you read it: review it again first.' : undefined) ??
    (refusal && needsReview(refusal) ? 'Review again first.' : undefined)

  const titles = {
    known: recoveryTitles[recovery],
    answer: 'What became of each operation?',
    effect: 'Exactly what will change',
    confirm: `Confirm, for ${fullName(stack)}`,
  } as const satisfies Record<StepName, string>
  return (
    <Step
      label={recoveryTitles[recovery]}
      steps={STEP_LABELS}
      current={step}
      title={titles[step]}
      actions={
        step === 'known' ? (
          <Button
            look="primary"
            blocked={chosen.length === 0 ? 'Choose at least one operation.' : undefined}
            onClick={() => goTo('answer')}
          >
            Answer {chosen.length === 1 ? 'it' : `all ${chosen.length}`}
          </Button>
        ) : step === 'answer' ? (
          <>
            <Button onClick={() => goTo('known')}>Back</Button>
            <Button look="primary" blocked={open} onClick={() => goTo('effect')}>
              See what will change
            </Button>
          </>
        ) : step === 'effect' ? (
          <>
            <Button onClick={() => goTo('answer')}>Back</Button>
            <Button
              look="primary"
              blocked={blocked ?? (plan.data ? undefined : 'What will change is not known yet.')}
              onClick={() => goTo('confirm')}
            >
              Go on to the confirmation
            </Button>
          </>
        ) : undefined
      }
    >
      {isMoved && (
        <Notice
          tone="attention"
          announce="alert"
          title={`The state has changed since you read it: version ${read.basis.version} then, version ${now.basis.version} now`}
          actions={
            <Button size="sm" look="primary" busy={review.isPending} onClick={review.ask}>
              Review again
            </Button>
          }
        >
          What you see and have entered is of the former state. Reviewing keeps every answer that still applies.
        </Notice>
      )}
      {review.trouble !== undefined && (
        <Notice tone="danger" title="What is there now could not be read">
          {review.trouble}
        </Notice>
      )}
      {state.phase === 'open' && state.changed.length > 0 && (
        <Notice tone="attention" announce="status" title="What changed since you read it">
          <ul className="list-disc pl-4">
            {state.changed.map((what) => (
              <li key={what}>{what}</li>
            ))}
          </ul>
        </Notice>
      )}
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
          recovery={recovery}
          items={chosen}
          answers={answers}
          filter={search.get('filter') ?? ''}
          onFilter={(text) =>
            setSearch(
              (old) => {
                if (text === '') old.delete('filter')
                else old.set('filter', text)
                return old
              },
              { replace: true },
            )
          }
          onAnswer={(keys, answer) => dispatch({ type: 'answered', keys, answer })}
          onState={(keys, statement) => dispatch({ type: 'stated', keys, statement })}
        />
      )}
      {step === 'effect' && <EffectStep plan={plan} onReview={review.ask} isReviewing={review.isPending} />}
      {step === 'confirm' && !isOver && (
        <ConfirmStep
          stack={stack}
          plan={plan}
          items={chosen}
          state={state}
          blocked={blocked}
          dispatch={dispatch}
          onBack={() => goTo('effect')}
          onReview={review.ask}
          isReviewing={review.isPending}
          onSubmit={(reason, confirm) => {
            dispatch({ type: 'submitted' })
            carryOut({
              recovery,
              basis: read.basis,
              items: asItems(chosen, answers, 'with'),
              reason,
              ...(confirm !== undefined && { confirm }),
            })
          }}
        />
      )}
      {refusal && step !== 'confirm' && (
        <RefusalNotice refusal={refusal} onReview={review.ask} busy={review.isPending} />
      )}
    </Step>
  )
}

/** What there is to read now for a recovery; all at once takes everything that is pending. */
const readOf = ({ basis, pending }: Diagnosis, recovery: RecoveryId): Read => ({
  basis: basis ?? { version: 0, hash: '' },
  items: recovery === 'GR-10' ? pending : pending.filter((item) => item.recovery === recovery),
})

/** The operations of another state that these were: by what they did to which resource. */
const alike = (chosen: readonly PendingItem[], items: readonly PendingItem[]): PendingItem[] =>
  items.filter(({ type, urn }) => chosen.some((old) => old.type === type && old.urn === urn))

/** Nothing is written while somebody may be at work (recovery 9, rule 1). */
const holderOf = ({ lease }: Diagnosis): string | undefined =>
  lease && lease.verdict !== 'orphaned'
    ? `${lease.holder.login} holds the lease: nothing is written while somebody may be at work.`
    : undefined
