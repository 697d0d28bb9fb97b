import { chmod, mkdir, open } from 'node:fs/promises'
import path from 'node:path'
import { type ReadOptions, type Store, StoreUnavailableError } from '#server/store/port.ts'
import { createCommands } from '../sql/commands.ts'
import { keepAllDerived } from '../sql/keepDerived.ts'
import { migrate } from '../sql/migrations.ts'
import { createQueries } from '../sql/queries.ts'
import { createTurns } from '../sql/turns.ts'
import { sqlReader } from '../sql/reader.ts'
import type { Session } from '../sql/session.ts'
import { compileOnly, SQLITE_TYPES } from '../sql/sqliteDialect.ts'
import { createReadyTexts } from '../sql/pieces/readyTexts.ts'
import type { Packer } from '../sql/pieces/textWriter.ts'
import { writeWith } from '../sql/writer.ts'
import { type Connection, type ConnectionOptions, openConnection } from './sqliteConnection.ts'
import { createWrites } from './sqliteWrites.ts'

type Options = ConnectionOptions & {
  /** The database file; created, with its directory, if missing. */
  path: string
  clock: () => number
  /** Cuts and compresses large texts; without it, this thread does. */
  packer?: Packer
}

/** Reader connections kept open; more concurrent readers are served, too. */
const IDLE_READERS = 4
/** Milliseconds after the last write until the write-ahead log is emptied. */
const QUIET_MS = 500
/** Searches that run at once: each of them lets other calls go first a thousand rows later. */
const MAX_SEARCHES = 2

/**
 * Opens the embedded store: one file, one writer at a time across all processes, readers on snapshots. Throws
 * `NewerDatabaseError` if the file is newer than this version and `StoreUnavailableError` if it cannot be used.
 */
export async function openSqliteStore(options: Options): Promise<Store> {
  const { clock, packer, ...connectionOptions } = options
  const file = path.resolve(options.path)
  await makePrivate(file)

  const db = compileOnly()
  const queries = createQueries(db)
  const commands = createCommands(db, { locksRows: false })
  const connect = () => openConnection(file, connectionOptions)

  const writer = await connect()
  await prepareWith(writer, async (session) => {
    await migrate(db, session, SQLITE_TYPES, clock())
    await keepAllDerived(session, queries, commands)
  })

  const readers = createReaders(connect)
  const writes = createWrites(writer)
  const searches = createTurns({ atOnce: MAX_SEARCHES })
  let isClosed = false

  /** A commit waits for the disk once; emptying the log takes ten times as long, so it is done between writes. */
  const checkpointSoon = setTimeout(() => {
    if (!writes.isIdle()) checkpointSoon.refresh()
    else if (!isClosed) emptyLog(writer)
  }, QUIET_MS).unref()

  const assertOpen = () => {
    if (isClosed) throw new StoreUnavailableError('The store is closed.')
  }

  async function read<T>(work: (session: Session) => Promise<T>, { share, signal }: ReadOptions = {}): Promise<T> {
    assertOpen()
    if (share === 'searches') return searches.take(() => read(work, { ...(signal && { signal }) }), signal)
    return readers.read(work, signal)
  }
  const texts = createReadyTexts(queries, read, packer)

  return {
    now: async () => clock(),
    read: (work, options) => read((session) => work(sqlReader(session, queries)), options),
    ready: texts.prepare,
    async write(work) {
      assertOpen()
      checkpointSoon.refresh()
      return writes.write((session) => writeWith(session, { queries, commands, ready: texts.ready }, work))
    },
    async close() {
      isClosed = true
      clearTimeout(checkpointSoon)
      await writes.idle()
      readers.close()
      writer.close()
    },
  }
}

/** Prepares the database with its first write; a connection that fails at it is closed. */
async function prepareWith(writer: Connection, work: (session: Session) => Promise<void>): Promise<void> {
  try {
    await writer.transaction('immediate', work)
  } catch (error) {
    writer.close()
    throw error
  }
}

/** Reads on connections of their own, of which some stay open. */
function createReaders(connect: () => Promise<Connection>) {
  const idle: Connection[] = []
  let isClosed = false
  return {
    async read<T>(work: (session: Session) => Promise<T>, signal?: AbortSignal): Promise<T> {
      const connection = idle.pop() ?? (await connect())
      try {
        return await connection.transaction('deferred', work, signal)
      } finally {
        if (isClosed || idle.length >= IDLE_READERS) connection.close()
        else idle.push(connection)
      }
    },
    close() {
      isClosed = true
      for (const connection of idle.splice(0)) connection.close()
    },
  }
}

/** A failure, on a full disk for example, is retried after the next write. */
function emptyLog(writer: Connection): void {
  try {
    writer.checkpoint()
  } catch {
    // every commit is in the log, from which readers continue to read
  }
}

/** Sets the mode of the file; SQLite gives `-wal` and `-shm` the same. */
async function makePrivate(file: string): Promise<void> {
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
    await (await open(file, 'a', 0o600)).close()
    await chmod(file, 0o600)
  } catch (error) {
    throw new StoreUnavailableError(`The database ${file} cannot be opened for writing.`, { cause: error })
  }
}
