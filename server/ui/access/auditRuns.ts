import type { AuditEntry, ListedAuditEntry } from '#contract/audit.ts'
import { isEnd, isStart, runOfEntry } from '#domain/auditWords.ts'
import type { Reader } from '../../store/port.ts'
import type { AuditFilter, AuditRow } from '../../store/port/logs.ts'

type Filter = Omit<AuditFilter, 'limit' | 'before'>
type Place = { before: number | undefined; limit: number }

/** Converts a row of the log to an entry of the API. */
export const toEntry = ({ stackId: _, ...row }: AuditRow): AuditEntry => row

/**
 * Lists the log newest first, with one entry for each run: its end, which carries its start. A start is listed by itself
 * only while no end of its run is in the list, on this page or a newer one. The log itself keeps both.
 */
export async function entriesByRun(reader: Reader, filter: Filter, place: Place): Promise<ListedAuditEntry[]> {
  const { limit } = place
  const entries: ListedAuditEntry[] = []
  let { before } = place
  // Starts fall away, so a page may need more rows than it has entries.
  while (entries.length < limit) {
    const rows = await reader.audit({ ...filter, ...(before !== undefined && { before }), limit })
    entries.push(...(await byRun(reader, filter, rows)))
    if (rows.length < limit) break
    before = rows.at(-1)?.id
  }
  return entries.slice(0, limit)
}

async function byRun(reader: Reader, filter: Filter, rows: readonly AuditRow[]): Promise<ListedAuditEntry[]> {
  const nearby = Map.groupBy(rows, keyOf)
  const has = (row: AuditRow, is: typeof isStart) => (nearby.get(keyOf(row)) ?? []).some(is)
  const [ended, starts] = await Promise.all([
    othersOf(
      reader,
      filter,
      rows.filter((row) => isStart(row) && !has(row, isEnd)),
    ).then((found) => found.filter(isEnd)),
    othersOf(
      reader,
      {},
      rows.filter((row) => isEnd(row) && !has(row, isStart)),
    ).then((found) => found.filter(isStart)),
  ])
  const hasEnd = new Set(ended.map(keyOf))
  const startOf = new Map([...starts, ...rows.filter(isStart)].map((row) => [keyOf(row), row]))
  return rows.flatMap((row) => {
    if (isStart(row) && (has(row, isEnd) || hasEnd.has(keyOf(row)))) return []
    const start = isEnd(row) ? startOf.get(keyOf(row)) : undefined
    return [{ ...toEntry(row), started: start === undefined ? null : toEntry(start) }]
  })
}

/** Starts and ends of the runs of these rows, elsewhere in the log: one statement for all. */
async function othersOf(reader: Reader, filter: Filter, rows: readonly AuditRow[]): Promise<AuditRow[]> {
  const runs = rows.flatMap((row) => {
    const run = runOfEntry(row)
    return run === undefined || row.stackId === null ? [] : { stackId: row.stackId, run }
  })
  return runs.length === 0 ? [] : reader.audit({ ...filter, runs, limit: ENTRIES_OF_A_RUN * runs.length })
}

/** A start, a release of its lease, and an end. */
const ENTRIES_OF_A_RUN = 3

/** What an entry is about: a run of a stack. Entries that are about none have none in common. */
const keyOf = (row: AuditRow): string => {
  const run = runOfEntry(row)
  return run === undefined || row.stackId === null ? `entry ${row.id}` : `${row.stackId} ${run}`
}
