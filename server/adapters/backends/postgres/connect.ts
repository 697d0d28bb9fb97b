import { readFile } from 'node:fs/promises'
import type { ConnectionOptions } from 'node:tls'
import pg from 'pg'
import { type PostgresAddress, sessionOptions } from '#domain/backends/storeAddress.ts'
import { createTurns } from '../../sql/turns.ts'
import { CONNECT_MS } from '../network.ts'

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

/** What the driver says if the server speaks no TLS; it has no code. */
const NO_TLS = /does not support SSL/
export const speaksNoTls = (error: unknown): boolean => error instanceof Error && NO_TLS.test(error.message)

/**
 * Connections that are made when they are needed, with TLS as the driver of the CLI has it. `prefer` and `allow` do
 * without where the server has none.
 */
export function connect(address: PostgresAddress): { ask: Ask; close(): Promise<void> } {
  const mode = address.sslMode ?? modeOf(process.env['PGSSLMODE']) ?? 'require'
  const isSocket = (address.host ?? process.env['PGHOST'] ?? '').startsWith('/')
  // The queue is here, not in the pool: there a caller may wait only as long as a connection may take.
  const turns = createTurns({ atOnce: MAX, maxWaiting: Infinity })
  let pool: Promise<pg.Pool> | undefined
  let isPlain = mode === 'disable' || isSocket

  const open = async () => createPool(address, isPlain ? false : await tlsOf(address, mode))
  const connection = async (): Promise<pg.PoolClient> => {
    pool ??= open()
    const [current, wasPlain] = [pool, isPlain]
    try {
      return await (await current).connect()
    } catch (error) {
      if (pool === current) pool = undefined
      void current.then((each) => each.end()).catch(() => undefined)
      if (wasPlain || !speaksNoTls(error) || (mode !== 'prefer' && mode !== 'allow')) throw error
      isPlain = true
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
      await (await last)?.end()
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

function createPool(address: PostgresAddress, ssl: ConnectionOptions | false): pg.Pool {
  const { host, port, database, user, password, connectTimeoutS } = address
  const options = sessionOptions(address)
  // What is absent is left out: the driver takes it from the environment.
  const given = Object.entries({ host, port, database, user, password }).filter(([, value]) => value !== undefined)
  const pool = new pg.Pool({
    ...Object.fromEntries(given),
    ssl,
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

type Mode = NonNullable<PostgresAddress['sslMode']>
const MODES: readonly Mode[] = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full']
const modeOf = (text: string | undefined): Mode | undefined => MODES.find((mode) => mode === text)

/** `require` verifies nothing unless there is a root certificate: then it is `verify-ca`. */
async function tlsOf(address: PostgresAddress, mode: Mode): Promise<ConnectionOptions> {
  const fileOf = async (file: string | undefined) => (file ? readFile(file, 'utf8') : undefined)
  const root = address.sslRootCert ?? process.env['PGSSLROOTCERT']
  const ca = root === 'system' ? undefined : await fileOf(root) // the authorities that Node knows
  const cert = await fileOf(address.sslCert ?? process.env['PGSSLCERT'])
  const key = await fileOf(address.sslKey ?? process.env['PGSSLKEY'])
  const verifies =
    mode === 'verify-full' || mode === 'verify-ca' || (mode === 'require' && root !== undefined && root !== '')
  return {
    rejectUnauthorized: verifies,
    ...(verifies && mode !== 'verify-full' && { checkServerIdentity: () => undefined }),
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
  }
}
