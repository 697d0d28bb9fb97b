import type { Deps } from '../../deps.ts'
import type { Writer } from '../../store/port.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import { writeWithLease } from './leasedWrite.ts'
import type { LeaseCall } from '../leases/leaseCall.ts'
import { refOf } from '../stacks/names.ts'
import type { KnownWorking } from '../../caches.ts'
import { forgetWorking, keepWorking, workingMark } from '../../texts/working/workingCache.ts'

/**
 * Runs a save of a running update. `put` stores it and returns the new working text; undefined for a repeated save, and
 * `moved` if it was prepared for another text than the current one: then nothing changes.
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
    // Strictly increasing: it distinguishes a save from one that was repeated with the same number.
    const lastWriteAt = Math.max(now, (update.lastWriteAt ?? 0) + 1)
    const { count, ms } = update.saves ?? { count: 0, ms: 0 }
    const saves = { count: count + 1, ms: ms + Math.max(0, now - call.arrivedAt) }
    await writer.patchUpdate(update.id, { lastWriteAt, saves })
    return known && { ...known, mark: workingMark(known.sequenceNumber, lastWriteAt) }
  })
  if (outcome === 'moved') return outcome
  if (outcome === undefined) forgetWorking(deps, call.updateId)
  else keepWorking(deps, call.updateId, outcome)
  deps.bus.publish({ type: 'progress', stack: refOf(call.name), updateId: call.updateId })
  return 'saved'
}
