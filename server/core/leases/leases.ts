import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { closeExpired } from '../updates/ends.ts'
import { isExpired, isRevoked } from './leaseState.ts'
import { DomainError } from '../../errors.ts'
import { recordReturn } from '../updates/lateCalls.ts'
import { addressed, callerOf, type LeaseCall } from './leaseCall.ts'
import { refOf } from '../stacks/names.ts'

/**
 * Lifetime of a lease token in seconds; the client assumes this value, whatever the response (docs/protocol.md, Lease).
 */
export const LEASE_S = 300

export const RenewRequest = z.object({ token: z.string().nullish(), duration: z.number().int().nullish() })

/**
 * Renews a lease. The token stays the same: calls in flight with it must not fail (docs/protocol.md, Lease). Every
 * refusal is 403, the only answer that makes a client stop.
 */
export async function renewLease(
  deps: Deps,
  call: LeaseCall,
  request: z.output<typeof RenewRequest>,
): Promise<{ token: string; tokenExpiration: number }> {
  const duration = request.duration ?? LEASE_S
  if (duration < 0 || duration > LEASE_S) throw new DomainError({ kind: 'leaseDuration', mostS: LEASE_S })
  const { updateId, tokenHash, token } = call
  const { stack, update: known } = await deps.store.read((reader) => addressed(reader, call))
  const [stackId, by] = [stack.id, callerOf(call, known)]
  await closeExpired(deps, stackId)
  const now = await deps.store.now()
  const outcome = await deps.store.write(async (writer) => {
    await writer.lockStack(stackId) // a lease is not renewed while it is being closed
    const update = await writer.update(updateId)
    if (!update || update.stackId !== stackId) throw new DomainError({ kind: 'noSuchUpdate', id: updateId })
    if (update.lease?.tokenHash !== tokenHash) throw new DomainError({ kind: 'leaseTokenInvalid' })
    if (update.status !== 'running' || isExpired(update, now)) {
      await recordReturn(writer, call, update, { at: now, detail: 'renew_lease' })
      return { refusal: new DomainError({ kind: 'leaseTokenInvalid' }) }
    }
    if (isRevoked(update, now)) {
      await recordReturn(writer, call, update, { at: now, detail: 'renew_lease' })
      return { refusal: new DomainError({ kind: 'leaseRevoked', tokenName: update.tokenName }) }
    }
    const expiresAt = now + LEASE_S * 1000
    await writer.patchUpdate(updateId, { lease: { ...update.lease, renewedAt: now, expiresAt }, disconnected: null })
    // A dry run renews only its token: it holds no lease.
    if (!update.dryRun) await writer.appendLeaseLog({ stackId, updateId, at: now, what: 'renewed', ...by, detail: '' })
    const stack = await writer.stackById(stackId)
    return { expiresAt, stack }
  })
  if ('refusal' in outcome) throw outcome.refusal
  if (outcome.stack) deps.bus.publish({ type: 'lease', stack: refOf(outcome.stack), updateId })
  return { token, tokenExpiration: Math.floor(outcome.expiresAt / 1000) }
}
