import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import type { StackRef } from '#contract/common.ts'
import type { Lease } from '#contract/leases.ts'
import type { Diagnosis } from '#contract/recoveries.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import { isProbablyGone } from '#domain/lease/lease.ts'
import { END, leaseProblem } from '#domain/recoveries/lease/endUpdate.ts'
import { isOfHolder } from '#domain/recoveries/pageOf.ts'
import { recoveryQueries } from '#src/api/recoveries.ts'
import { usePersonName } from '#src/lib/personName.ts'
import { Button } from '#src/ui/Button.tsx'
import { LongText } from '#src/ui/LongText.tsx'
import { inputKey, onlyOption, type Read } from '../change/choices.ts'
import type { OwnStatement } from '../confirm/ConfirmStep.tsx'
import { RecoveryWizard } from '../wizard/RecoveryWizard.tsx'
import { type Decisions, useDecisions } from '../wizard/useDecisions.ts'

type Props = {
  stack: StackRef
  recovery: RecoveryId
  /** The lease that is held, or was when this was last so. */
  lease: Lease
  isHeld: boolean
  diagnosis: Diagnosis
  /** The options, of which `action` is the way to the confirmation. */
  opening: (action: ReactNode) => ReactNode
  /** Shown if the run has ended by itself (GR-03). */
  over: ReactNode
}

/** Ends a running update on its holder's behalf (GR-01 forced, GR-02 while not responding): a plan without a state. */
export function ReleaseLease({ stack, recovery, lease, isHeld, diagnosis, opening, over }: Props) {
  const decisions = useDecisions({
    stack,
    recovery,
    now: readOf(diagnosis, lease),
    refresh: async (client) => {
      const fresh = await client.fetchQuery({ ...recoveryQueries.diagnosis(stack), staleTime: 0 })
      return fresh.lease && fresh.lease.verdict !== 'orphaned' ? readOf(fresh, fresh.lease) : undefined
    },
    start: (read, kept) => ({ ...onlyOption(read), ...kept }),
  })
  const statement = useHolderStatement(lease, decisions)
  usePlanAsOf(stack, lease)
  const isGone = isProbablyGone(lease.verdict)

  if (hasEnded(decisions, isHeld ? lease : null)) return over
  return (
    <RecoveryWizard
      stack={stack}
      recovery={recovery}
      diagnosis={diagnosis}
      decisions={decisions}
      title={diagnosis.findings.find(isOfHolder)?.title ?? 'An update is running'}
      opening={(goOn) =>
        opening(
          <Button look={isGone ? 'primary' : 'quiet'} onClick={goOn}>
            Release lease…
          </Button>,
        )
      }
      moved={{
        title: 'That run has ended, and another one holds the lease now',
        text: 'What you have entered was about the previous run.',
        blocks: 'Another update holds the lease now: review it again first.',
      }}
      statement={statement}
      underWay={[
        'End the update; its token can no longer write.',
        'Save everything reported, and mark operations in flight as pending.',
        'Release the lease.',
      ]}
      look="danger"
      confirms={`release the lease of ${stack.project}/${stack.stack}`}
      verb={() => (isGone ? 'Release lease' : 'Stop the update and release its lease')}
    />
  )
}

const readOf = ({ basis }: Diagnosis, lease: Lease): Read => ({
  basis: basis ?? { version: 0, hash: '' },
  onlyOne: true,
  problems: [leaseProblem(lease)],
  updateId: lease.updateId,
})

/** How the holder was reached. The server decides at the moment of the click whether it is needed. */
function useHolderStatement({ holder, client }: Lease, { state, dispatch }: Decisions): OwnStatement {
  const name = usePersonName(holder.login)
  const words = client.ci
    ? {
        label: 'What did you check?',
        hint: 'Saved in the audit log. For example: cancelled the job, but its process still runs.',
        missing: 'Say what you checked about the job.',
      }
    : {
        label: `How did you contact ${name}?`,
        hint: 'Saved in the audit log. For example: called her, her laptop is off.',
        missing: `Say how you contacted ${name}, or why you couldn’t.`,
      }
  const { updateId: id = '' } = state.phase === 'done' ? {} : state.draft.read
  const text = state.phase === 'done' ? '' : (state.draft.choices[id]?.inputs[inputKey({ id: END }, FIELD)] ?? '')
  return {
    text,
    ask: (level) =>
      level < 3 && text === ''
        ? undefined
        : {
            field: (
              <div className="max-w-prose">
                <LongText
                  label={words.label}
                  hint={words.hint}
                  value={text}
                  onChange={(value) => dispatch({ type: 'entered', id, option: END, name: FIELD, value })}
                />
              </div>
            ),
            missing: text.trim() === '' ? words.missing : undefined,
          },
  }
}
const FIELD = 'holder'

/** Progress of the update marks its lease stale, not its plan, which depends on the verdict and on what is in flight. */
function usePlanAsOf(stack: StackRef, { updateId, verdict, inFlight }: Lease): void {
  const client = useQueryClient()
  const { org, project, stack: name } = stack
  const asOf = JSON.stringify([updateId, verdict, inFlight])
  useEffect(() => {
    void client.invalidateQueries({ queryKey: recoveryQueries.plans({ org, project, stack: name }) })
  }, [client, org, project, name, asOf])
}

/**
 * Whether nothing is left to end: no lease is held, or the server says how the update has ended while the page does not
 * know yet. The user's own request ends it, too.
 */
function hasEnded({ state }: Decisions, lease: Lease | null): boolean {
  if (state.phase === 'running' || state.phase === 'done') return false
  if (lease === null) return true
  return (
    state.phase === 'refused' &&
    state.refusal.code === 'conflict' &&
    state.refusal.params['endedAt'] !== undefined &&
    lease.updateId === state.draft.read.updateId
  )
}
