import type { Recovery } from '../recovery.ts'
import type { Lease } from '#contract/leases.ts'
import type { Evidence, Finding } from '#contract/recoveries.ts'
import type { UpdateBrief } from '#contract/updates.ts'
import { counted, number, plural } from '#words/counts.ts'
import { isProbablyGone } from '../../lease/lease.ts'
import { NOTHING_LOST } from '../nothingLost.ts'
import { runnerName } from '#words/personName.ts'
import {
  type Asker,
  causeOf,
  confirmationOfEnd,
  couldBeLost,
  holderAlive,
  holderName,
  inFlightLine,
  leaseEvidence,
} from './cancelUpdate.ts'

/** Overdue, but not expired yet (GR-02 while not responding): wait, or release it early, at level 2. */
function holderNotResponding(lease: Lease, asker: Asker): Finding {
  return {
    recovery: 'release-lease',
    tone: 'attention',
    title: `${holderName(lease, asker)}’s update has ${lease.verdict === 'disconnected' ? 'disconnected' : 'stopped responding'}`,
    explanation: `${causeOf(lease, asker)} Make sure that its process has ended, then release the lease; or wait until the lease expires.`,
    evidence: leaseEvidence(lease),
    couldBeLost: couldBeLost(lease.inFlight),
    level: confirmationOfEnd(lease.verdict),
    blocked: null,
    items: lease.inFlight.map(inFlightLine),
  }
}

export type OrphanedFacts = {
  update: UpdateBrief
  lease: Lease | null
  finished: number
  /** Number of unresolved pending operations in this state. */
  pendingLeft: number
  late: { at: number; what: string }[]
  asker: Asker
}

/** Ended by expiry and not resolved (GR-02): nothing is left to cancel, only pending operations remain. */
export function orphaned({ update, lease, finished, pendingLeft, late, asker }: OrphanedFacts): Finding {
  const cause = lease
    ? causeOf(lease, asker)
    : `${runnerName(update.by.login, update.ci, asker?.names)}’s update did not renew the lease in time.`
  const next =
    pendingLeft > 0
      ? `Resolve ${plural(pendingLeft, 'the pending operation', `the ${number(pendingLeft)} pending operations`)} before the next pulumi up.`
      : 'Nothing is pending. If you have checked, mark this update as resolved.'
  return {
    recovery: 'release-lease',
    tone: pendingLeft > 0 ? 'danger' : 'attention',
    title: `${update.version === null ? 'An update' : `Update ${update.version}`} was interrupted`,
    explanation: `${cause} The server ended it, so it can no longer write to the state. ${next}`,
    evidence: orphanedEvidence(update, finished, pendingLeft, late),
    couldBeLost: NOTHING_LOST,
    level: 1,
    blocked: null,
    items: lease ? lease.inFlight.map(inFlightLine) : [],
  }
}

function orphanedEvidence(
  update: UpdateBrief,
  finished: number,
  pendingLeft: number,
  late: OrphanedFacts['late'],
): Evidence[] {
  const evidence: Evidence[] = [
    { what: 'The lease expired before the CLI reported an end.', source: 'lease', at: update.endedAt },
    {
      what:
        finished === 0
          ? 'No operation completed.'
          : `${counted(finished, 'operation')} completed and ${plural(finished, 'is', 'are')} saved.`,
      source: 'journal',
      at: null,
    },
    {
      what:
        pendingLeft === 0
          ? 'Nothing is pending.'
          : `${counted(pendingLeft, 'operation')} ${plural(pendingLeft, 'is', 'are')} pending.`,
      source: 'state',
      at: null,
    },
  ]
  for (const { at, what } of late.slice(-5)) evidence.push({ what: `After the end: ${what}.`, source: 'journal', at })
  return evidence
}

/** The finding while the lease is held, by its verdict: GR-02 if its client is probably gone, else GR-01. */
export const holderFinding = (lease: Lease, asker: Asker, tags: Record<string, string>): Finding =>
  isProbablyGone(lease.verdict) ? holderNotResponding(lease, asker) : holderAlive(lease, asker, tags)

export const releaseLease: Recovery = {
  id: 'release-lease',
  number: 2,
  phase: 'lease',
  page: 'lease',
  title: 'An update was interrupted',
  commands: 'cancel',
  docs: {
    documented: '`pulumi cancel`, then run it again',
    does: 'Ends the lease when it expires, replays everything that arrived, lists what was in flight',
    refuses: 'An update before the pending operations are resolved; late writes of the dead run',
  },
}
