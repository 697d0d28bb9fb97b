import type { LateReportTime } from '#domain/lease/lateReports.ts'
import type { Store } from '#server/store/port.ts'
import { anUpdate } from './rows.ts'

/** What takes a database back to where nothing is known of late reports, as it was when their column was added. */
export const WITHOUT_LATE_REPORTS = `update "updates" set "lateReport" = null`
/** The number of the migration that fills it. */
export const LATE_REPORTS_MIGRATION = 5

const EXPIRED = { status: 'failed', endReason: 'expiry', endedAt: 2_000 } as const

/** Updates that ended in different ways, with what their clients sent afterwards. */
export const seedLateReports = (store: Store): Promise<void> =>
  store.write(async (writer) => {
    const ended = { silent: {}, called: {}, events: {}, closed: {}, renewed: { cameBackAt: 4_000 } }
    for (const [id, changes] of Object.entries(ended))
      await writer.insertUpdate(anUpdate({ id, ...EXPIRED, ...changes }))
    await writer.insertUpdate(anUpdate({ id: 'complete', status: 'failed', endReason: 'complete', endedAt: 2_000 }))
    await writer.insertUpdate(anUpdate({ id: 'running', status: 'running', endReason: null, endedAt: null }))
    for (const id of ['called', 'closed', 'complete', 'running'])
      for (const receivedAt of [3_000, 5_000])
        await writer.appendLate(id, { receivedAt, what: 'journal entries', text: '[]' })
    await writer.appendEvents('events', [{ sequence: 1, text: 'in time' }], 1_500, false)
    await writer.appendEvents('events', [{ sequence: 2, text: 'late' }], 6_000, true)
    await writer.appendEvents('silent', [{ sequence: 1, text: 'in time' }], 1_500, false)
    await writer.appendLate('closed', { receivedAt: 4_500, what: 'complete', text: '{}' })
  })

/** What is then known of them. */
export const LATE_REPORTS: Readonly<Record<string, LateReportTime | null>> = {
  silent: null,
  called: { at: 5_000, isOver: false },
  events: { at: 6_000, isOver: false },
  closed: { at: 5_000, isOver: true },
  renewed: { at: 4_000, isOver: false },
  complete: null,
  running: null,
}

export const lateReportsOf = (store: Store): Promise<Record<string, LateReportTime | null | undefined>> =>
  store.read(async (reader) => {
    const found: Record<string, LateReportTime | null | undefined> = {}
    for (const id of Object.keys(LATE_REPORTS)) found[id] = (await reader.update(id))?.lateReport
    return found
  })
