import type { AccessReader, AccessWriter } from './port/access.ts'
import type { EventReader, EventWriter } from './port/events.ts'
import type { JournalReader, JournalWriter } from './port/journal.ts'
import type { LedgerReader, LedgerWriter } from './port/ledger.ts'
import type { LogReader, LogWriter } from './port/logs.ts'
import type { SearchReader, SearchWriter } from './port/search.ts'
import type { StackReader, StackWriter } from './port/stacks.ts'
import type { StateReader, StateWriter } from './port/states.ts'
import type { UpdateReader, UpdateWriter } from './port/updates.ts'

/**
 * What every store offers, the sum of what `port/` says of each subject. The rules (who may start, what an end does) live
 * above it, once; a store gives atomic transactions, a lock on a stack, durable rows and byte-exact texts. `suite.ts` of
 * `testing/store` holds what each must pass.
 */
export interface Store {
  /** Epoch milliseconds by the store's own clock. */
  now(): Promise<number>
  /** A consistent view. */
  read<T>(work: (reader: Reader) => Promise<T>): Promise<T>
  /** All or nothing, durable when the promise resolves. A throw rolls everything back. Not to be nested. */
  write<T>(work: (writer: Writer) => Promise<T>): Promise<T>
  /**
   * Does beforehand what putting a text takes (cutting, compressing), so that no one waits for a transaction that does
   * it. Returns the text to be put, as a state of a stack or as a working text; the one given may not be used any more.
   */
  ready(text: Uint8Array, as: { stackId: string } | 'working'): Promise<Uint8Array>
  close(): Promise<void>
}

export interface Reader
  extends
    AccessReader,
    EventReader,
    JournalReader,
    LedgerReader,
    LogReader,
    SearchReader,
    StackReader,
    StateReader,
    UpdateReader {
  meta(key: string): Promise<string | undefined>
}

/**
 * What a writer reads of an update, a session, a user or `meta` by its name, or of a token by its id, stays so to the end
 * of its transaction: other writers wait. So a call may decide by what it read; an update is held by holding its stack.
 */
export interface Writer
  extends
    Reader,
    AccessWriter,
    EventWriter,
    JournalWriter,
    LedgerWriter,
    LogWriter,
    SearchWriter,
    StackWriter,
    StateWriter,
    UpdateWriter {
  setMeta(key: string, value: string): Promise<void>
}

/** The part of a reader that pages lists. */
export type ListReader = Pick<
  Reader,
  | 'stackPage'
  | 'stackTallies'
  | 'lastRuns'
  | 'startedSince'
  | 'stackCount'
  | 'stackLines'
  | 'listedStacks'
  | 'stackReferences'
  | 'projects'
  | 'organizations'
  | 'orphanedUpdateOf'
  | 'history'
  | 'fold'
>

/** The store cannot be reached or written right now (disk full, database away). */
export class StoreUnavailableError extends Error {}
