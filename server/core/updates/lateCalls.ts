import { type LateReportTime, withReport } from '#domain/lease/lateReports.ts'
import type { Deps } from '../../deps.ts'
import type { Writer } from '../../store/port.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import { createsInJournal, recordLate } from '../stacks/untracked.ts'
import { refOf } from '../stacks/names.ts'
import { isExpired } from '../leases/leaseState.ts'
import { isReturnKnown, keepLate } from './lateEvidence.ts'
import { callerOf, type LeaseCall } from '../leases/leaseCall.ts'

/**
 * The columns of an update whose client reported after its end; none if it had ended the run itself, since its calls may
 * cross with that. Of an update that has only lost its right to write, only the end of its run is one.
 */
export const lateReport = (
  update: Pick<UpdateRow, 'status' | 'endReason' | 'lateReport'>,
  report: LateReportTime,
): Partial<UpdateRow> =>
  isEndedByOthers(update) || (update.status === 'running' && report.isOver)
    ? { lateReport: withReport(update.lateReport, report) }
    : {}

/** Whether an update has ended, but not by its own client. */
const isEndedByOthers = ({ status, endReason }: Pick<UpdateRow, 'status' | 'endReason'>): boolean =>
  status !== 'running' && endReason !== 'complete'

/**
 * Announces a report that came after the end, the first one or that of the end: lists and pages say that the process may
 * still be running. `update`: before the report.
 */
export function announceLate({ bus }: Deps, { name, updateId }: LeaseCall, update: UpdateRow, isEnd = false): void {
  if (isEndedByOthers(update) && (update.lateReport === null || isEnd))
    bus.publish({ type: 'lease', stack: refOf(name), updateId })
}

/** Records that the client of an ended update called again; also with the update, if the server had closed it. */
export async function recordReturn(
  writer: Writer,
  call: LeaseCall,
  update: UpdateRow,
  { at, detail, isEnd = false }: { at: number; detail: string; isEnd?: boolean },
): Promise<void> {
  if (update.dryRun) return // a dry run held no lease
  const { id: updateId, stackId } = update
  if (!(await isReturnKnown(writer, update))) {
    await writer.appendLeaseLog({ stackId, updateId, at, what: 'came-back', ...callerOf(call, update), detail })
  }
  const isGivenUp = update.endReason === 'expiry' || isExpired(update, at)
  await writer.patchUpdate(updateId, {
    ...lateReport(update, { at, isOver: isEnd }),
    ...(isGivenUp && update.cameBackAt === null && { cameBackAt: at }),
  })
}

/** The name of refused journal entries in the evidence. */
export const JOURNAL = 'journal entries'

/** A write that came too late: its name in the evidence, and its content. */
export type LateWrite = { what: string; text: () => string }

/**
 * Stores a write that came after the end as evidence: the creates in flight of a cancelled client complete, and report
 * the ids that users look for. Returns the stack if its list of untracked resources changed.
 */
export async function keepLateWrite(
  deps: Deps,
  writer: Writer,
  call: LeaseCall,
  { update, at, what, text }: LateWrite & { update: UpdateRow; at: number },
): Promise<StackRow | undefined> {
  const sent = text()
  const isKept = await keepLate(writer, update.id, { receivedAt: at, what, text: sent })
  await recordReturn(writer, call, update, { at, detail: what })
  if (!isKept || what !== JOURNAL) return undefined
  return recordLate(deps, writer, { update, at, creates: createsInJournal(sent, at) })
}
