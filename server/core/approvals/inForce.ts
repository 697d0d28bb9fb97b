import type { Reader } from '../../store/port.ts'
import type { ApprovalRow } from '../../store/port/approvals.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { UpdateRow } from '../../store/port/updates.ts'

/**
 * The approvals of the stack that are in force. One for the rest of a run counts for later runs only if it came too late
 * for its own, and only for one run of the same command: a user who allows many steps of one run has not allowed as many
 * of the next.
 */
export async function readInForce(
  reader: Reader,
  { stack, update, now }: { stack: Pick<StackRow, 'id'>; update: Pick<UpdateRow, 'id' | 'kind'>; now: number },
): Promise<ApprovalRow[]> {
  const counted: ApprovalRow[] = []
  for (const row of await reader.approvalsInForce(stack.id, now)) {
    const decidedAt = row.decidedAt ?? now
    if (row.of === 'step' || row.updateId === update.id) counted.push(row)
    else {
      const former = await reader.update(row.updateId)
      const isLate = decidedAt >= row.until || decidedAt > (former?.endedAt ?? Infinity)
      if (isLate && former?.kind === update.kind) counted.push(row)
    }
  }
  return counted
}
