import type { Writer } from '../../store/port.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import { ofApprovals } from './settle.ts'

/** Ends what an update waits for, with the update. */
export async function endApprovals(writer: Writer, update: UpdateRow, now: number): Promise<Partial<UpdateRow>> {
  if (update.awaiting === null) return {}
  await writer.endApprovals(update.id, now)
  return ofApprovals(await writer.approvalsOfUpdate(update.id), update)
}

/** Moves the times of what an update waits for by `ms`: no server was there, or its clock was set. */
export async function postponeApprovals(writer: Writer, update: UpdateRow, ms: number): Promise<Partial<UpdateRow>> {
  if (update.awaiting === null) return {}
  const rows = await writer.approvalsOfUpdate(update.id)
  const moved = rows.map((row) =>
    row.status === 'waiting' ? { ...row, since: row.since + ms, until: row.until + ms } : row,
  )
  for (const { id, status, since, until } of moved)
    if (status === 'waiting') await writer.patchApproval(id, { since, until })
  return ofApprovals(moved, update)
}
