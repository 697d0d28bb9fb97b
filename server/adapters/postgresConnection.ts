import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { StoreUnavailableError } from '#server/store/port.ts'
import { asStoreError, isLost, UnsafeNumberError } from './postgresErrors.ts'
import type { Prepared, Session, Value } from './sql/session.ts'

export type PoolOptions = {
  url: string
  /** Most connections at once. */
  max: number
  /** How long to wait for a connection, and for another writer's lock, in milliseconds. */
  patienceMs: number
}

const STATEMENT_MS = 60_000
/** Beyond the database's own limit, for a network that swallows everything. */
const ANSWER_MS = 70_000
/** A transaction may compute on a large state between its statements. */
const IDLE_IN_TRANSACTION_MS = 60_000
const IDLE_MS = 30_000
const KEEP_ALIVE_MS = 10_000

const BIGINT = 20
const DURABLE = `select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'`

/** Of this very process: a statement is prepared once for each connection, under one name. */
const names = new WeakMap<object, string>()
let named = 0

function nameOf(prepared: object): string {
  const name = names.get(prepared) ?? `holdfast${++named}`
  names.set(prepared, name)
  return name
}

export function createPool({ url, max, patienceMs }: PoolOptions): pg.Pool {
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
    statement_timeout: STATEMENT_MS,
    query_timeout: ANSWER_MS,
    lock_timeout: patienceMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    types: { getTypeParser },
    // What was acknowledged is durable, whatever the server's default; stronger settings of its own are kept.
    verify: (client, done) => {
      client.query(DURABLE).then(() => done(), done)
    },
  })
  pool.on('error', () => undefined) // an idle connection was lost: the pool has dropped it already
  pool.on('connect', (client) => client.on('error', () => undefined)) // one in use: its statements fail with it
  return pool
}

const getTypeParser: typeof pg.types.getTypeParser = ((oid: number, format?: 'text' | 'binary') =>
  oid === BIGINT ? safeNumber : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser // its overloads differ by format only

export function safeNumber(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new UnsafeNumberError(`${text} is beyond what a number can hold exactly`)
  return number
}

/** Reads a snapshot, on a connection of its own to the end of `work`. */
export async function readTransaction<T>(pool: pg.Pool, work: (session: Session) => Promise<T>): Promise<T> {
  const { client } = await begin(pool, 'begin isolation level repeatable read, read only')
  const session = createSession(client)
  try {
    return await work(session)
  } finally {
    session.end()
    if (session.isBroken()) client.release(true)
    else {
      // Nothing to wait for: who gets the connection next is served after this.
      client.query('commit').catch(() => undefined)
      client.release()
    }
  }
}

/**
 * All or nothing, durable when it resolves. `verdict` is asked when the connection was lost during the commit: whether
 * the transaction of this id was committed after all.
 */
export async function writeTransaction<T>(
  pool: pg.Pool,
  work: (session: Session) => Promise<T>,
  verdict: (id: string) => Promise<boolean>,
): Promise<T> {
  const { client, answer } = await begin(
    pool,
    'begin isolation level read committed; select pg_current_xact_id() as id',
  )
  const id = String((answer as unknown as pg.QueryResult<{ id: string }>[]).at(-1)?.rows[0]?.id) // two statements, two answers
  const session = createSession(client)
  let result: T
  try {
    result = await work(session)
  } catch (error) {
    session.end()
    const isGone =
      session.isBroken() ||
      (await client.query('rollback').then(
        () => false,
        () => true,
      ))
    client.release(isGone)
    throw error
  }
  session.end()
  let command: string
  try {
    command = (await client.query('commit')).command
  } catch (error) {
    client.release(true)
    if (isLost(error) && (await verdict(id))) return result
    throw asStoreError(error)
  }
  client.release(session.isBroken())
  if (command !== 'COMMIT') throw new Error('a statement failed inside this transaction: nothing of it was kept')
  return result
}

/** Until it is known what became of a commit whose answer was lost. */
const VERDICT_TRIES = 20
const VERDICT_PAUSE_MS = 250

/** Asks, on another connection, whether a transaction was committed. Unknown after a while: unavailable. */
export async function wasCommitted(pool: pg.Pool, id: string): Promise<boolean> {
  for (let tries = 0; tries < VERDICT_TRIES; tries++) {
    try {
      const answer = await pool.query<{ status: string | null }>('select pg_xact_status($1::xid8) as status', [id])
      const status = answer.rows[0]?.status
      if (status !== 'in progress') return status === 'committed'
    } catch (error) {
      if (!isLost(error)) throw asStoreError(error)
    }
    await wait(VERDICT_PAUSE_MS)
  }
  throw new StoreUnavailableError('The connection to the database was lost during a commit.')
}

/** More idle connections than a pool keeps. */
const MOST_DEAD = 20

/** A connection with a transaction begun. An idle one may have died unnoticed: then nothing was done, and another is tried. */
async function begin(pool: pg.Pool, statement: string): Promise<{ client: pg.PoolClient; answer: pg.QueryResult }> {
  for (let tries = 0; ; tries++) {
    let client: pg.PoolClient | undefined
    try {
      client = await pool.connect()
      return { client, answer: await client.query(statement) }
    } catch (error) {
      client?.release(true)
      if (client === undefined || tries >= MOST_DEAD || !isLost(error)) throw asStoreError(error)
    }
  }
}

/**
 * A session ends with its transaction: what somebody forgot to await must not slip into the next one. A statement is
 * sent when it is asked for, without waiting for the one before; the database does them in order.
 */
function createSession(client: pg.PoolClient): Session & { end(): void; isBroken(): boolean } {
  let isOver = false
  let isBroken = false

  async function send(query: string | pg.QueryConfig): Promise<pg.QueryResult> {
    if (isOver) throw new Error('this transaction is over: something was not awaited inside it')
    try {
      return await client.query(query)
    } catch (error) {
      isBroken = true
      throw asStoreError(error)
    }
  }
  const execute = <A>(prepared: Prepared<A, unknown>, args: A) =>
    send({ name: nameOf(prepared), text: prepared.sql, values: prepared.values(args).map(storable) })

  return {
    rows: async <A, R>(prepared: Prepared<A, R>, args: A) => (await execute(prepared, args)).rows as R[], // the columns that it selects
    run: async (prepared, args) => (await execute(prepared, args)).rowCount ?? 0,
    async runEach(prepared, args) {
      const answers = await Promise.all(args.map((each) => execute(prepared, each)))
      return answers.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0)
    },
    async attempt(work) {
      await send('savepoint attempt')
      try {
        const result = await work()
        await send('release savepoint attempt')
        return result
      } catch (error) {
        await send('rollback to savepoint attempt')
        isBroken = false
        throw error
      }
    },
    end: () => void (isOver = true),
    isBroken: () => isBroken,
  }
}

/** PostgreSQL's text holds every character but NUL, which means nothing in what people and programs call things. */
const storable = (value: Value): Value =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value
