import { randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readAssets } from './adapters/assets.ts'
import { backendsAtStart, connectAtStart, whatIsThere, withPasswords } from './adapters/backends/atStart.ts'
import { patience } from './adapters/backends/folder/patience.ts'
import { createBackendHost } from './adapters/backends/open.ts'
import { WantedBackendError } from './adapters/backends/wanted.ts'
import { createClock } from './adapters/clock.ts'
import { gunzip, unzstd } from './adapters/gunzip.ts'
import { leave } from './adapters/leave.ts'
import { createLog } from './adapters/log.ts'
import { MasterKeyError, masterKeyFiles, readOrMakeMasterKey } from './adapters/masterKey.ts'
import { DirectoryHeldError, lockDirectory } from './adapters/processLock.ts'
import { NewerDatabaseError } from './adapters/sql/migrations.ts'
import { findDatabase } from './adapters/databases.ts'
import { openStore } from './adapters/openStore.ts'
import { createProcessOf } from './adapters/processOf.ts'
import { processReadings } from './adapters/processReadings.ts'
import { createTextWorker } from './adapters/textThreads/textWorker.ts'
import { createApp } from './app.ts'
import type { Deps } from './deps.ts'
import { CODE_TTL_MS, createCode } from './core/access/credentials.ts'
import { purgeSignIns } from './http/session.ts'
import { createTurns } from './http/turnOf.ts'
import { createEntrance, listen, PortTakenError, type Listening } from './listen.ts'
import { createCaches } from './caches.ts'
import { createLiveBus } from './live.ts'
import { createMetrics } from './metrics.ts'
import { closeExpired } from './core/updates/ends.ts'
import { addFormerPending } from './core/stacks/untracked.ts'
import { createPresence } from './core/leases/presence.ts'
import { closeConnections } from './core/backends/connections.ts'
import { followBackends } from './core/backends/follow.ts'
import { freeTurns } from './core/backends/turns.ts'
import { keepSearchIndex } from './core/search/searchIndex.ts'
import { runDue } from './core/stacks/retentionRuns.ts'
import { type KeyPlace, RotationError, rotateMasterKey } from './core/secrets/rotation.ts'
import { UnopenedKeyError } from './core/secrets/vault.ts'
import { isLoopback } from './network.ts'
import { parseSettings, SettingsError, type Settings } from './settings.ts'
import { jobsOutside } from './texts/waiting/outside.ts'
import { measureStore } from './store/measured.ts'
import { type Store, StoreUnavailableError } from './store/port.ts'
import { firstUser, useEnvironmentToken } from './core/access/firstUser.ts'
import { loginCommand } from './core/access/loginCommand.ts'
import { checkMasterKey, isInUse, WrongMasterKeyError } from './core/secrets/masterKey.ts'

const SWEEP_MS = 2_000
const BEAT_MS = 5_000
/** How often due retention rules are looked for, in milliseconds; each is due once a day. */
const RETENTION_MS = 10 * 60_000
/** How often expired sessions, and used or expired links, are removed; milliseconds. */
const PURGE_MS = 10 * 60_000
/** Delay after a change until its resources can be found, in milliseconds. */
const INDEX_MS = 2_000
/** How often it is checked which connected backends are due, in milliseconds. */
const FOLLOW_MS = 1_000
const NOT_PROGRESSING_AFTER_S = 15 * 60
const HOUR_MS = 3600_000
const MAX_STOPPING_MS = 4_500
const ROOT = resolve(import.meta.dirname, '..')

