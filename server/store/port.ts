import type { AccessReader, AccessWriter } from './port/access.ts'
import type { ApprovalReader, ApprovalWriter } from './port/approvals.ts'
import type { BackendReader, BackendWriter } from './port/backends.ts'
import type { EventReader, EventWriter } from './port/events.ts'
import type { JournalReader, JournalWriter } from './port/journal.ts'
import type { UntrackedReader, UntrackedWriter } from './port/untracked.ts'
import type { LogReader, LogWriter } from './port/logs.ts'
import type { SearchReader, SearchWriter } from './port/search.ts'
import type { StackReader, StackWriter } from './port/stacks.ts'
import type { StateReader, StateWriter } from './port/states.ts'
import type { UpdateReader, UpdateWriter } from './port/updates.ts'

/**
 * The interface of every store, the sum of the interfaces in `port/`, one for each subject. The rules (who may start,
 * what an end does) are implemented once, above it; a store provides atomic transactions, a lock on a stack, durable
 * rows and byte-exact texts. `suite.ts` of `testing/store` contains the tests that each store must pass.
 */
export interface Store {
  /** The current time by the store's own clock, in epoch milliseconds. */
  now(): Promise<number>
  /** Runs `work` on a consistent view. */
  read<T>(work: (reader: Reader) => Promise<T>, options?: ReadOptions): Promise<T>
  /**
   * Runs `work` in a transaction: all or nothing, durable when the promise resolves. An error rolls everything back.
   * Must not be nested.
   */
  write<T>(work: (writer: Writer) => Promise<T>, options?: WriteOptions): Promise<T>
  /**
   * Does in advance the expensive part of storing a text (cutting, compressing), so that no one waits for a transaction
   * that does it. Returns the text to store, as a state of a stack or as a working text; the text passed in must not be
   * used any more.
   */
  ready(text: Uint8Array, as: { stackId: string } | 'working'): Promise<Uint8Array>
  close(): Promise<void>
}

/**
 * Who reads. Leases have connections of their own, so that no other caller makes a renewal wait. Searches share few, and
 * wait for each other.
 */
export type Share = 'leases' | 'searches'

export type ReadOptions = {
  share?: Share
  /** Aborted when the caller has gone: a search then ends, or does not begin. */
  signal?: AbortSignal
}

/** Calls with a lease have connections of their own for writes, too: others may all wait for the same row. */
export type WriteOptions = { share?: 'leases' }

export interface Reader
  extends
    AccessReader,
    ApprovalReader,
    BackendReader,
    EventReader,
    JournalReader,
    UntrackedReader,
    LogReader,
    SearchReader,
    StackReader,
    StateReader,
    UpdateReader {
  meta(key: string): Promise<string | undefined>
}

/**
 * Rows that a writer reads of an update, a session, a user or `meta` by name, or of a token by id, do not change until
 * the end of its transaction: other writers wait. So a call may base decisions on them; an update is locked by locking
 * its stack.
 */
export interface Writer
  extends
    Reader,
    AccessWriter,
    ApprovalWriter,
    BackendWriter,
    EventWriter,
    JournalWriter,
    UntrackedWriter,
    LogWriter,
    SearchWriter,
    StackWriter,
    StateWriter,
    UpdateWriter {
  setMeta(key: string, value: string): Promise<void>
}

/** The part of a reader that serves pages of lists. */
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
  | 'tags'
  | 'orphanedUpdateOf'
  | 'history'
>

/** The same store for calls with a lease. */
export const leasedStore = (store: Store): Store => ({
  ...store,
  read: (work, options) => store.read(work, { share: 'leases', ...options }),
  write: (work) => store.write(work, { share: 'leases' }),
})

/** The store cannot be reached or written at the moment (disk full, database away). */
export class StoreUnavailableError extends Error {}
