import type { Writer } from '../../store/port.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { Actor } from '../access/actor.ts'
import { DomainError } from '../../errors.ts'
import { nameOf } from '../stacks/names.ts'
import { holderOf } from '../leases/holder.ts'
import { lockAt } from '../locks/lockEnds.ts'
import { logRefusal } from './updates.ts'

/**
 * Returns the refusal of a write to a stack whose lease is held, or that is locked for maintenance, even by the caller;
 * it is recorded for the lease card. Undefined if the stack is free.
 */
export const forbidWhileHeld = async (
  writer: Writer,
  stack: StackRow,
  by: Actor,
  now: number,
  what: 'import' | 'rename' | 'delete',
): Promise<DomainError | undefined> => {
  const lock = lockAt(stack, now)
  if (lock !== undefined) {
    await logRefusal(writer, stack, by, now, what)
    return new DomainError({ kind: 'stackLocked', stack: nameOf(stack), lock })
  }
  if (stack.holderId === null) return undefined
  await logRefusal(writer, stack, by, now, what)
  const holder = await writer.update(stack.holderId)
  return new DomainError({
    kind: 'leaseHeld',
    updateId: stack.holderId,
    holder: holder ? holderOf(stack, holder, now) : null,
  })
}
