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
  const listed = rows.map(async (row) => {
    const run = runOfEntry(row)
    if (run === undefined || row.stackId === null) return [{ ...toEntry(row), started: null }]
    const about = { stackId: row.stackId, run }
    const others = nearby.get(keyOf(row)) ?? []
    if (isStart(row)) {
      const isFolded =
        others.some(isEnd) ||
        (await reader.audit({ ...filter, ...about, after: row.id, order: 'oldest', limit: 1 })).some(isEnd)
      return isFolded ? [] : [{ ...toEntry(row), started: null }]
    }
    const start =
      others.find(isStart) ?? (await reader.audit({ ...about, action: 'update.start', before: row.id, limit: 1 }))[0]
    return [{ ...toEntry(row), started: start === undefined ? null : toEntry(start) }]
  })
  return (await Promise.all(listed)).flat()
}

const keyOf = (row: AuditRow): string => `${row.stackId} ${runOfEntry(row)}`
