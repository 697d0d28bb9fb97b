import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useReducer } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { z } from 'zod'
import type { StackRef } from '#contract/common.ts'
import { isProbablyGone } from '#domain/lease/lease.ts'
import type { Lease } from '#contract/leases.ts'
import type { Diagnosis, ReleaseRequest } from '#contract/recoveries.ts'
import { isOfHolder } from '#domain/recoveries/pageOf.ts'
import { fullName } from '#domain/stackName.ts'
import { releaseLease } from '#src/api/leases.ts'
import { recoveryQueries } from '#src/api/recoveries.ts'
import { useWhyNot } from '#src/api/whyNot.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { paths } from '#src/lib/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { begin, next } from './releaseLease.ts'
import { RefusalNotice } from '../confirm/RefusalNotice.tsx'
import { needsReview, refusalOf } from '../confirm/refusal.ts'
import { ReleaseConfirm } from './ReleaseConfirm.tsx'
import { ReleaseEffect } from './ReleaseEffect.tsx'
import { Step } from '../wizard/Step.tsx'
import { RELEASE_STEPS } from '../wizard/steps.ts'
import { FRESH } from '../record/UndoButton.tsx'
import { useReview } from '../wizard/useReview.ts'
import { stepOf, withStep } from '../wizard/wizardAddress.ts'

type Props = {
  stack: StackRef
  /** The lease at the start of the wizard. */
  begun: Lease
  /** The lease that is held now; null when none is. */
  lease: Lease | null
  diagnosis: Diagnosis
  /** The evidence, and the alternatives. */
  known: ReactNode
  /** Shown if the run has ended by itself (GR-03). */
  over: ReactNode
}

/** Ends a running update on its holder's behalf (GR-01 forced, GR-02 while suspect). */
export function ReleaseWizard({ stack, begun, lease, diagnosis, known, over }: Props) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [search, setSearch] = useSearchParams()
  const [state, dispatch] = useReducer(next, begun.updateId, begin)
  const whyNot = useWhyNot('intervene')
  const review = useReview(
    (asked) => asked.fetchQuery({ ...recoveryQueries.diagnosis(stack), staleTime: 0 }),
    (fresh) => dispatch({ type: 'reviewed', updateId: isHeld(fresh.lease) ? fresh.lease.updateId : null }),
  )
  const { mutate } = useMutation({
    mutationFn: (request: z.input<typeof ReleaseRequest>) => releaseLease(stack, request),
    onSuccess: (record) => client.setQueryData(recoveryQueries.one(stack, record.id).queryKey, record),
    onSettled: () => void client.invalidateQueries({ queryKey: stackQueries.one(stack) }),
  })

  const isUnderWay = state.phase === 'running' || state.phase === 'done'
  if (!isUnderWay && (lease === null || state.phase === 'overtaken')) return over
  const shown = lease ?? begun
  const isOther = !isUnderWay && state.updateId !== shown.updateId
  const step = stepOf(search, STEPS) === 'confirm' ? 'confirm' : 'known'
  const goTo = (wanted: (typeof STEPS)[number]) => setSearch((old) => withStep(old, wanted))
  const refusal = state.phase === 'refused' ? state.refusal : undefined
  const blocked =
    whyNot ??
    (isOther ? 'Another update holds the lease now: review it again first.' : undefined) ??
    (refusal && needsReview(refusal) ? 'Review again first.' : undefined)
  const finding = diagnosis.findings.find(isOfHolder)
  const titles = {
    known: finding?.title ?? 'An update is running',
    confirm: `Confirm, for ${fullName(stack)}`,
  } as const

  return (
    <Step label="End the running update" steps={RELEASE_STEPS} current={step} title={titles[step]}>
      {isOther && (
        <Notice
          tone="attention"
          announce="alert"
          title="That run has ended, and another one holds the lease now"
          actions={
            <Button size="sm" look="primary" busy={review.isPending} onClick={review.ask}>
              Review again
            </Button>
          }
        >
          What you have entered was about the former run.
        </Notice>
      )}
      {review.trouble !== undefined && (
        <Notice tone="danger" title="The current state could not be loaded">
          {review.trouble}
        </Notice>
      )}
      {refusal && step !== 'confirm' && (
        <RefusalNotice refusal={refusal} onReview={review.ask} busy={review.isPending} />
      )}
      {step === 'known' && (
        <>
          {known}
          <section
            aria-label="Force-end update"
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line pt-4"
          >
            <p className="max-w-prose text-muted">
              {isProbablyGone(shown.verdict)
                ? 'Sure that the process is gone (for example, CI shows “cancelled”)? You can release the lease now.'
                : 'Only as a last resort, when the holder agrees or can’t be contacted. Operations in flight are left with an unknown outcome, and you have to check each one.'}
            </p>
            <Button look={isProbablyGone(shown.verdict) ? 'primary' : 'quiet'} onClick={() => goTo('confirm')}>
              {isProbablyGone(shown.verdict) ? 'Release lease now…' : 'Force-end update…'}
            </Button>
          </section>
        </>
      )}
      {step === 'confirm' && (state.phase === 'open' || state.phase === 'running' || state.phase === 'refused') && (
        <ReleaseConfirm
          stack={stack}
          lease={shown}
          effect={<ReleaseEffect stack={stack} lease={shown} cautions={finding?.cautions ?? []} />}
          state={state}
          blocked={blocked}
          dispatch={dispatch}
          onBack={() => goTo('known')}
          review={review}
          onSubmit={(request) => {
            dispatch({ type: 'submitted' })
            mutate(request, {
              onSuccess: ({ id }) => {
                dispatch({ type: 'released', recordId: id })
                void navigate(paths.recovery(stack, id), { replace: true, state: FRESH })
              },
              onError: (error) => dispatch({ type: 'refused', refusal: refusalOf(error) }),
            })
          }}
        />
      )}
    </Step>
  )
}

const STEPS = ['known', 'confirm'] as const

const isHeld = (lease: Lease | null): lease is Lease => lease !== null && lease.verdict !== 'orphaned'
