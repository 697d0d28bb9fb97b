import pg from 'pg'
import { UnsafeNumberError } from './postgresErrors.ts'

export type PoolOptions = {
  url: string
  /** Maximum number of connections. */
  max: number
  /** How long to wait for a connection, and for another writer's lock; milliseconds. */
  patienceMs: number
  /** How long one statement may take; milliseconds. */
  statementMs?: number
}

const STATEMENT_MS = 60_000
/** Longer than the database's own time-out, for a network that drops packets silently. */
const ANSWER_MS = 10_000
/** Long, because a transaction may compute on a large state between its statements. */
const IDLE_IN_TRANSACTION_MS = 60_000
const IDLE_MS = 30_000
const KEEP_ALIVE_MS = 10_000

const BIGINT = 20
const DURABLE = `select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'`

export function createPool({ url, max, patienceMs, statementMs = STATEMENT_MS }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: 'holdfast',
    pipeline: true,
    connectionTimeoutMillis: patienceMs,
    idleTimeoutMillis: IDLE_MS,
    allowExitOnIdle: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    statement_timeout: statementMs,
    query_timeout: statementMs + ANSWER_MS,
    lock_timeout: patienceMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    types: { getTypeParser },
    // Acknowledged writes are durable, whatever the server's default; stronger settings of the server are kept.
    verify: (client, done) => {
      client.query(DURABLE).then(() => done(), done)
    },
  })
  pool.on('error', () => undefined) // an idle connection was lost; the pool has already removed it
  pool.on('connect', (client) => client.on('error', () => undefined)) // its statements fail
  return pool
}

const getTypeParser: typeof pg.types.getTypeParser = ((oid: number, format?: 'text' | 'binary') =>
  oid === BIGINT ? safeNumber : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser // its overloads differ only by format

function safeNumber(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new UnsafeNumberError(`${text} is beyond what a number can hold exactly`)
  return number
}
