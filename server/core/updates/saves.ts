import type { Deps } from '../../deps.ts'
import type { Writer } from '../../store/port.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import { writeWithLease } from './leasedWrite.ts'
import type { LeaseCall } from '../leases/leaseCall.ts'
import { refOf } from '../stacks/names.ts'
import { forgetWorking, keepWorking, type KnownWorking, workingMark } from '../../texts/workingCache.ts'

/**
 * Runs a save of a running update. `put` stores it and returns what the working text is then; nothing when the save came
 * before, and `moved` when it was made for another text than is there: then nothing is changed.
 */
export async function save(
  deps: Deps,
  call: LeaseCall,
  text: () => string,
  put: (writer: Writer, update: UpdateRow) => Promise<Omit<KnownWorking, 'mark'> | 'moved' | undefined>,
): Promise<'saved' | 'moved'> {
  const outcome = await writeWithLease(deps, call, { what: 'checkpoint', text }, async (writer, update, now) => {
    const known = await put(writer, update)
    if (known === 'moved') return known
    // Never the same moment twice: it distinguishes a save from one that came again under its number.
    const lastWriteAt = Math.max(now, (update.lastWriteAt ?? 0) + 1)
    await writer.patchUpdate(update.id, { lastWriteAt })
    return known && { ...known, mark: workingMark(known.sequenceNumber, lastWriteAt) }
  })
  if (outcome === 'moved') return outcome
  if (outcome === undefined) forgetWorking(deps, call.updateId)
  else keepWorking(deps, call.updateId, outcome)
  deps.bus.publish({ type: 'progress', stack: refOf(call.name), updateId: call.updateId })
  return 'saved'
}
