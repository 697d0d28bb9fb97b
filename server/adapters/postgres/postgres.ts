import { setTimeout as wait } from 'node:timers/promises'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type pg from 'pg'
import { type ReadOptions, type Store, StoreUnavailableError } from '#server/store/port.ts'
import { createDatabaseClock } from './postgresClock.ts'
import { readTransaction, wasCommitted, writeTransaction } from './postgresConnection.ts'
import { asStoreError, isTransient } from './postgresErrors.ts'
import { createPool } from './postgresPool.ts'
import { createCommands } from '../sql/commands.ts'
import { keepAllDerived } from '../sql/keepDerived.ts'
import { migrate } from '../sql/migrations.ts'
import { createQueries } from '../sql/queries.ts'
import { createTurns } from '../sql/turns.ts'
import { sqlReader } from '../sql/reader.ts'
import type { Session } from '../sql/session.ts'
import type { Tables } from '../sql/tables.ts'
import { createReadyTexts } from '../sql/pieces/readyTexts.ts'
import type { Packer } from '../sql/pieces/textWriter.ts'
import { writeWith } from '../sql/writer.ts'

type Options = {
  /** `postgres://user:password@host:port/database`. */
  url: string
  /** Milliseconds added to the database's clock; for tests. */
  offset?: () => number
  /** How long to wait for a starting database, for a connection and for a lock; milliseconds. */
  patienceMs?: number
  /** How long a statement of a search may take; milliseconds. */
  searchMs?: number
  /** Cuts and compresses large texts; without it, this thread does. */
  packer?: Packer
}

/**
 * Separate pools for readers and writers: a writer that also reads outside its transaction waits for readers, who never
 * wait for writers.
 */
const MAX_READERS = 6
const MAX_WRITERS = 6
/** Reserved for calls with a lease and for the clock: a flood of other calls cannot make a renewal wait. */
const MAX_LEASE_READERS = 4
const MAX_LEASE_WRITERS = 6
/** Searches wait for each other, for no one else, and are ended after a while. */
const MAX_SEARCHES = 2
const SEARCH_MS = 5_000
const START_PAUSE_MS = 250
/** Key of the advisory lock under which the schema is migrated; an arbitrary number that never changes. */
const MIGRATION_LOCK = 4_019_735_126

/**
 * Opens a store for several machines: any number of processes share one PostgreSQL. Writers run concurrently and wait
 * only for each other's stacks; readers see snapshots. Throws `NewerDatabaseError` if the schema is newer than this
 * version and `StoreUnavailableError` if the database cannot be used.
 */
export async function openPostgresStore({
  url,
  offset = () => 0,
  patienceMs = 10_000,
  searchMs = SEARCH_MS,
  packer,
}: Options): Promise<Store> {
  const db = compileOnly()
  const queries = createQueries(db)
  const commands = createCommands(db, { locksRows: true })
  const pools = createPools({ url, patienceMs, searchMs })
  const { readers, leaseReaders, searchers, writers, leaseWriters } = pools
  const clock = createDatabaseClock(() => readClock(leaseReaders))
  const verdict = (id: string) => wasCommitted(leaseReaders, id)
  const searches = createTurns({ atOnce: MAX_SEARCHES })
  const cancel = (process: number) => readers.query('select pg_cancel_backend($1)', [process])

  let closing: Promise<unknown> | undefined
  const close = () => (closing ??= Promise.all(Object.values(pools).map((pool) => pool.end())))
  const assertOpen = () => {
    if (closing !== undefined) throw new StoreUnavailableError('The store is closed.')
  }

  try {
    await reach(readers, patienceMs)
    await migrateTogether(writers, db, verdict, async (session) => {
      if (await keepAllDerived(session, queries, commands)) await session.run(ANALYZE, {})
    })
  } catch (error) {
    await close()
    throw error
  }

  async function readWith<T>(work: (session: Session) => Promise<T>, { share, signal }: ReadOptions = {}): Promise<T> {
    assertOpen()
    if (share !== 'searches') return readTransaction(share === 'leases' ? leaseReaders : readers, work)
    // The queue is here, not in the pool: there a caller that has gone would keep its place.
    return searches.take(() => readTransaction(searchers, work, { signal, cancel }), signal)
  }
  const texts = createReadyTexts(queries, (work) => readWith(work, { share: 'leases' }), packer)

  return {
    async now() {
      assertOpen()
      return (await clock()) + offset()
    },
    read: (work, options) => readWith((session) => work(sqlReader(session, queries)), options),
    ready: texts.prepare,
    async write(work, { share } = {}) {
      assertOpen()
      return writeTransaction(
        share === 'leases' ? leaseWriters : writers,
        (session) => writeWith(session, { queries, commands, ready: texts.ready }, work),
        verdict,
      )
    },
    close: async () => void (await close()),
  }
}

const createPools = ({ url, patienceMs, searchMs }: { url: string; patienceMs: number; searchMs: number }) => ({
  readers: createPool({ url, max: MAX_READERS, patienceMs }),
  leaseReaders: createPool({ url, max: MAX_LEASE_READERS, patienceMs }),
  searchers: createPool({ url, max: MAX_SEARCHES, patienceMs, statementMs: searchMs }),
  writers: createPool({ url, max: MAX_WRITERS, patienceMs }),
  leaseWriters: createPool({ url, max: MAX_LEASE_WRITERS, patienceMs }),
})

async function readClock(pool: pg.Pool): Promise<number> {
  try {
    const answer = await pool.query<{ now: number }>(
      'select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now',
    )
    return answer.rows[0]?.now ?? Number.NaN
  } catch (error) {
    throw asStoreError(error)
  }
}

/** Waits for a database that is starting, and refuses one whose encoding would not preserve texts. */
async function reach(pool: pg.Pool, patienceMs: number): Promise<void> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    try {
      const answer = await pool.query<{ server_encoding: string }>('show server_encoding')
      const encoding = answer.rows[0]?.server_encoding
      if (encoding === 'UTF8') return
      throw new StoreUnavailableError(
        `The database has the encoding ${encoding}; Holdfast needs one with UTF8: create database holdfast encoding 'UTF8' template template0.`,
      )
    } catch (error) {
      if (error instanceof StoreUnavailableError) throw error
      if (!isTransient(error) || performance.now() >= deadline) throw asStoreError(error)
      await wait(START_PAUSE_MS)
    }
  }
}

/** Migrates under the lock, one process after the other: later ones find the work done. */
const migrateTogether = (
  pool: pg.Pool,
  db: Kysely<Tables>,
  verdict: (id: string) => Promise<boolean>,
  afterwards: (session: Session) => Promise<void>,
): Promise<void> =>
  writeTransaction(
    pool,
    async (session) => {
      await session.rows({ sql: `select pg_advisory_xact_lock(${MIGRATION_LOCK})`, values: () => [] }, {})
      const types = { bytes: 'bytea', sorted: 'text collate "C"', counter: COUNTER } as const
      await migrate(db, session, types, await readClock(pool))
      await afterwards(session)
    },
    verdict,
  )

/**
 * Statistics that were taken while so many rows were inserted say that the tables are empty, and searches then take
 * minutes instead of milliseconds until the next ones are taken.
 */
const ANALYZE = { sql: 'analyze', values: () => [] }
const COUNTER = 'bigint generated by default as identity primary key'

/** Kysely only compiles the SQL; if queries ran through it, it would compile each call again. */
export const compileOnly = () =>
  new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
