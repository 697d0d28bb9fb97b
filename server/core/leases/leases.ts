import type { Deps } from '../../deps.ts'
import { closeExpired } from '../updates/ends.ts'
import { timedOutIn } from '../approvals/settle.ts'
import { isExpired, isRevoked } from './leaseState.ts'
import { DomainError } from '../../errors.ts'
import { announceLate, recordReturn } from '../updates/lateCalls.ts'
import { callerOf, holdAddressed, type LeaseCall } from './leaseCall.ts'
import type { Writer } from '../../store/port.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import { refOf } from '../stacks/names.ts'

/**
 * Lifetime of a lease token in seconds; the client assumes this value, whatever the response (docs/protocol.md, Lease).
 */
export const LEASE_S = 300

/**
 * Renews a lease, and returns when it expires, in epoch milliseconds. The token stays the same: calls in flight with it
 * must not fail (docs/protocol.md, Lease). Every refusal is 403, the only answer that makes a client stop.
 */
export async function renewLease(deps: Deps, call: LeaseCall, duration = LEASE_S): Promise<Renewed> {
  if (duration < 0 || duration > LEASE_S) throw new DomainError({ kind: 'leaseDuration', mostS: LEASE_S })
  const now = await deps.store.now()
  const renewed = await deps.store.write((writer) => renewOrRefuse(writer, call, now))
  const outcome = 'expired' in renewed ? await closeAndRefuse(deps, call, renewed.expired, now) : renewed
  if ('refusal' in outcome) {
    announceLate(deps, call, outcome.update)
    throw outcome.refusal
  }
  deps.bus.publish({ type: 'lease', stack: refOf(call.name), updateId: call.updateId })
  return outcome
}

/** `update`: before the renewal. */
type Renewed = { expiresAt: number; update: UpdateRow }
type Outcome = Renewed | { refusal: DomainError; update: UpdateRow }

/** As few steps as possible: other calls of the update wait for its stack meanwhile. */
async function renewOrRefuse(writer: Writer, call: LeaseCall, now: number): Promise<Outcome | { expired: UpdateRow }> {
  const { stack, update } = await holdAddressed(writer, call)
  if (update.lease?.tokenHash !== call.tokenHash) throw new DomainError({ kind: 'leaseTokenInvalid' })
  if (isExpired(update, now)) return { expired: update }
  const refusal = refusalOf(update, now)
  if (refusal) {
    await recordReturn(writer, call, update, { at: now, detail: RENEWAL })
    return { refusal, update }
  }
  // Never earlier: a clock that was set forward may have extended it since the call arrived.
  const expiresAt = Math.max(now + LEASE_S * 1000, update.lease.expiresAt)
  const by = callerOf(call, update)
  const approvals = await timedOutIn({ writer, stack, update, now })
  await Promise.all([
    writer.patchUpdate(update.id, {
      lease: { ...update.lease, renewedAt: now, expiresAt },
      disconnected: null,
      ...approvals,
    }),
    // A dry run renews only its token: it holds no lease.
    update.dryRun ||
      writer.appendLeaseLog({ stackId: stack.id, updateId: update.id, at: now, what: 'renewed', ...by, detail: '' }),
  ])
  return { expiresAt, update }
}

const RENEWAL = 'renew_lease'

function refusalOf(update: UpdateRow, now: number): DomainError | undefined {
  if (update.status !== 'running') return new DomainError({ kind: 'leaseTokenInvalid' })
  return isRevoked(update, now) ? new DomainError({ kind: 'leaseRevoked', tokenName: update.tokenName }) : undefined
}

/** Closes an update whose lease expired, and then records that its client called. */
async function closeAndRefuse(deps: Deps, call: LeaseCall, { stackId }: UpdateRow, now: number): Promise<Outcome> {
  await closeExpired(deps, stackId)
  const update = await deps.store.write(async (writer) => {
    const held = await holdAddressed(writer, call)
    await recordReturn(writer, call, held.update, { at: now, detail: RENEWAL })
    return held.update
  })
  return { refusal: new DomainError({ kind: 'leaseTokenInvalid' }), update }
}
