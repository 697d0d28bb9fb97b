import type { Writer } from '../../store/port.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import { ofApprovals } from './settle.ts'

/** Ends what an update waits for, with the update. */
export async function endApprovals(writer: Writer, update: UpdateRow, now: number): Promise<Partial<UpdateRow>> {
  if (update.awaiting === null) return {}
  await writer.endApprovals(update.id, now)
  return ofApprovals(await writer.approvalsOfUpdate(update.id), update)
}
