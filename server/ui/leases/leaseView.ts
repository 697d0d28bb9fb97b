import { LeaseVerdict, type Lease } from '#contract/leases.ts'
import { clientFacts } from '#domain/lease/client.ts'
import { leaseVerdict } from '#domain/lease/lease.ts'
import { verdictReason } from '#domain/lease/leaseWords.ts'
import { messageText } from '../../core/updates/messageText.ts'
import type { Deps } from '../../deps.ts'
import { refOf } from '../../core/stacks/names.ts'
import type { Reader } from '../../store/port.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import { toRefused } from './lockView.ts'
import { inFlightOf, pendingOf } from '../updates/operations.ts'

/** Maximum number of entries of a lease's log that are shown: a lease renewed for a day has about 500. */
const MAX_LOG_ROWS = 2000

/**
 * Returns the lease card of a running update, or of one that is expired and not resolved; null for any other. `stack` is
 * the update's own.
 */
export async function toLease(
  deps: Deps,
  reader: Reader,
  stack: StackRow,
  update: UpdateRow,
  now: number,
): Promise<Lease | null> {
  const judged = leaseVerdict(update, now, deps.settings.notProgressingAfterS)
  if (judged === undefined || update.lease === null) return null
  const { lease } = update
  const log = await reader.leaseLog({ stackId: stack.id, updateId: update.id, limit: MAX_LOG_ROWS })
  const { environment, message } = update.request
  const isRunning = update.status === 'running'
  const renewals = log.filter((row) => row.what === 'renewed').map((row) => row.at)
  const signs = {
    granted: lease.grantedAt,
    renewed: lease.renewedAt > lease.grantedAt ? lease.renewedAt : null,
    write: update.lastWriteAt,
    event: update.lastEventAt,
  }
  return {
    stack: refOf(stack),
    updateId: update.id,
    kind: update.kind,
    version: update.version,
    holder: { login: update.requestedBy, tokenName: update.tokenName },
    message: messageText(message),
    client: clientFacts({
      environment,
      userAgent: update.userAgent,
      address: update.address,
      tokenName: update.tokenName,
    }),
    verdict: judged.verdict,
    reason: verdictReason(judged),
    ...(judged.verdict === 'awaitingApproval' && { decideBy: judged.awaiting.until }),
    since: lease.grantedAt,
    expiresAt: isRunning ? lease.expiresAt : (update.endedAt ?? lease.expiresAt),
    durationS: lease.durationS,
    signs: { ...signs, last: Math.max(...Object.values(signs).map((at) => at ?? 0)) },
    renewals,
    inFlight: isRunning ? await inFlightOf(deps, reader, update) : await pendingOf(deps, reader, update),
    refused: log.filter((row) => row.what === 'refused').map(toRefused),
  }
}

/** Sorts by severity, worst first, which is the order in which users should look. */
export const worstFirst = (a: Lease, b: Lease): number => rank(b.verdict) - rank(a.verdict) || a.since - b.since

const rank = (verdict: LeaseVerdict) => LeaseVerdict.options.indexOf(verdict)
