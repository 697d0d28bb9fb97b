import type { Deps } from '../../deps.ts'
import { DomainError } from '../../errors.ts'
import type { Writer } from '../../store/port.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import { refOf } from '../stacks/names.ts'
import { isExpired, isRevoked } from '../leases/leaseState.ts'
import { announceLate, keepLateWrite, type LateWrite } from './lateCalls.ts'
import { holdAddressed, type LeaseCall, ownUpdate } from '../leases/leaseCall.ts'

/**
 * Returns the reason why an update accepts no checkpoint and no journal entry, because it is not running; undefined if
 * it accepts them (docs/protocol.md, Late calls).
 */
export function writeRefusal(update: UpdateRow, now: number): DomainError | undefined {
  if (update.status === 'not started') return new DomainError({ kind: 'updateNotStarted' })
  if (isExpired(update, now) || update.endReason === 'expiry') return new DomainError({ kind: 'leaseTokenInvalid' })
  if (update.status === 'cancelled') return new DomainError({ kind: 'updateCancelled' })
  if (update.status !== 'running') return new DomainError({ kind: 'updateCompleted' })
  if (isRevoked(update, now)) return new DomainError({ kind: 'leaseRevoked', tokenName: update.tokenName })
  if (update.dryRun) return new DomainError({ kind: 'previewHasNoState' })
  return undefined
}

/**
 * Runs a write of the running update that a lease token proves, in one transaction with the check that it may still
 * write. A write that is refused because the update ended, or because its access token was revoked, is stored as
 * evidence, if any is given.
 */
export async function writeWithLease<T>(
  deps: Deps,
  call: LeaseCall,
  evidence: LateWrite | undefined,
  work: (writer: Writer, update: UpdateRow, now: number, stack: StackRow) => Promise<T>,
): Promise<T> {
  const now = await deps.store.now()
  let changed: StackRow | undefined
  const outcome = await deps.store.write(async (writer) => {
    changed = undefined // a store may repeat a transaction
    // The update is locked, so an acknowledged write is part of the replay at the update's end.
    const held = await holdAddressed(writer, call)
    const update = ownUpdate(held.update, call)
    const refusal = writeRefusal(update, now)
    if (refusal === undefined) {
      // The client is back, so it was not gone.
      if (update.disconnected !== null) await writer.patchUpdate(update.id, { disconnected: null })
      return { value: await work(writer, update, now, held.stack) }
    }
    const isLate = !update.dryRun && evidence !== undefined
    if (isLate) changed = await keepLateWrite(deps, writer, call, { update, at: now, ...evidence })
    return { refusal, late: isLate ? update : undefined }
  })
  if (changed) deps.bus.publish({ type: 'untracked', stack: refOf(changed) })
  if (outcome.refusal) {
    if (outcome.late) announceLate(deps, call, outcome.late)
    throw outcome.refusal
  }
  return outcome.value
}
