import type { Dispatch } from 'react'
import type { z } from 'zod'
import type { StackRef } from '#contract/common.ts'
import type { Lease } from '#contract/leases.ts'
import type { ReleaseRequest } from '#contract/recoveries.ts'
import { Button } from '#src/ui/Button.tsx'
import { ConfirmFields, whyNotConfirmed } from './ConfirmFields.tsx'
import { LongText } from './LongText.tsx'
import { RefusalNotice } from './RefusalNotice.tsx'
import type { Event, State } from './releaseLease.ts'
import { UnderWay } from './UnderWay.tsx'

type Props = {
  stack: StackRef
  lease: Lease
  state: Extract<State, { phase: 'open' | 'running' | 'refused' }>
  blocked: string | undefined
  dispatch: Dispatch<Event>
  onBack: () => void
  onReview: () => void
  isReviewing: boolean
  onSubmit: (request: z.input<typeof ReleaseRequest>) => void
}

/** Reason, stack name, and while the holder may be alive how they were reached. */
export function ReleaseConfirm({
  stack,
  lease,
  state,
  blocked,
  dispatch,
  onBack,
  onReview,
  isReviewing,
  onSubmit,
}: Props) {
  const { updateId, reason, statement, typed } = state
  const isRunning = state.phase === 'running'
  // The server decides by the moment of the click; a run that came back to life asks for the statement after all.
  const isRefusedForStatement = state.phase === 'refused' && state.refusal.params['items'] === 'statement'
  const wantsHolder = lease.verdict !== 'suspect' || isRefusedForStatement || statement !== ''
  const why =
    blocked ??
    (wantsHolder && statement.trim() === ''
      ? `Say how you reached ${lease.holder.login}, or why you could not.`
      : undefined) ??
    whyNotConfirmed(stack, 2, { reason, typed })
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (why !== undefined || isRunning) return
        const said = statement.trim()
        onSubmit({ updateId, reason: reason.trim(), confirm: typed, ...(said !== '' && { statement: said }) })
      }}
    >
      {wantsHolder && (
        <div className="max-w-prose">
          <LongText
            label={`How you reached ${lease.holder.login}, or why they cannot be reached`}
            hint="Goes on record. For example: called her, her laptop is off; or: the CI job page says cancelled."
            value={statement}
            onChange={(text) => dispatch({ type: 'stated', statement: text })}
          />
        </div>
      )}
      <ConfirmFields
        stack={stack}
        level={2}
        reason={reason}
        typed={typed}
        onReason={(text) => dispatch({ type: 'reasoned', reason: text })}
        onType={(text) => dispatch({ type: 'nameTyped', typed: text })}
      />
      {state.phase === 'refused' && <RefusalNotice refusal={state.refusal} onReview={onReview} busy={isReviewing} />}
      {isRunning && (
        <UnderWay
          steps={[
            'Ends the update: its token cannot write any more.',
            'Saves everything that had arrived, and marks what was in flight as pending.',
            'Frees the lease.',
          ]}
        />
      )}
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t border-line pt-4">
        {why !== undefined && !isRunning && <p className="min-w-0 text-sm text-muted">{why}</p>}
        <Button onClick={onBack}>Back</Button>
        <Button type="submit" look="danger" busy={isRunning} blocked={isRunning ? undefined : why}>
          End the run of {lease.holder.login}
        </Button>
      </div>
    </form>
  )
}
