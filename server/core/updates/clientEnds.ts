import type { Deps } from '../../deps.ts'
import { DomainError, isRefused } from '../../errors.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import type { Actor } from '../access/actor.ts'
import { cancelUpdate, closeExpired, completeUpdate } from './ends.ts'
import { announceLate, recordReturn } from './lateCalls.ts'
import { addressed, callerOf, type LeaseCall, ownUpdate } from '../leases/leaseCall.ts'
import { isRevoked } from '../leases/leaseState.ts'
import { keepLate } from './lateEvidence.ts'

/** Within this time after a cancel, another one is a repetition of the same call, not an error; milliseconds. */
const CANCEL_REPEAT_MS = 10 * 60_000

/** Ends an update for its own client; the call may be a retry, or too late (docs/protocol.md, Late calls). */
export async function completeByClient(
  deps: Deps,
  call: LeaseCall,
  status: 'succeeded' | 'failed',
  requestId: string,
): Promise<void> {
  const known = await deps.store.read((reader) => addressed(reader, call))
  const by = callerOf(call, known.update)
  await closeExpired(deps, known.stack.id)
  const look = async () => ownUpdate((await deps.store.read((reader) => addressed(reader, call))).update, call)
  const before = await look()
  const hasLostRight = before.status === 'running' && isRevoked(before, await deps.store.now())
  if (before.status === 'running' && !hasLostRight) {
    if (await completeUpdate(deps, { updateId: call.updateId, status, by, requestId })) return
  }
  const update = await look()
  if (update.endReason === 'complete') {
    if (update.status === status) return
    throw new DomainError({ kind: 'updateCompleted' })
  }
  const now = await deps.store.now()
  await deps.store.write(async (writer) => {
    await keepLate(writer, update.id, { receivedAt: now, what: 'complete', text: JSON.stringify({ status }) })
    await recordReturn(writer, call, update, { at: now, detail: `complete ${status}`, isEnd: true })
  })
  announceLate(deps, call, update, true)
  if (hasLostRight) throw new DomainError({ kind: 'leaseRevoked', tokenName: before.tokenName })
  throw new DomainError({ kind: update.endReason === 'cancel' ? 'updateCancelled' : 'leaseTokenInvalid' })
}

/** Handles `pulumi cancel`. A repetition changes nothing and is not an error (docs/protocol.md, Cancel). */
export async function cancelByClient(deps: Deps, update: UpdateRow, by: Actor, requestId: string): Promise<void> {
  if (update.status === 'not started') throw new DomainError({ kind: 'updateNotStarted' })
  try {
    await cancelUpdate(deps, { updateId: update.id, by, requestId, detail: 'pulumi cancel' })
  } catch (error) {
    if (!isRefused(error, 'updateEnded')) throw error
    const now = await deps.store.now()
    const ended = await deps.store.read((reader) => reader.update(update.id))
    const isRepeat = ended?.status === 'cancelled' && now - (ended.endedAt ?? 0) <= CANCEL_REPEAT_MS
    if (!isRepeat) throw error
  }
}
