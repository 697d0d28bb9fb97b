import type { Deps } from '../../deps.ts'
import type { StackRow, Writer } from '../../store/port.ts'
import type { Actor } from '../access/actor.ts'
import { conflictWarning, lockWarning } from './conflict.ts'
import { CliError, CONFLICT } from '../errors.ts'
import { lockAt } from '../locks/lockEnds.ts'
import { logRefusal } from './updates.ts'

/**
 * The refusal of a write to a stack whose lease somebody holds, or that is held for maintenance, whoever holds it;
 * remembered for the lease card. Undefined when it is free.
 */
export const forbidWhileHeld = async (
  deps: Deps,
  writer: Writer,
  stack: StackRow,
  by: Actor,
  now: number,
  what: 'import' | 'rename' | 'delete',
) => {
  const lock = lockAt(stack, now)
  if (lock !== undefined) {
    await logRefusal(writer, stack, by, now, what)
    return new CliError(409, CONFLICT, lockWarning(deps, stack, lock))
  }
  if (stack.holderId === null) return undefined
  await logRefusal(writer, stack, by, now, what)
  const holder = await writer.update(stack.holderId)
  return new CliError(409, CONFLICT, holder ? conflictWarning(deps, stack, holder, now) : {})
}
