import type { ConnectionOptions } from 'node:tls'
import pg from 'pg'
import type { DatabasePlace } from '#domain/backends/address.ts'
import { type PostgresAddress, sessionOptions } from '#domain/backends/storeAddress.ts'
import { createTurns } from '../../sql/turns.ts'
import { CONNECT_MS } from '../network.ts'
import type { Reach } from '../reach.ts'
import { codeOf } from '../troubles.ts'
import { guardedSocket } from './guardedSocket.ts'
import { tlsOf } from './tls.ts'

/** Connections to a backend at most: it has others to serve. */
const MAX = 4
/** Longer than reading the largest state over a slow line. */
const QUERY_MS = 120_000
const IDLE_MS = 30_000

export type Ask = <Row extends object>(
  text: string,
  values: unknown[],
  signal?: AbortSignal,
) => Promise<pg.QueryResult<Row>>

type Opened = {
  pool: pg.Pool
  /** Whether it has TLS, and a connection without will do. */
  mayBePlain: boolean
}

/** What the driver says if the server speaks no TLS; it has no code. */
const NO_TLS = /does not support SSL/
export const speaksNoTls = (error: unknown): boolean => error instanceof Error && NO_TLS.test(error.message)

/** The code with which PostgreSQL refuses a connection before it asks for a password. */
export const NOT_ADMITTED = '28000'

/**
 * Connections that are made when they are needed, with TLS as the driver of the CLI has it. `prefer` and `allow` do
 * without where the server has none, or does not admit us with it.
 */
export function connect(address: PostgresAddress, reach: Reach): { ask: Ask; close(): Promise<void> } {
  const isSocket = (address.host ?? process.env['PGHOST'] ?? '').startsWith('/')
  // The queue is here, not in the pool: there a caller may wait only as long as a connection may take.
  const turns = createTurns({ atOnce: MAX, maxWaiting: Infinity })
  let pool: Promise<Opened> | undefined
  let isPlain = false

  const open = async (): Promise<Opened> => {
    const { options, mayBePlain } = await tlsOf(address, isSocket)
    const ssl = (!isPlain && options) || false
    return { pool: createPool(address, ssl, reach), mayBePlain: mayBePlain && ssl !== false }
  }
  const connection = async (): Promise<pg.PoolClient> => {
    const current = (pool ??= open())
    try {
      return await (await current).pool.connect()
    } catch (error) {
      const isOurs = pool === current
      if (isOurs) pool = undefined
      const opened = await current.catch(() => undefined)
      void opened?.pool.end().catch(ignore)
      const goesOn = opened?.mayBePlain === true && (speaksNoTls(error) || codeOf(error) === NOT_ADMITTED)
      if (isOurs) isPlain = goesOn
      if (!goesOn) throw error
      return connection()
    }
  }
  return {
    ask: (text, values, signal) =>
      turns.take(
        () =>
          unlessAborted(signal, async (race) => {
            const connecting = connection()
            const client = await race(connecting, () => void connecting.then((late) => late.release(), ignore))
            let isWhole = false
            try {
              const result = await race(client.query({ text, values }))
              isWhole = true
              return result
            } catch (error) {
              isWhole = error instanceof pg.DatabaseError && error.severity === 'ERROR'
              throw error
            } finally {
              client.release(!isWhole) // a statement that nobody waits for ends with its connection
            }
          }),
        signal,
      ),
    async close() {
      const last = pool
      pool = undefined
      await (await last?.catch(ignore))?.pool.end()
    },
  }
}

const ignore = (): void => undefined

type Race = <T>(work: Promise<T>, onLeft?: () => void) => Promise<T>

/** Gives `work` a race that ends with the reason of the signal; `onLeft` is called when a race is left before its end. */
async function unlessAborted<T>(signal: AbortSignal | undefined, work: (race: Race) => Promise<T>): Promise<T> {
  signal?.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal?.reason)
  aborted.promise.catch(ignore) // it may be rejected between two races
  signal?.addEventListener('abort', abort, { once: true })
  try {
    return await work(async (running, onLeft) => {
      try {
        return await Promise.race([running, aborted.promise])
      } catch (error) {
        onLeft?.()
        throw error
      }
    })
  } finally {
    signal?.removeEventListener('abort', abort)
  }
}

/** What the driver connects to; what the address leaves out is in the environment. */
function placeOf({ host, port, database, user }: PostgresAddress): DatabasePlace {
  const { env } = process
  return {
    host: host ?? (env['PGHOST'] || 'localhost'),
    port: port ?? Number(env['PGPORT'] || 5432),
    database: database ?? (env['PGDATABASE'] || (user ?? env['PGUSER'])),
  }
}

function createPool(address: PostgresAddress, ssl: ConnectionOptions | false, reach: Reach): pg.Pool {
  const { host, port, database, user, password, connectTimeoutS } = address
  const options = sessionOptions(address)
  // What is absent is left out: the driver takes it from the environment.
  const given = Object.entries({ host, port, database, user, password }).filter(([, value]) => value !== undefined)
  const pool = new pg.Pool({
    ...Object.fromEntries(given),
    ssl,
    stream: () => guardedSocket(placeOf(address), reach),
    max: MAX,
    application_name: 'holdfast',
    connectionTimeoutMillis: connectTimeoutS ? connectTimeoutS * 1_000 : CONNECT_MS,
    query_timeout: QUERY_MS, // not the server's: a pooler in between refuses settings that it does not know
    idleTimeoutMillis: IDLE_MS,
    allowExitOnIdle: true,
    keepAlive: true,
    ...(options !== '' && { options }),
  })
  pool.on('error', () => undefined) // an idle connection was lost, and is replaced when one is needed
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}
