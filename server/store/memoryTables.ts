import { untrackedTables } from './memoryUntracked.ts'
import { searchTables } from './memorySearch.ts'
import type { CodeRow, CredentialChangeRow, SessionRow, TokenRow, UserRow } from './port/access.ts'
import type { EventRow } from './port/events.ts'
import type { JournalRow } from './port/journal.ts'
import type { AuditRow, LeaseLogRow } from './port/logs.ts'
import type { StackName, StackRow, TicketRow } from './port/stacks.ts'
import type { PatchedWorking, StateRow } from './port/states.ts'
import type { FoldRow, LateRow, UpdateRow } from './port/updates.ts'
import { VersionedLogs, VersionedTable } from './versioned.ts'

/** Rows by id; the other tables are indexes without which reads would be slow. */
export function createTables() {
  const tables = {
    meta: new VersionedTable<string, string>(),
    users: new VersionedTable<string, UserRow>(),
    tokens: new VersionedTable<string, TokenRow>(),
    sessions: new VersionedTable<string, SessionRow>(),
    codes: new VersionedTable<string, CodeRow>(),
    credentialChanges: new VersionedTable<number, CredentialChangeRow>(),
    stacks: new VersionedTable<string, StackRow>(),
    /** Ids of live stacks, by name. */
    stackNames: new VersionedTable<string, string>(),
    /** Ids of live stacks with a lock, which every check of locks needs. */
    lockedStacks: new VersionedTable<string, string>(),
    tickets: new VersionedTable<string, TicketRow>(),
    updates: new VersionedTable<string, UpdateRow>(),
    /** Ids of running updates with a lease, which every check of leases needs. */
    runningUpdates: new VersionedTable<string, string>(),
    states: new VersionedTable<string, { row: StateRow; text: Uint8Array | undefined }>(),
    workings: new VersionedTable<string, PatchedWorking>(),
    ...untrackedTables(),
    ...searchTables(),
    folds: new VersionedTable<string, FoldRow>(),
  }
  const logs = {
    /** Ids of updates, by stack. */
    updatesOf: new VersionedLogs<string>(),
    statesOf: new VersionedLogs<string>(),
    journals: new VersionedLogs<JournalRow>((row) => row.sequenceID),
    events: new VersionedLogs<EventRow>((row) => row.sequence),
    /** The numbers of events that are log lines, by update. */
    lines: new VersionedLogs<number>(),
    late: new VersionedLogs<LateRow>(),
    leaseLogs: new VersionedLogs<LeaseLogRow>(),
    /** A single log, under the owner ''. */
    audit: new VersionedLogs<AuditRow>(),
  }
  return withAll({ ...tables, ...logs })
}

type Transactional = { commit(oldest: number): void; rollback(): void }

function withAll<T extends Record<string, object>>(tables: T): T & { all: Transactional[] } {
  const all = Object.values(tables).map((table) => ('table' in table ? table.table : table) as Transactional) // a log has one
  return { ...tables, all }
}

export type Tables = ReturnType<typeof createTables>

/** Independent tables with what was committed last. */
export function copyTables({ all: _all, ...tables }: Tables): Tables {
  const copies = Object.entries(tables).map(([name, table]) => [name, table.copy()])
  return withAll(Object.fromEntries(copies) as Omit<Tables, 'all'>) // each under its own name
}

export const nameKey = ({ org, project, name }: StackName) => JSON.stringify([org, project, name])
