import { usePersonName, useRunnerName } from '#src/lib/personName.ts'
import type { Dispatch, ReactNode } from 'react'
import type { z } from 'zod'
import type { StackRef } from '#contract/common.ts'
import type { Lease } from '#contract/leases.ts'
import type { ReleaseRequest } from '#contract/recoveries.ts'
import { isProbablyGone } from '#domain/lease/lease.ts'
import { LongText } from '#src/ui/LongText.tsx'
import { ConfirmForm } from '../confirm/ConfirmForm.tsx'
import type { Review } from '../wizard/useReview.ts'
import type { Event, State } from './releaseLease.ts'

type Props = {
  stack: StackRef
  lease: Lease
  /** What releasing the lease does. */
  effect: ReactNode
  state: Extract<State, { phase: 'open' | 'running' | 'refused' }>
  blocked: string | undefined
  dispatch: Dispatch<Event>
  onBack: () => void
  review: Review
  onSubmit: (request: z.input<typeof ReleaseRequest>) => void
}

/** Reason, stack name and, if the holder may be alive, how they were reached. */
export function ReleaseConfirm({ stack, lease, effect, state, blocked, dispatch, onBack, review, onSubmit }: Props) {
  const { updateId, reason, statement, typed } = state
  const name = usePersonName(lease.holder.login)
  const runner = useRunnerName(lease.holder.login, lease.client.ci)
  // The server decides at the moment of the click; if the client has come back, the statement is required after all.
  const isRefusedForStatement = state.phase === 'refused' && state.refusal.params['items'] === 'statement'
  const wantsHolder = !isProbablyGone(lease.verdict) || isRefusedForStatement || statement !== ''
  return (
    <ConfirmForm
      stack={stack}
      level={2}
      effect={effect}
      entered={{ reason, typed }}
      dispatch={dispatch}
      blocked={
        blocked ??
        (wantsHolder && statement.trim() === '' ? `Say how you contacted ${name}, or why you couldn’t.` : undefined)
      }
      process={state}
      review={review}
      underWay={[
        'End the update; its token can no longer write.',
        'Save everything reported, and mark operations in flight as pending.',
        'Release the lease.',
      ]}
      look="danger"
      verb={`End ${runner}’s update`}
      onBack={onBack}
      onSubmit={() => {
        const trimmed = statement.trim()
        onSubmit({ updateId, reason: reason.trim(), confirm: typed, ...(trimmed !== '' && { statement: trimmed }) })
      }}
    >
      {wantsHolder && (
        <div className="max-w-prose">
          <LongText
            label={`How did you contact ${name}?`}
            hint="Saved in the audit log. For example: called her, her laptop is off; or: the CI job shows “cancelled”."
            value={statement}
            onChange={(text) => dispatch({ type: 'stated', statement: text })}
          />
        </div>
      )}
    </ConfirmForm>
  )
}
