import type { LeaseVerdict } from '#contract/leases.ts'
import { isUnsettledExpiry } from './orphanedUpdate.ts'

/** A healthy client renews every 150 to 187.5 s (docs/protocol.md, Lease). */
export const RENEWAL_OVERDUE_S = 200

/** What a verdict needs to know of an update. Instants are epoch milliseconds of the store's clock. */
export type LeaseFacts = {
  status: string
  endReason: string | null
  settledAt: number | null
  lease: { grantedAt: number; renewedAt: number; expiresAt: number; durationS: number } | null
  lastWriteAt: number | null
  lastEventAt: number | null
  startedAt: number | null
  /** When its client closed its last connection, and when it had called last, if that is known. */
  disconnected?: Disconnection | null
}

/** All connections of a client closed by the client itself, which a working one keeps open (docs/protocol.md, Connections). */
export type Disconnection = { at: number; lastCallAt: number }

/** Whether a client closed all its connections and has not come back since: evidence that it is gone, not proof. */
export const isDisconnected = ({ disconnected, lease, lastWriteAt, lastEventAt }: LeaseFacts): boolean =>
  disconnected != null && disconnected.at >= Math.max(lease?.renewedAt ?? 0, lastWriteAt ?? 0, lastEventAt ?? 0)

/** Verdicts on a lease whose client is probably gone: releasing it takes less than ending a run that may be alive. */
export const isProbablyGone = (verdict: LeaseVerdict | undefined): boolean =>
  verdict === 'suspect' || verdict === 'disconnected'

/** A verdict and what it follows from. What is said about it is in `leaseWords.ts`: another wording changes no verdict. */
export type Judged =
  | { verdict: 'alive'; because: 'started' | 'renewed' | 'serverWasAway' }
  | { verdict: 'silent'; silentAfterS: number }
  | { verdict: 'suspect'; because: 'expired' | 'overdue' }
  | { verdict: 'disconnected'; sinceLastCallMs: number }
  | { verdict: 'orphaned' }

/**
 * The verdict on a held lease, or on an update that ended by expiry (docs/protocol.md, Verdict of a lease); undefined
 * where there is nothing to judge: never started, ended cleanly, or settled. An expiry that was put off because the
 * server itself was away counts as if the client had renewed that much later: the server's absence is not the client's
 * silence.
 */
export function leaseVerdict(facts: LeaseFacts, now: number, silentAfterS: number): Judged | undefined {
  if (facts.status !== 'running') {
    if (!isUnsettledExpiry(facts)) return undefined
    return { verdict: 'orphaned' }
  }
  const { lease } = facts
  if (lease === null) return undefined
  if (now >= lease.expiresAt) return { verdict: 'suspect', because: 'expired' }
  if (isDisconnected(facts) && facts.disconnected) {
    const { at, lastCallAt } = facts.disconnected
    return { verdict: 'disconnected', sinceLastCallMs: at - lastCallAt }
  }
  if (now >= overdueFrom(lease)) return { verdict: 'suspect', because: 'overdue' }
  const lastWork = Math.max(facts.startedAt ?? lease.grantedAt, facts.lastWriteAt ?? 0, facts.lastEventAt ?? 0)
  if ((now - lastWork) / 1000 >= silentAfterS) return { verdict: 'silent', silentAfterS }
  if (putOff(lease) > lease.renewedAt) return { verdict: 'alive', because: 'serverWasAway' }
  return { verdict: 'alive', because: lease.renewedAt === lease.grantedAt ? 'started' : 'renewed' }
}

type Times = NonNullable<LeaseFacts['lease']>

/** When the client would have renewed last, had the server been there all the time. */
const putOff = ({ expiresAt, durationS }: Times) => expiresAt - durationS * 1000

/** The first instant (epoch milliseconds) from which the client of a held lease is probably gone, if it stays away. */
export const suspectFrom = (facts: LeaseFacts & { lease: Times }): number =>
  isDisconnected(facts) ? (facts.disconnected?.at ?? 0) : overdueFrom(facts.lease)

/** The first instant (epoch milliseconds) at which the next renewal is overdue. */
const overdueFrom = (lease: Times): number =>
  Math.min(lease.expiresAt, Math.max(lease.renewedAt, putOff(lease)) + RENEWAL_OVERDUE_S * 1000 + 1)
