import type { UseQueryResult } from '@tanstack/react-query'
import type { Dispatch } from 'react'
import type { StackRef } from '#contract/common.ts'
import type { PendingItem, Plan } from '#contract/recoveries.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { wantsStatement, whyNotNext } from './answers.ts'
import { ConfirmFields, whyNotConfirmed } from './ConfirmFields.tsx'
import { EffectStep } from './EffectStep.tsx'
import type { Event, State } from './pendingOperations.ts'
import { RefusalNotice } from './RefusalNotice.tsx'
import { StatementField } from './StatementField.tsx'
import { UnderWay } from './UnderWay.tsx'
import { counted } from './words.ts'

type Props = {
  stack: StackRef
  plan: UseQueryResult<Plan>
  items: readonly PendingItem[]
  state: Exclude<State, { phase: 'done' }>
  /** Why nothing can be carried out, whatever is entered. */
  blocked: string | undefined
  dispatch: Dispatch<Event>
  onBack: () => void
  onReview: () => void
  isReviewing: boolean
  onSubmit: (reason: string, confirm: string | undefined) => void
}

/** The last look: the answers in a person's own words, the reason, the name of the stack. */
export function ConfirmStep({
  stack,
  plan,
  items,
  state,
  blocked,
  dispatch,
  onBack,
  onReview,
  isReviewing,
  onSubmit,
}: Props) {
  if (!plan.data) return <EffectStep plan={plan} onReview={onReview} isReviewing={isReviewing} />
  const { level, effect, basis } = plan.data
  const { answers, reason, typed } = state
  const isRunning = state.phase === 'running'
  const why = blocked ?? whyNotNext(items, answers, level) ?? whyNotConfirmed(stack, level, { reason, typed })
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (why === undefined && !isRunning) onSubmit(reason.trim(), level >= 2 ? typed : undefined)
      }}
    >
      <Card title="What you say" level={3} padding="none">
        <ul className="flex flex-col divide-y divide-line">
          {items.map((item) => {
            const said = answers[item.key]
            return (
              <li key={item.key} className="flex flex-col gap-2 px-4 py-3">
                <p className="wrap-anywhere">
                  <span className="text-muted">{item.type}</span> <strong className="font-medium">{item.name}</strong>{' '}
                  <Mono className="text-muted">{item.resourceType}</Mono>:{' '}
                  {item.answers.find(({ answer }) => answer === said?.answer)?.label ?? 'not answered'}
                </p>
                {wantsStatement(item, said, level) && (
                  <StatementField
                    item={item}
                    value={said?.statement ?? ''}
                    onChange={(statement) => dispatch({ type: 'stated', keys: [item.key], statement })}
                  />
                )}
              </li>
            )
          })}
        </ul>
      </Card>
      <ConfirmFields
        stack={stack}
        level={level}
        reason={reason}
        typed={typed}
        onReason={(text) => dispatch({ type: 'reasoned', reason: text })}
        onType={(text) => dispatch({ type: 'nameTyped', typed: text })}
      />
      {state.phase === 'refused' && <RefusalNotice refusal={state.refusal} onReview={onReview} busy={isReviewing} />}
      {isRunning && (
        <UnderWay
          steps={[
            'Checks that nobody holds the lease, and keeps others out meanwhile.',
            `Checks that the state is still that of version ${basis.version}.`,
            `Keeps the state of version ${basis.version}, so that it can be brought back.`,
            'Writes the new version, and reads it back.',
          ]}
        />
      )}
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t border-line pt-4">
        {why !== undefined && !isRunning && <p className="min-w-0 text-sm text-muted">{why}</p>}
        <Button onClick={onBack}>Back</Button>
        <Button type="submit" look="primary" busy={isRunning} blocked={isRunning ? undefined : why}>
          Remove {counted(effect.operationsRemoved.length, 'pending operation')}
          {effect.entriesRemoved.length > 0 && ` and ${counted(effect.entriesRemoved.length, 'entry', 'entries')}`}
        </Button>
      </div>
    </form>
  )
}
