import { capital } from '#words/capital.ts'
import type { Lease } from '#contract/leases.ts'
import type { Plan, Problem } from '#contract/recoveries.ts'
import { counted, plural } from '#words/counts.ts'
import { cancel } from '../../commands.ts'
import { isProbablyGone } from '../../lease/lease.ts'
import { option } from '../options.ts'
import { type Asker, cancelCautions, confirmationOfEnd, couldBeLost, holderName } from './cancelUpdate.ts'

/** The only option for the lease of a running update. */
export const END = 'end'

/** The decision to end the update that holds a lease; its id is the update's, so it is about no later one. */
export const leaseProblem = ({ updateId, inFlight, verdict }: Lease): Problem => ({
  id: updateId,
  title: 'The lease of the running update',
  explanation: '',
  urns: [],
  evidence: [],
  clues: [],
  options: [
    option({ id: END, title: 'End the update', risk: couldBeLost(inFlight), level: confirmationOfEnd(verdict) }),
  ],
  suggested: null,
  advice: null,
})

/**
 * Ending the update that holds a lease (GR-01 forced, GR-02 while not responding). The recovery itself writes no state: the end
 * saves what the update reported, as every end does.
 */
export function planEnd(
  lease: Lease,
  asker: Asker,
  tags: Record<string, string>,
): Omit<Plan, 'recovery' | 'basis' | 'integrityBefore' | 'integrityAfter' | 'mayStillRun'> {
  const { inFlight, verdict } = lease
  const count = inFlight.length
  return {
    level: confirmationOfEnd(verdict),
    effect: {
      operationsRemoved: [],
      operationsKept: [],
      operationsInFlight: inFlight.map(({ type, urn }) => ({ type, urn })),
      entriesRemoved: [],
      entriesAdded: [],
      entriesChanged: [],
      diffs: [],
      entriesMoved: 0,
      urnsChanged: [],
      sentences: [
        'This can’t be undone.',
        `${holderName(lease, asker)}’s update ends as cancelled, and its lease is released.`,
        'Its CLI can no longer write to the state, and learns that at its next write or renewal. Cloud operations that it has started continue. What they report later does not change the state; it is kept as evidence.',
        'Everything reported until then is saved as a new version. The current version is kept.',
        count === 0
          ? 'Nothing is in flight, as far as the CLI has reported.'
          : `${counted(count, 'operation')} in flight ${plural(count, 'becomes', 'become')} pending. Before the next pulumi up, check in the cloud whether ${plural(count, 'it', 'they')} completed.`,
      ],
    },
    stopAndAsk: isProbablyGone(verdict) ? [] : cancelCautions(lease, asker, tags).map(capital),
    terminal: [cancel(lease.stack)],
  }
}
