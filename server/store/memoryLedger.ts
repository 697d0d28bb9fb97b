import type { AlarmRow, LedgerFilter, LedgerReader, LedgerRow, LedgerWriter } from './port/ledger.ts'
import { copy } from './memoryRows.ts'
import { type View, VersionedTable } from './versioned.ts'

export const ledgerTables = () => ({
  ledger: new VersionedTable<string, LedgerRow>(),
  alarms: new VersionedTable<string, AlarmRow>(),
})
type Tables = ReturnType<typeof ledgerTables>

export function memoryLedgerReader(tables: Tables, view: View): LedgerReader {
  const found = ({ stackId, isOpen, search = '' }: LedgerFilter) => {
    const wanted = search.toLowerCase()
    const rows = [...tables.ledger.values(view)].filter(
      (row) =>
        (stackId === undefined || row.stackId === stackId) &&
        (row.settledAt === null) === isOpen &&
        (wanted === '' || `${row.urn}\n${row.resourceId ?? ''}`.toLowerCase().includes(wanted)),
    )
    return rows.toSorted((a, b) => (isOpen ? b.since - a.since : (b.settledAt ?? 0) - (a.settledAt ?? 0)))
  }
  return {
    ledgerRow: async (id) => maybe(tables.ledger.get(id, view)),
    ledger: async ({ limit, offset, ...filter }) =>
      found(filter)
        .slice(offset, offset + limit)
        .map(copy),
    ledgerCount: async (filter) => found(filter).length,
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
export function memoryLedgerWriter(tables: Tables, view: View, stack: (id: string) => void): LedgerWriter {
  const known = <T>(table: VersionedTable<string, T>, id: string, what: string): T => {
    const row = table.get(id, view)
    if (row === undefined) throw new Error(`there is no ${what} ${id}`)
    return row
  }
  return {
    async insertLedger(rows) {
      for (const row of rows) {
        stack(row.stackId)
        if (tables.ledger.get(row.id, view) !== undefined) throw new Error(`ledger ${row.id} is there already`)
        tables.ledger.set(row.id, copy(row), view)
      }
    },
    patchLedger: async (id, patch) =>
      tables.ledger.set(id, copy({ ...known(tables.ledger, id, 'ledger row'), ...patch }), view),
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
