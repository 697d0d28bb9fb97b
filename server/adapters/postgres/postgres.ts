import { setTimeout as wait } from 'node:timers/promises'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type pg from 'pg'
import { type Store, StoreUnavailableError } from '#server/store/port.ts'
import { createDatabaseClock } from './postgresClock.ts'
import { readTransaction, wasCommitted, writeTransaction } from './postgresConnection.ts'
import { asStoreError, isPassing } from './postgresErrors.ts'
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
  /** Milliseconds to put the database's clock forward by: for tests. */
  offset?: () => number
  /** How long to wait for a database that is starting, for a connection and for a lock, in milliseconds. */
  patienceMs?: number
  /** Cuts and compresses large texts, where not on this thread. */
  packer?: Packer
}

/** Two pools: a writer that reads next to its transaction waits for readers, who never wait for writers. */
const MOST_READERS = 8
const MOST_WRITERS = 8
const START_PAUSE_MS = 250
/** Of the advisory lock under which a schema is brought up to date: any number, always the same. */
const MIGRATION_LOCK = 4_019_735_126

/**
 * The store beyond one machine: any number of processes on one PostgreSQL. Writers run side by side and wait for each
 * other's stacks only; readers see snapshots. Throws `NewerDatabaseError` when the database is beyond this version and
 * `StoreUnavailableError` when it cannot be used.
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
  const readers = createPool({ url, max: MOST_READERS, patienceMs })
  const writers = createPool({ url, max: MOST_WRITERS, patienceMs })
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

/** Waits for a database that is just starting, and refuses one that would not keep texts as they are. */
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
      if (!isPassing(error) || performance.now() >= deadline) throw asStoreError(error)
      await wait(START_PAUSE_MS)
    }
  }
}

/** One process after the other: the second finds the work done. */
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

/** Kysely writes the SQL and no more: run through it, each call would be compiled again. */
export const compileOnly = () =>
  new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
