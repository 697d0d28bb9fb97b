import type { AuditAction } from '#contract/audit.ts'
import type { Deps } from '../../deps.ts'
import type { Writer } from '../../store/port.ts'
import type { StackLock, StackRow } from '../../store/port/stacks.ts'
import type { Actor } from '../access/actor.ts'
import { audit, SERVER } from '../access/audit.ts'
import { refOf } from '../stacks/names.ts'

/** The lock in force at `now`; undefined for an expired one. */
export const lockAt = (stack: Pick<StackRow, 'lock'>, now: number): StackLock | undefined =>
  stack.lock !== null && now < stack.lock.until ? stack.lock : undefined

/** A lock belongs to a person, who may use another token or the browser later. */
export const isLockOf = ({ login }: StackLock, by: Actor): boolean => login === by.login

/**
 * Removes expired locks. Called together with the check for expired leases: by a timer, and before any action that a
 * lock would block.
 */
export async function endLocks(deps: Deps, now: number, stackId?: string): Promise<void> {
  const locked = await deps.store.read((reader) => reader.lockedStacks())
  for (const { id } of locked.filter((stack) => isOver(stack, now) && (stackId ?? stack.id) === stack.id)) {
    const stack = await deps.store.write(async (writer) => {
      const fresh = await writer.lockStack(id)
      if (!fresh?.lock || !isOver(fresh, now)) return undefined
      const end = { by: SERVER, at: fresh.lock.until, requestId: '' }
      await logLock(writer, fresh, { ...end, what: 'lock-ended', action: 'lock.end', detail: fresh.lock.reason })
      await writer.patchStack(id, { lock: null })
      return fresh
    })
    if (stack) deps.bus.publish({ type: 'lock', stack: refOf(stack) })
  }
}

const isOver = (stack: StackRow, now: number) => stack.lock !== null && lockAt(stack, now) === undefined

/** Records an event of a lock in the stack's lease log and in the audit log. */
export async function logLock(
  writer: Writer,
  stack: StackRow,
  entry: {
    by: Actor
    at: number
    what: 'locked' | 'lock-extended' | 'lock-released' | 'lock-broken' | 'lock-ended'
    action: AuditAction
    detail: string
    requestId: string
  },
): Promise<void> {
  const { by, at, what, action, detail, requestId } = entry
  await writer.appendLeaseLog({ stackId: stack.id, updateId: null, at, what, ...by, detail })
  await audit(writer, { at, by, action, stack, detail, requestId })
}
