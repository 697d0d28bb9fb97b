import { setTimeout as wait } from 'node:timers/promises'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type pg from 'pg'
import { type Store, StoreUnavailableError } from '#server/store/port.ts'
import { createDatabaseClock } from './postgresClock.ts'
import { readTransaction, wasCommitted, writeTransaction } from './postgresConnection.ts'
import { asStoreError, isTransient } from './postgresErrors.ts'
import { createPool } from './postgresPool.ts'
import { createCommands } from '../sql/commands.ts'
import { keepAllDerived } from '../sql/keepDerived.ts'
import { migrate } from '../sql/migrations.ts'
import { createQueries } from '../sql/queries.ts'
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
  /** Cuts and compresses large texts; without it, this thread does. */
  packer?: Packer
}

/**
 * Separate pools for readers and writers: a writer that also reads outside its transaction waits for readers, who never
 * wait for writers.
 */
const MAX_READERS = 8
const MAX_WRITERS = 8
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
  packer,
}: Options): Promise<Store> {
  const db = compileOnly()
  const queries = createQueries(db)
  const commands = createCommands(db, { locksRows: true })
  const readers = createPool({ url, max: MAX_READERS, patienceMs })
  const writers = createPool({ url, max: MAX_WRITERS, patienceMs })
  const clock = createDatabaseClock(() => readClock(readers))
  const verdict = (id: string) => wasCommitted(readers, id)

  let closing: Promise<unknown> | undefined
  const close = () => (closing ??= Promise.all([readers.end(), writers.end()]))
  const assertOpen = () => {
    if (closing !== undefined) throw new StoreUnavailableError('The store is closed.')
  }

  try {
    await reach(readers, patienceMs)
    await migrateTogether(writers, db, verdict, (session) => keepAllDerived(session, queries, commands))
  } catch (error) {
    await close()
    throw error
  }

  async function readWith<T>(work: (session: Session) => Promise<T>): Promise<T> {
    assertOpen()
    return readTransaction(readers, work)
  }
  const texts = createReadyTexts(queries, readWith, packer)

  return {
    async now() {
      assertOpen()
      return (await clock()) + offset()
    },
    read: (work) => readWith((session) => work(sqlReader(session, queries))),
    ready: texts.prepare,
    async write(work) {
      assertOpen()
      return writeTransaction(
        writers,
        (session) => writeWith(session, { queries, commands, ready: texts.ready }, work),
        verdict,
      )
    },
    close: async () => void (await close()),
  }
}

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