/** Starts the service. The only place where settings, store and clock are put together for production. */
async function main(): Promise<void> {
  const settings = parseSettings(process.env)
  const { databaseUrl } = settings
  const database = await findDatabase(databaseUrl)
  const addresses = addressesOf(settings)
  const data = openDirectory(settings.data, database === undefined ? addresses.publicUrl : undefined)
  const own = { folder: data, database: databaseUrl }
  const wanted = backendsAtStart({
    file: settings.backends,
    args: process.argv.slice(2),
    env: process.env,
    own,
    reach: settings,
  })
  const clock = createClock()
  const metrics = createMetrics({ host: processReadings })
  const texts = createTextWorker()
  const opened = measureStore(await openStore({ ...settings, data }, clock, texts.packer), metrics)
  if (database === undefined) await finishRotation(opened, masterKeyFiles(data, settings.masterKey))
  const masterKey = settings.masterKey ?? readOrMakeMasterKey(data, { mayMake: !(await isInUse(opened)) })
  const log = await createLog(settings.log)
  const shared = databaseUrl === undefined ? undefined : await database?.openBus({ url: databaseUrl, log })
  const bus = shared ?? createLiveBus(log)
  const presence = createPresence({ store: opened, bus }, clock.monotonic)
  const { store, jobs } = jobsOutside({ ...opened, now: presence.now }, texts.jobs)
  const stopping = new AbortController()
  const deps: Deps = {
    store,
    newId: randomUUID,
    randomBytes: bytes,
    masterKey,
    bus,
    caches: createCaches(),
    log,
    gunzip,
    unzstd,
    processOf: createProcessOf(),
    jobs,
    ...createBackendHost(own, withPasswords(wanted)),
    stopping: stopping.signal,
    settings: { ...addresses, ...limitsOf(settings), version: versionOf(), dataPath: data },
  }
  await checkMasterKey(deps)
  const user = await firstUser(deps)
  await useEnvironmentToken(deps, user, settings.accessToken)

  await presence.begin()
  // Checked again, now that this server's sign of life is visible: a rotation may have started before.
  await checkMasterKey(deps)
  await addFormerPending(deps)
  await closeExpired(deps)
  await purgeSignIns(deps)
  if (database === undefined) await freeTurns(deps)
  const { row: backend, problems } = await connectAtStart(deps, wanted)
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  const timers = backgroundWork(deps, presence.beat)

  const app = createApp(deps, await readAssets(join(ROOT, 'dist/console')), metrics)
  const entrance = createEntrance(settings.maxConnections, createTurns(deps))
  const open = (port: number) => listen(app.fetch, { host: settings.host, port, entrance })
  const { listening, consoleNote } = await openPorts(settings, addresses, open)

  stopOnSignals(stopping, {
    timers,
    listening,
    finish: async () => {
      await presence.beat()
      await closeConnections(deps)
      await Promise.all([store.close(), shared?.close(), texts.close()])
    },
  })

  const code = await createCode(deps, user.id, CODE_TTL_MS)
  announce(settings, { addresses, code, consoleNote })
  if (backend) process.stdout.write(`Backend    ${(await whatIsThere(deps, backend)).join('\n')}\n`)
}

type News = { addresses: Addresses; code: string; consoleNote: string | undefined }

const limitsOf = ({ advertiseDelta, maxBodyBytes, sessionIdleH, sessionMaxH }: Settings) => ({
  advertiseDelta,
  maxBodyBytes,
  notProgressingAfterS: NOT_PROGRESSING_AFTER_S,
  sessionIdleMs: sessionIdleH * HOUR_MS,
  sessionMaxMs: sessionMaxH * HOUR_MS,
})

function announce(settings: Settings, { addresses, code, consoleNote }: News): void {
  const { publicUrl } = addresses
  const login = loginCommand(addresses)
  process.stdout.write(`Holdfast   ${publicUrl}\nSign in    ${publicUrl}/login#code=${code}\nCLI        ${login}\n`)
  if (consoleNote !== undefined) process.stderr.write(`${consoleNote}\n`)
  if (settings.host !== undefined && !isLoopback(settings.host) && !publicUrl.startsWith('https:')) {
    process.stderr.write(
      `Warning: ${settings.host} can be reached from other machines without TLS; put a TLS proxy in front and set HOLDFAST_PUBLIC_URL.\n`,
    )
  }
}

type Running = { timers: readonly NodeJS.Timeout[]; listening: readonly Listening[]; finish: () => Promise<void> }

