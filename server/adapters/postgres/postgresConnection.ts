import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { StoreUnavailableError } from '#server/store/port.ts'
import { asStoreError, isLost } from './postgresErrors.ts'
import type { Prepared, Session, Value } from '../sql/session.ts'

/** Runs `work` on a snapshot, on a connection of its own. Aborting the signal cancels the statement that runs. */
export async function readTransaction<T>(
  pool: pg.Pool,
  work: (session: Session) => Promise<T>,
  { signal, cancel }: { signal?: AbortSignal | undefined; cancel?: (process: number) => Promise<unknown> } = {},
): Promise<T> {
  const { client } = await begin(pool, 'begin isolation level repeatable read, read only')
  const session = createSession(client, signal)
  let cancelled: Promise<unknown> | undefined
  const gone = (): void => {
    cancelled = cancel?.(processOf(client)).catch(() => undefined)
  }
  signal?.addEventListener('abort', gone, { once: true })
  try {
    return await work(session)
  } finally {
    signal?.removeEventListener('abort', gone)
    // The connection is given back only afterwards: a late cancellation would hit its next user.
    await cancelled
    session.end()
    if (session.isBroken() || cancelled !== undefined) client.release(true)
    else {
      // Not awaited: the next user of the connection is queued behind it.
      client.query('commit').catch(() => undefined)
      client.release()
    }
  }
}

/**
 * Runs a write transaction: all or nothing, durable when it resolves. `verdict` is called if the connection was lost
 * during the commit, to find out whether the transaction of this id was committed.
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
  const id = String((answer as unknown as pg.QueryResult<{ id: string }>[]).at(-1)?.rows[0]?.id) // two statements return two results
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

/** Attempts to find out whether a commit without a response succeeded. */
const VERDICT_TRIES = 20
const VERDICT_PAUSE_MS = 250

/**
 * Finds out, on another connection, whether a transaction was committed. Throws unavailable after a while without an
 * answer.
 */
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

/** More than the number of idle connections that a pool keeps. */
const MAX_DEAD = 20

/**
 * Returns a connection with an open transaction. An idle connection may have died unnoticed; nothing was done on it
 * yet, so another is tried.
 */
async function begin(pool: pg.Pool, statement: string): Promise<{ client: pg.PoolClient; answer: pg.QueryResult }> {
  for (let tries = 0; ; tries++) {
    let client: pg.PoolClient | undefined
    try {
      client = await pool.connect()
      return { client, answer: await client.query(statement) }
    } catch (error) {
      client?.release(true)
      if (client === undefined || tries >= MAX_DEAD || !isLost(error)) throw asStoreError(error)
    }
  }
}

/**
 * Names of prepared statements, unique in this process: a statement is prepared once for each connection, under one
 * name.
 */
const names = new WeakMap<object, string>()
let named = 0

function nameOf(prepared: object): string {
  const name = names.get(prepared) ?? `holdfast${++named}`
  names.set(prepared, name)
  return name
}

/** The number of the database's process behind a connection, which the driver knows and its types lack. */
const processOf = (client: pg.PoolClient): number => (client as unknown as { processID: number }).processID

/**
 * The session ends with its transaction, so that a statement someone forgot to await cannot run in the next one.
 * Statements are sent without waiting for the preceding one; the database executes them in order.
 */
function createSession(client: pg.PoolClient, signal?: AbortSignal): Session & { end(): void; isBroken(): boolean } {
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
    rows: async <A, R>(prepared: Prepared<A, R>, args: A) => (await execute(prepared, args)).rows as R[], // the row has the selected columns
    run: async (prepared, args) => (await execute(prepared, args)).rowCount ?? 0,
    async runEach(prepared, args) {
      const answers = await Promise.all(args.map((each) => execute(prepared, each)))
      return answers.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0)
    },
    // The database works in a process of its own, and is cancelled by its own signal.
    rowsAtOnce: Number.POSITIVE_INFINITY,
    pause: async () => signal?.throwIfAborted(),
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

/** PostgreSQL's text type cannot store NUL, which has no meaning in names and messages. */
const storable = (value: Value): Value =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value
