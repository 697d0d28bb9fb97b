import { causeOf } from '#domain/events/failure.ts'
import type { Deps } from '../../deps.ts'
import { DomainError } from '../../errors.ts'
import type { EventBatch } from '../../texts/eventRows.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import { holdOwn, type LeaseCall } from '../leases/leaseCall.ts'
import { isRevoked } from '../leases/leaseState.ts'
import { announceLate, lateReport } from '../updates/lateCalls.ts'
import { isFullOfLateEvents } from '../updates/lateEvidence.ts'
import { createsInEvents, recordLate } from '../stacks/untracked.ts'
import { refOf } from '../stacks/names.ts'

/**
 * Stores a batch of engine events, and returns the update before it. They may arrive in any order and repeatedly; after the end they are stored as late.
 */
export async function appendEvents(
  deps: Deps,
  call: LeaseCall,
  { rows, summary, failure }: EventBatch,
): Promise<UpdateRow> {
  const now = await deps.store.now()
  const outcome = await deps.store.write(async (writer) => {
    const update = await holdOwn(writer, call)
    const refusal =
      update.status === 'running' && isRevoked(update, now)
        ? new DomainError({ kind: 'leaseRevoked', tokenName: update.tokenName })
        : undefined
    const isLate = update.status !== 'running' || refusal !== undefined
    if (isLate && (await isFullOfLateEvents(writer, update.id, now))) return { refusal, update, isLate }
    await Promise.all([
      writer.appendEvents(update.id, rows, now, isLate),
      writer.patchUpdate(update.id, {
        ...(isLate
          ? lateReport(update, { at: now, isOver: false })
          : { lastEventAt: now, ...(update.disconnected !== null && { disconnected: null }) }),
        ...(summary && !refusal ? { resourceChanges: summary } : {}),
        ...(failure && !refusal ? { failure: causeOf(update.failure, failure) } : {}),
      }),
    ])
    const creates = isLate
      ? createsInEvents(
          rows.map(({ text }) => JSON.parse(text) as unknown),
          now,
        )
      : []
    return { refusal, update, isLate, changed: await recordLate(deps, writer, { update, at: now, creates }) }
  })
  if (outcome.changed) deps.bus.publish({ type: 'untracked', stack: refOf(outcome.changed) })
  if (outcome.isLate) announceLate(deps, call, outcome.update)
  if (outcome.refusal) throw outcome.refusal
  deps.bus.publish({ type: 'log', stack: refOf(call.name), updateId: call.updateId })
  return outcome.update
}