/** Requests in flight finish and open consoles are notified, within `MAX_STOPPING_MS` whatever hangs. */
function stopOnSignals(stopping: AbortController, { timers, listening, finish }: Running): void {
  const end = () => leave(patience.unreturned())
  const stop = () => {
    setTimeout(end, MAX_STOPPING_MS).unref()
    stopping.abort()
    for (const timer of timers) clearInterval(timer)
    void Promise.all(listening.map((server) => server.close()))
      .then(finish)
      .then(end)
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}

/** The directory for data, which only this user may read. With the database in it, the server at `address` is its only one. */
function openDirectory(place: string, address: string | undefined): string {
  const data = resolve(ROOT, place)
  mkdirSync(data, { recursive: true, mode: 0o700 })
  chmodSync(data, 0o700)
  if (address !== undefined) {
    const lock = lockDirectory(data, { what: 'another Holdfast', address })
    process.once('exit', () => lock.release())
  }
  return data
}

/** What is done again and again; a failure is logged, and the next turn tries once more. */
function backgroundWork(deps: Deps, beat: () => Promise<unknown>): NodeJS.Timeout[] {
  const works: [everyMs: number, work: () => Promise<unknown>][] = [
    [SWEEP_MS, () => closeExpired(deps)],
    [BEAT_MS, beat],
    [RETENTION_MS, () => runDue(deps)],
    [PURGE_MS, () => purgeSignIns(deps)],
    [INDEX_MS, () => keepSearchIndex(deps)],
    [FOLLOW_MS, () => followBackends(deps)],
  ]
  return works.map(([everyMs, work]) =>
    setInterval(() => {
      void work().catch((error: unknown) => deps.log.error({ error: String(error) }, 'background work failed'))
    }, everyMs),
  )
}

/** Completes a rotation by `npm run keys -- rotate` that was killed. */
async function finishRotation(store: Store, keys: KeyPlace): Promise<void> {
  if (keys.next() === undefined) return
  const { to } = await rotateMasterKey({ store, keys, randomBytes: bytes })
  process.stderr.write(`Finished the rotation of the master key, which is now ${to}.\n`)
}

const bytes = (count: number) => new Uint8Array(randomBytes(count))

type OpenPort = (port: number) => Promise<Listening>

async function openPorts(settings: Settings, addresses: Addresses, open: OpenPort) {
  const listening = [await open(settings.port)]
  const consoleNote = await openConsolePort(settings, open, listening)
  // Trusted as an origin only now, when no other program can be listening there.
  const consoleUrl = consoleNote === undefined ? consoleUrlOf(settings) : undefined
  if (consoleUrl !== undefined) addresses.consoleUrls.push(consoleUrl)
  return { listening, consoleNote }
}

/** The CLI turns `localhost:8080` into `localhost:3000` in its links; the console also listens there, if possible. */
async function openConsolePort(
  settings: Settings,
  open: OpenPort,
  listening: Listening[],
): Promise<string | undefined> {
  if (settings.consolePort === undefined || settings.consolePort === settings.port) return undefined
  try {
    listening.push(await open(settings.consolePort))
    return undefined
  } catch (error) {
    if (!(error instanceof PortTakenError)) throw error
    return `Port ${settings.consolePort}, where the CLI expects the console, is in use: links that the CLI prints will not open. Set PULUMI_CONSOLE_DOMAIN as shown, or HOLDFAST_CONSOLE_PORT.`
  }
}

type Addresses = { publicUrl: string; consoleUrls: string[] }

function addressesOf(settings: Settings): Addresses {
  const publicUrl = settings.publicUrl ?? `http://localhost:${settings.port}`
  return { publicUrl, consoleUrls: [publicUrl] }
}

/** The console's address in the CLI's links; undefined unless every request to `localhost` reaches this program. */
function consoleUrlOf({ publicUrl, consolePort, port, host }: Settings): string | undefined {
  const isHere = host === undefined || host === '0.0.0.0' || host === '::' || isLoopback(host)
  if (publicUrl !== undefined || consolePort === undefined || consolePort === port || !isHere) return undefined
  return `http://localhost:${consolePort}`
}

const versionOf = (): string => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
  return version
}

/** Errors that an operator can fix are printed as one sentence; others with a stack trace. */
const EXPECTED = [
  SettingsError,
  DirectoryHeldError,
  PortTakenError,
  NewerDatabaseError,
  StoreUnavailableError,
  MasterKeyError,
  WrongMasterKeyError,
  RotationError,
  UnopenedKeyError,
  WantedBackendError,
]

main().catch((error: unknown) => {
  const isExpected = EXPECTED.some((kind) => error instanceof kind)
  const message = error instanceof Error ? (isExpected ? error.message : (error.stack ?? error.message)) : String(error)
  const hint =
    error instanceof PortTakenError
      ? ' Stop that program, or choose another port with HOLDFAST_PORT, for example HOLDFAST_PORT=8090.'
      : ''
  process.stderr.write(`Holdfast cannot start: ${message}${hint}\n`)
  process.exit(1)
})
