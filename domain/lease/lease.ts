import type { LeaseVerdict } from '#contract/leases.ts'
import type { Awaiting } from '../approvals/awaiting.ts'
import { isUnresolvedExpiry } from './orphanedUpdate.ts'

/** A healthy client renews every 150 to 187.5 s (docs/protocol.md, Lease). */
export const RENEWAL_OVERDUE_S = 200

/** The facts about an update that determine its verdict. Instants are epoch milliseconds by the store's clock. */
export type LeaseFacts = {
  status: string
  endReason: string | null
  resolvedAt: number | null
  lease: { grantedAt: number; renewedAt: number; expiresAt: number; durationS: number } | null
  lastWriteAt: number | null
  lastEventAt: number | null
  startedAt: number | null
  /** When its client closed its last connection, and its last call before that, if known. */
  disconnected?: Disconnection | null
  /** Its steps that wait for approval. */
  awaiting?: Awaiting | null
}

/** The client closed all of its connections, which a working one keeps open (docs/protocol.md, Connections). */
export type Disconnection = { at: number; lastCallAt: number }

/** Whether a client closed all connections and has not come back since: evidence that it is gone, not proof. */
export const isDisconnected = ({ disconnected, lease, lastWriteAt, lastEventAt }: LeaseFacts): boolean =>
  disconnected != null && disconnected.at >= Math.max(lease?.renewedAt ?? 0, lastWriteAt ?? 0, lastEventAt ?? 0)

/**
 * Whether the client of a lease is probably gone: releasing it then needs less confirmation than ending a run that may
 * be alive.
 */
export const isProbablyGone = (verdict: LeaseVerdict | undefined): boolean =>
  verdict === 'notResponding' || verdict === 'disconnected'

/**
 * The verdict on a run that works on nothing, so that it is not called running; undefined for one that works, that has
 * ended, or of which no verdict is known. `isWaiting`: its record says that a step waits for approval, which counts where
 * the verdict says nothing worse.
 */
export function stalledBy({
  status,
  verdict,
  isWaiting = false,
}: {
  status: string
  verdict?: LeaseVerdict | undefined
  isWaiting?: boolean | undefined
}): Exclude<LeaseVerdict, 'alive' | 'orphaned'> | undefined {
  if (status !== 'running') return undefined
  if (verdict !== undefined && verdict !== 'alive' && verdict !== 'orphaned') return verdict
  return isWaiting ? 'awaitingApproval' : undefined
}

/** A verdict with its cause. The texts are in `leaseWords.ts`, so that a change of wording cannot change a verdict. */
export type Judged =
  | { verdict: 'alive'; because: 'started' | 'renewed' | 'serverWasAway' }
  | { verdict: 'awaitingApproval'; awaiting: Awaiting }
  | { verdict: 'notProgressing'; notProgressingAfterS: number }
  | { verdict: 'notResponding'; because: 'expired' | 'overdue' }
  | { verdict: 'disconnected'; sinceLastCallMs: number }
  | { verdict: 'orphaned'; because: 'neverRenewed' | 'stopped' }

/**
 * The verdict on a held lease, or on an update that ended by expiry (docs/protocol.md, Verdict of a lease); undefined
 * if there is nothing to judge: never started, ended cleanly, or resolved. If expiry was postponed because the server
 * was away, the client's last renewal counts as that much later: the server's absence is not the client's silence.
 */
export function leaseVerdict(facts: LeaseFacts, now: number, notProgressingAfterS: number): Judged | undefined {
  if (facts.status !== 'running') {
    if (!isUnresolvedExpiry(facts)) return undefined
    const { lease } = facts
    return { verdict: 'orphaned', because: lease && lease.renewedAt <= lease.grantedAt ? 'neverRenewed' : 'stopped' }
  }
  const { lease } = facts
  if (lease === null) return undefined
  if (now >= lease.expiresAt) return { verdict: 'notResponding', because: 'expired' }
  if (isDisconnected(facts) && facts.disconnected) {
    const { at, lastCallAt } = facts.disconnected
    return { verdict: 'disconnected', sinceLastCallMs: at - lastCallAt }
  }
  if (now >= overdueFrom(lease)) return { verdict: 'notResponding', because: 'overdue' }
  if (facts.awaiting) return { verdict: 'awaitingApproval', awaiting: facts.awaiting }
  const lastWork = Math.max(facts.startedAt ?? lease.grantedAt, facts.lastWriteAt ?? 0, facts.lastEventAt ?? 0)
  if ((now - lastWork) / 1000 >= notProgressingAfterS) return { verdict: 'notProgressing', notProgressingAfterS }
  if (putOff(lease) > lease.renewedAt) return { verdict: 'alive', because: 'serverWasAway' }
  return { verdict: 'alive', because: lease.renewedAt === lease.grantedAt ? 'started' : 'renewed' }
}

type Times = NonNullable<LeaseFacts['lease']>

/** The latest possible renewal by the lease's expiry, which the server postpones after it was away. */
const putOff = ({ expiresAt, durationS }: Times) => expiresAt - durationS * 1000

/** When (epoch milliseconds) the client of a held lease counts as probably gone, without further calls. */
export const notRespondingFrom = (facts: LeaseFacts & { lease: Times }): number =>
  isDisconnected(facts) ? (facts.disconnected?.at ?? 0) : overdueFrom(facts.lease)

/** When (epoch milliseconds) the next renewal is overdue. */
const overdueFrom = (lease: Times): number =>
  Math.min(lease.expiresAt, Math.max(lease.renewedAt, putOff(lease)) + RENEWAL_OVERDUE_S * 1000 + 1)
