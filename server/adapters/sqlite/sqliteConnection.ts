import { setTimeout as wait } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { StoreUnavailableError } from '#server/store/port.ts'
import { type Session, UniqueViolationError, type Value } from '../sql/session.ts'
import { createSqliteSessions } from '../sql/sqliteSession.ts'

export type ConnectionOptions = {
  /** How long to wait for other processes; milliseconds. */
  patienceMs?: number
  /** `OFF` only to measure the cost of durability. */
  synchronous?: 'FULL' | 'OFF'
}

export type Work = (session: Session) => Promise<unknown>

export type Connection = {
  /** `immediate` takes the write lock at once; `deferred` reads a snapshot. An error in `work` rolls back. */
  transaction<T>(
    mode: 'immediate' | 'deferred',
    work: (session: Session) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T>
  /**
   * Runs several writes in order, each all or nothing, with one commit for all. Rejects if the disk failed: then none
   * of them was kept.
   */
  together(works: readonly Work[]): Promise<({ value: unknown } | { error: unknown })[]>
  /** Moves the content of the write-ahead log into the database, as far as no reader needs it in the log. */
  checkpoint(): void
  close(): void
}

/**
 * How long SQLite itself may wait for a lock, in milliseconds. It blocks the event loop, so longer waits are made here:
 * between attempts, the process continues to answer.
 */
const BLOCKING_WAIT_MS = 20
const RETRY_MS = 5
/**
 * Number of pages in the write-ahead log (32 MB) from which SQLite empties it inside a commit, whose caller waits for
 * it. The store empties it earlier, whenever there are no writes.
 */
const MAX_LOGGED_PAGES = 8_000

export async function openConnection(
  file: string,
  { patienceMs = 10_000, synchronous = 'FULL' }: ConnectionOptions,
): Promise<Connection> {
  const patiently = createPatience(patienceMs)
  const database = await patiently(() => openDatabase(file, synchronous))
  return {
    ...transactionsOn(database, patiently),
    checkpoint: () => void database.pragma('wal_checkpoint(PASSIVE)'),
    close: () => void database.close(),
  }
}

type Patiently = <T>(attempt: () => T) => Promise<T>

/** Repeats an attempt for a while, as long as another process holds the database. */
const createPatience =
  (patienceMs: number): Patiently =>
  async (attempt) => {
    const deadline = performance.now() + patienceMs
    for (;;) {
      try {
        return attempt()
      } catch (error) {
        if (!isBusy(error) || performance.now() >= deadline) throw asStoreError(error)
        await wait(RETRY_MS)
      }
    }
  }

function openDatabase(file: string, synchronous: 'FULL' | 'OFF'): Database.Database {
  const opened = new Database(file, { timeout: BLOCKING_WAIT_MS, fileMustExist: true })
  try {
    opened.pragma('journal_mode = WAL')
    opened.pragma(`synchronous = ${synchronous}`)
    opened.pragma(`wal_autocheckpoint = ${MAX_LOGGED_PAGES}`)
    opened.pragma('foreign_keys = ON')
    return opened
  } catch (error) {
    opened.close()
    throw error
  }
}

type Outcome = { value: unknown } | { error: unknown }

function transactionsOn(
  database: Database.Database,
  patiently: Patiently,
): Pick<Connection, 'transaction' | 'together'> {
  const begin = {
    immediate: database.prepare('begin immediate'),
    deferred: database.prepare('begin deferred'),
  }
  const commit = database.prepare('commit')
  const rollback = database.prepare('rollback')
  const createSession = createSqliteSessions({ prepare: (sql) => database.prepare<Value[]>(sql), asStoreError })
  const oneOfSeveral = createSavepoints(database, createSession)

  async function transaction<T>(
    mode: 'immediate' | 'deferred',
    work: (session: Session) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    await patiently(() => begin[mode].run())
    const session = createSession(signal)
    try {
      const result = await work(session)
      session.end()
      commit.run()
      return result
    } catch (error) {
      session.end()
      if (database.inTransaction) rollback.run()
      throw asStoreError(error)
    }
  }

  const alone = (work: Work): Promise<Outcome> =>
    transaction('immediate', work).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )

  return {
    async together(works) {
      const [only] = works
      // Without others there is nothing that a rollback should keep: a savepoint would be two statements more.
      if (works.length === 1 && only !== undefined) return [await alone(only)]
      await patiently(() => begin.immediate.run())
      try {
        const outcomes = []
        for (const work of works) outcomes.push(await oneOfSeveral(work))
        commit.run()
        return outcomes
      } catch (error) {
        if (database.inTransaction) rollback.run()
        throw asStoreError(error)
      }
    },
    transaction,
  }
}

/** Runs one of several works of a transaction: an error takes back what it did, and nothing else. */
function createSavepoints(database: Database.Database, createSession: ReturnType<typeof createSqliteSessions>) {
  const begin = database.prepare('savepoint one')
  const release = database.prepare('release one')
  const rollback = database.prepare('rollback to one')
  return async (work: Work): Promise<Outcome> => {
    begin.run()
    const session = createSession()
    try {
      const value = await work(session)
      session.end()
      release.run()
      return { value }
    } catch (error) {
      session.end()
      if (!database.inTransaction) throw error // SQLite rolled back the whole transaction
      rollback.run()
      release.run()
      return { error: asStoreError(error) }
    }
  }
}

const isBusy = (error: unknown) => error instanceof Database.SqliteError && /^SQLITE_(BUSY|LOCKED)/.test(error.code)

/** Errors that an operator can fix, by the start of SQLite's code. */
const REASONS: readonly [RegExp, string][] = [
  [/^SQLITE_FULL/, 'the disk is full'],
  [/^SQLITE_(BUSY|LOCKED|PROTOCOL)/, 'another process holds it'],
  [/^SQLITE_(READONLY|PERM|AUTH)/, 'it may not be written'],
  [/^SQLITE_CANTOPEN/, 'its file cannot be opened'],
  [/^SQLITE_(CORRUPT|NOTADB)/, 'its file is damaged or not a database'],
  [/^SQLITE_(IOERR|NOMEM)/, 'reading or writing its file failed'],
]

/** Translates errors of the disk and the file into the port's errors; errors of callers are returned unchanged. */
export function asStoreError(error: unknown): unknown {
  if (!(error instanceof Database.SqliteError)) return error
  if (error.code === 'SQLITE_CONSTRAINT_UNIQUE') return new UniqueViolationError(error.message, { cause: error })
  const reason = REASONS.find(([code]) => code.test(error.code))?.[1]
  if (reason === undefined) return error
  return new StoreUnavailableError(`The database cannot be used now: ${reason} (${error.code}).`, { cause: error })
}
