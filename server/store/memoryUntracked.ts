import type { AlarmRow, UntrackedRowFilter, UntrackedReader, UntrackedRow, UntrackedWriter } from './port/untracked.ts'
import { copy } from './memoryRows.ts'
import { type View, VersionedTable } from './versioned.ts'

export const untrackedTables = () => ({
  untracked: new VersionedTable<string, UntrackedRow>(),
  alarms: new VersionedTable<string, AlarmRow>(),
})
type Tables = ReturnType<typeof untrackedTables>

export function memoryUntrackedReader(tables: Tables, view: View): UntrackedReader {
  const found = ({ stackId, isOpen, search = '' }: UntrackedRowFilter) => {
    const wanted = search.toLowerCase()
    const rows = [...tables.untracked.values(view)].filter(
      (row) =>
        (stackId === undefined || row.stackId === stackId) &&
        (row.resolvedAt === null) === isOpen &&
        (wanted === '' || `${row.urn}\n${row.resourceId ?? ''}`.toLowerCase().includes(wanted)),
    )
    return rows.toSorted((a, b) => (isOpen ? b.since - a.since : (b.resolvedAt ?? 0) - (a.resolvedAt ?? 0)))
  }
  return {
    untrackedById: async (id) => maybe(tables.untracked.get(id, view)),
    untracked: async ({ limit, offset, ...filter }) =>
      found(filter)
        .slice(offset, offset + limit)
        .map(copy),
    untrackedCount: async (filter) => found(filter).length,
    alarm: async (id) => maybe(tables.alarms.get(id, view)),
    alarms: async ({ stackId, updateId, isOpen, limit }) =>
      [...tables.alarms.values(view)]
        .filter(
          (row) =>
            (stackId === undefined || row.stackId === stackId) &&
            (updateId === undefined || row.updateId === updateId) &&
            (isOpen === undefined || (row.acknowledgedAt === null) === isOpen),
        )
        .toSorted((a, b) => b.at - a.at)
        .slice(0, limit)
        .map(copy),
  }
}

/** `stack` throws if there is no such stack. */
export function memoryUntrackedWriter(tables: Tables, view: View, stack: (id: string) => void): UntrackedWriter {
  const known = <T>(table: VersionedTable<string, T>, id: string, what: string): T => {
    const row = table.get(id, view)
    if (row === undefined) throw new Error(`there is no ${what} ${id}`)
    return row
  }
  return {
    async insertUntracked(rows) {
      for (const row of rows) {
        stack(row.stackId)
        if (tables.untracked.get(row.id, view) !== undefined)
          throw new Error(`untracked resource ${row.id} is there already`)
        tables.untracked.set(row.id, copy(row), view)
      }
    },
    patchUntracked: async (id, patch) =>
      tables.untracked.set(id, copy({ ...known(tables.untracked, id, 'untracked resource'), ...patch }), view),
    async insertAlarm(row) {
      stack(row.stackId)
      if (tables.alarms.get(row.id, view) !== undefined) throw new Error(`alarm ${row.id} is there already`)
      tables.alarms.set(row.id, copy(row), view)
    },
    async acknowledgeAlarm(id, { at, login, reason }) {
      const row = known(tables.alarms, id, 'alarm')
      tables.alarms.set(id, { ...row, acknowledgedAt: at, acknowledgedBy: login, reason }, view)
    },
  }
}

const maybe = <T>(row: T | undefined): T | undefined => (row === undefined ? undefined : copy(row))
