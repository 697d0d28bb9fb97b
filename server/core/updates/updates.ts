import { NOT_STARTED } from '../../store/blankUpdate.ts'
import type { Deps } from '../../deps.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import type { Actor } from '../access/actor.ts'
import { refOf } from '../stacks/names.ts'

/** Registers an update. Takes no lock and is never refused because of one (docs/protocol.md, Create and start). */
export async function createUpdate(
  deps: Deps,
  stack: StackRow,
  update: Pick<UpdateRow, 'kind' | 'dryRun' | 'request'>,
  by: Actor,
): Promise<UpdateRow> {
  const now = await deps.store.now()
  const row: UpdateRow = { ...blankUpdate(deps, stack, by, now), ...update }
  await deps.store.write((writer) => writer.insertUpdate(row))
  deps.bus.publish({ type: 'update', stack: refOf(stack), updateId: row.id, what: 'created' })
  return row
}

/** A new update without any facts; also for those that the server makes itself (import, rename, recovery). */
export const blankUpdate = (deps: Deps, stack: StackRow, by: Actor, now: number): UpdateRow => ({
  ...NOT_STARTED,
  id: deps.newId(),
  stackId: stack.id,
  kind: 'update',
  dryRun: false,
  baseVersion: stack.version,
  request: { message: '', environment: {}, config: {}, options: {} },
  requestedBy: by.login,
  tokenName: by.tokenName,
  userAgent: by.userAgent,
  address: by.address,
  createdAt: now,
})

/** An update that the server created and finished at once. */
export const ended = (update: UpdateRow, now: number, version: number): UpdateRow => ({
  ...update,
  status: 'succeeded',
  endReason: 'complete',
  version,
  startedAt: now,
  endedAt: now,
})
