import type { Deps } from '../../deps.ts'
import type { Writer } from '../../store/port.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { StateRow } from '../../store/port/states.ts'
import type { EndReason, UpdateRow, UpdateStatus } from '../../store/port/updates.ts'
import { stateRow } from '../../texts/stateText.ts'
import type { Actor } from '../access/actor.ts'
import { endApprovals } from '../approvals/endApprovals.ts'
import { audit } from '../access/audit.ts'
import { storeEndEffects } from './endEffects.ts'
import type { PreparedEnd } from './prepareEnd.ts'

/** How an update ends, and who ends it. */
export type End = {
  status: Exclude<UpdateStatus, 'not started' | 'running'>
  reason: EndReason
  by: Actor
  detail: string
  requestId: string
  /**
   * Returns a record to store with the update, in the transaction of the end; called with the update and the state that
   * it leaves.
   */
  record?: (ended: UpdateRow, state: StateRow | undefined) => unknown
}

const LOGGED = { complete: 'completed', cancel: 'released', expiry: 'expired' } as const

/** Writes the end of a locked update: state, free lease, effects, lease log and audit log. Returns the ended update. */
export async function closeUpdate(
  deps: Deps,
  writer: Writer,
  {
    stack,
    update,
    now,
    how,
    prepared,
  }: { stack: StackRow; update: UpdateRow; now: number; how: End; prepared: PreparedEnd },
): Promise<UpdateRow> {
  const patch: Partial<UpdateRow> = {
    status: how.status,
    endReason: how.reason,
    endedAt: now,
    endedBy: how.reason === 'cancel' ? how.by.login : null,
    ...(await endApprovals(writer, update, now)),
  }
  const { state, effects } = prepared
  let row: StateRow | undefined
  if (state !== undefined) {
    const id = deps.newId()
    const version = update.version ?? stack.version
    row = stateRow(state, { id, stackId: stack.id, version, updateId: update.id, createdAt: now })
    await writer.putState(row, state.text)
    await writer.dropWorking(update.id)
    await writer.patchStack(stack.id, { stateId: id, holderId: stack.holderId === update.id ? null : stack.holderId })
    if (effects) await storeEndEffects(deps, writer, { stack, update, effects, at: now })
    patch.stateId = id
    patch.hasUnknownEntries = prepared.hasUnknownEntries
  }
  if (how.record) patch.recovery = how.record({ ...update, ...patch }, row)
  await writer.patchUpdate(update.id, patch)
  // A dry run holds no lease.
  if (!update.dryRun) {
    await writer.appendLeaseLog({
      stackId: stack.id,
      updateId: update.id,
      at: now,
      what: LOGGED[how.reason],
      ...how.by,
      detail: how.detail,
    })
  }
  if (how.reason === 'cancel' || !update.dryRun) {
    const action = how.reason === 'cancel' ? 'update.cancel' : 'update.end'
    const what = `${update.kind}${update.version === null ? '' : ` ${update.version}`}`
    await audit(writer, {
      at: now,
      by: how.by,
      action,
      stack,
      detail: [what, how.detail].filter(Boolean).join(': '),
      requestId: how.requestId,
    })
  }
  return { ...update, ...patch }
}
