import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { freePort } from './freePort.ts'
import { embeddedPostgres } from './postgresPrograms.ts'

/** For tests and benches: a PostgreSQL, and databases on it. */
export type PostgresServer = {
  /** Creates an empty database and returns its address. With the address of another one, a copy of it. */
  createDatabase(template?: string): Promise<string>
  stop(): Promise<void>
}

/** On a free port of this machine alone. */
const FLAGS = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200']
/** No test simulates a power failure, so nothing waits for the disk. */
const FORGETFUL = ['fsync=off', 'full_page_writes=off', 'shared_buffers=32MB']
/**
 * Statistics of a table that are taken in the middle of a large insert say that it is empty, and a search then took over
 * 100 s, where the whole test takes 5. When they are taken must not depend on the machine.
 */
const SAME_PLANS = ['autovacuum=off']
const FRESH = `encoding 'UTF8' locale_provider icu icu_locale 'en' template template0`
/** Copies files instead of using the log: half the time if no checkpoint waits for the disk. */
const COPIED = ' strategy file_copy'
const PASSWORD = 'planted-password'

/**
 * The server at `HOLDFAST_TEST_DATABASE_URL`, whose user may create databases; otherwise a new one in a temporary
 * directory, which is removed when it is stopped. `isDurable`: the new one waits for the disk at each commit, for
 * benches.
 */
export async function startPostgres(
  env: Record<string, string | undefined> = process.env,
  machine: { platform: string; arch: string } = process,
  { isDurable = false }: { isDurable?: boolean } = {},
): Promise<PostgresServer> {
  const given = env['HOLDFAST_TEST_DATABASE_URL']
  if (given !== undefined && given !== '') return withDatabases(given)

  const isRoot = process.getuid?.() === 0
  const { default: EmbeddedPostgres } = await embeddedPostgres(machine, isRoot)
  const directory = await mkdtemp(path.join(tmpdir(), 'holdfast-postgres-'))
  const port = await freePort()
  const log: string[] = []
  const server = new EmbeddedPostgres({
    databaseDir: directory,
    port,
    user: 'holdfast',
    password: PASSWORD,
    persistent: false,
    createPostgresUser: isRoot,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: [...FLAGS, ...(isDurable ? [] : [...FORGETFUL, ...SAME_PLANS])].flatMap((flag) => ['-c', flag]),
    onLog: (line) => void log.push(String(line)),
    onError: (line) => void log.push(String(line)),
  })
  try {
    await server.initialise()
    await server.start()
  } catch (error) {
    await rm(directory, { recursive: true, force: true })
    throw new Error(`PostgreSQL did not start: ${log.slice(-5).join(' ')}`, { cause: error })
  }
  return withDatabases(`postgres://holdfast:${PASSWORD}@127.0.0.1:${port}/postgres`, () => server.stop())
}

/**
 * `stopServer` if the server is removed with its databases; otherwise they are dropped one by one, which takes a
 * checkpoint each.
 */
async function withDatabases(adminUrl: string, stopServer?: () => Promise<unknown>): Promise<PostgresServer> {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  const made: string[] = []
  const prefix = `holdfast_test_${process.pid}_${Date.now().toString(36)}`
  return {
    async createDatabase(template) {
      const name = `${prefix}_${made.length}`
      made.push(name)
      // One database sorts by a language's rules, which must make no difference.
      const source = template === undefined ? FRESH : `template ${new URL(template).pathname.slice(1)}`
      await admin.query(`create database ${name} ${source}${stopServer ? COPIED : ''}`)
      const url = new URL(adminUrl)
      url.pathname = `/${name}`
      return url.href
    },
    async stop() {
      for (const name of stopServer ? [] : made.reverse())
        await admin.query(`drop database if exists ${name} with (force)`)
      await admin.end()
      await stopServer?.()
    },
  }
}
