import type { Deps } from '../deps.ts'
import type { StackRow, Writer } from '../store/port.ts'
import type { Actor } from './actor.ts'
import { conflictWarning } from './conflict.ts'
import { CliError, CONFLICT } from './errors.ts'
import { logRefusal } from './updates.ts'

/** The refusal of a write to a stack whose lease somebody holds, remembered for the lease card; undefined when it is free. */
export const forbidWhileHeld = async (
  deps: Deps,
  writer: Writer,
  stack: StackRow,
  by: Actor,
  now: number,
  what: 'import' | 'rename' | 'delete',
) => {
  if (stack.holderId === null) return undefined
  await logRefusal(writer, stack, by, now, what)
  const holder = await writer.update(stack.holderId)
  return new CliError(409, CONFLICT, holder ? conflictWarning(deps, stack, holder, now) : {})
}
