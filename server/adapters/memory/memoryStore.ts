import { openDatabase } from '#host/memoryDatabase.ts'
import { type Store, StoreUnavailableError } from '#server/store/port.ts'
import { type Commands, createCommands } from '../sql/commands.ts'
import { keepAllDerived } from '../sql/keepDerived.ts'
import { migrate } from '../sql/migrations.ts'
import { createReadyTexts } from '../sql/pieces/readyTexts.ts'
import { createQueries, type Queries } from '../sql/queries.ts'
import { sqlReader } from '../sql/reader.ts'
import type { Session } from '../sql/session.ts'
import { compileOnly, SQLITE_TYPES } from '../sql/sqliteDialect.ts'
import { createSqliteSessions } from '../sql/sqliteSession.ts'
import { writeWith } from '../sql/writer.ts'
import type { MemoryDatabase, OpenDatabase } from './memoryDatabase.ts'
import { createTakingTurns } from './takingTurns.ts'

/** `copy`: another store with what is committed, for a clock of its own. */
export type MemoryStore = Store & { copy(beside: { clock: () => number }): Promise<MemoryStore> }

type OpenMemoryStore = (beside: { clock: () => number }) => MemoryStore

/** Returns a function that opens empty stores, for the demo and for tests; each begins as a copy of one empty database. */
export async function memoryStores(open: OpenDatabase): Promise<OpenMemoryStore> {
  const db = compileOnly()
  const shared = { open, db, queries: createQueries(db), commands: createCommands(db, { locksRows: false }) }
  const empty = await emptyDatabase(shared)
  return (beside) => openStore(shared, beside, empty)
}

/** What the stores of a page or of a test share. */
type Shared = { open: OpenDatabase; db: ReturnType<typeof compileOnly>; queries: Queries; commands: Commands }

async function emptyDatabase({ open, db, queries, commands }: Shared): Promise<Uint8Array> {
  const database = open()
  // Most tables are empty: with pages of the usual size a copy would take four times as long.
  database.exec('pragma page_size = 1024')
  const session = createSqliteSessions(database)()
  await migrate(db, session, SQLITE_TYPES, 0)
  await keepAllDerived(session, queries, commands)
  const content = database.content()
  database.close()
  return content
}

function openStore(shared: Shared, { clock }: { clock: () => number }, content: Uint8Array): MemoryStore {
  const { queries, commands } = shared
  const database = shared.open(content)
  database.exec('pragma foreign_keys = on')
  database.exec('pragma locking_mode = exclusive') // there is no other connection that could change a page
  const { readOn, writeOn } = sessionsOn(database)
  const turns = createTakingTurns()
  let unchanged: Uint8Array | undefined
  let isClosed = false

  function assertOpen(): void {
    if (isClosed) throw new StoreUnavailableError('The store is closed.')
  }

  async function read<T>(work: (session: Session) => Promise<T>, signal?: AbortSignal): Promise<T> {
    assertOpen()
    return turns.read(() => readOn(work, signal))
  }
  const texts = createReadyTexts(queries, read)

  return {
    now: async () => clock(),
    read: (work, { signal } = {}) => read((session) => work(sqlReader(session, queries)), signal),
    ready: texts.prepare,
    async write(work) {
      assertOpen()
      const using = { queries, commands, ready: texts.ready }
      return turns.write(() => {
        unchanged = undefined
        return writeOn((session) => writeWith(session, using, work))
      })
    },
    async copy(beside) {
      await turns.idle()
      return openStore(shared, beside, (unchanged ??= database.content()))
    },
    async close() {
      isClosed = true
      await turns.idle()
      database.close()
    },
  }
}

/** The only connection has one session at a time; callers take turns. */
function sessionsOn(database: MemoryDatabase) {
  const createSession = createSqliteSessions(database)
  const begin = database.prepare('begin')
  const commit = database.prepare('commit')
  const rollback = database.prepare('rollback')
  return {
    async readOn<T>(work: (session: Session) => Promise<T>, signal?: AbortSignal): Promise<T> {
      const session = createSession(signal)
      try {
        return await work(session)
      } finally {
        session.end()
      }
    },
    async writeOn<T>(work: (session: Session) => Promise<T>): Promise<T> {
      begin.run()
      const session = createSession()
      try {
        const result = await work(session)
        commit.run()
        return result
      } catch (error) {
        rollback.run()
        throw error
      } finally {
        session.end()
      }
    },
  }
}

/** Opens an empty store in memory. */
export const createMemoryStore = await memoryStores(openDatabase)
