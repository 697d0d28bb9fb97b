import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createCli, type CliOptions } from '#mocks/cli.ts'
import { serviceEnvironment, serviceProgram } from './serviceEnvironment.ts'
import { freePort } from './freePort.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const TOKEN = '5e0b93c7a1f4d2684b7e09d5c3a8f162'

/** The real server as a process that tests kill, restart and mislead; with one data directory and one port. */
export type ServerProcess = {
  url: string
  /** Its administrator's token. */
  token: string
  /** The sign-in link printed at its last start. */
  signInLink(): string
  /** Undefined while it is not running. */
  pid(): number | undefined
  /** A simulated CLI that calls it. */
  cli(more?: Partial<CliOptions>): ReturnType<typeof createCli>
  start(): Promise<void>
  kill(signal?: 'SIGKILL' | 'SIGTERM'): Promise<void>
  /** Advances both of its clocks. */
  advance(ms: number): Promise<void>
  /** Sets its wall clock; the monotonic one does not follow. */
  jump(ms: number): Promise<void>
  /** Ends it and removes its data. */
  remove(): Promise<void>
}

/** Starts one, on SQLite unless the address of a PostgreSQL database is given. */
export async function startServerProcess(settings: Record<string, string> = {}): Promise<ServerProcess> {
  const data = await mkdtemp(path.join(tmpdir(), 'holdfast-faults-'))
  const port = await freePort()
  const url = `http://localhost:${port}` // its own host name: cookies and `Origin` belong to it
  const token = settings['HOLDFAST_ACCESS_TOKEN'] ?? TOKEN
  let child: ChildProcess | undefined
  let errors = ''
  let link = ''

  const start = async () => {
    const spawned = spawn(process.execPath, [serviceProgram('main.ts')], {
      cwd: ROOT,
      env: {
        PATH: process.env['PATH'],
        HOLDFAST_DATA: data,
        HOLDFAST_PORT: String(port),
        HOLDFAST_ACCESS_TOKEN: token,
        HOLDFAST_LOG: 'warn',
        HOLDFAST_TEST_CLOCK: 'on',
        ...serviceEnvironment,
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    child = spawned
    await new Promise<void>((listening, failed) => {
      let out = ''
      spawned.stdout?.on('data', (bytes: Buffer) => {
        out += bytes.toString('utf8')
        link = /Sign in\s+(\S+)\n/.exec(out)?.[1] ?? ''
        if (/^CLI .*\n/m.test(out)) listening()
      })
      spawned.stderr?.on('data', (bytes: Buffer) => void (errors += bytes.toString('utf8')))
      spawned.once('exit', (code) => failed(new Error(`the server ended with ${code}: ${errors}`)))
    })
  }
  const running = () => (child?.exitCode === null && child.signalCode === null ? child : undefined)
  const kill = async (signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL') => {
    const victim = running()
    if (victim === undefined) return
    const gone = new Promise((done) => victim.once('exit', done))
    victim.kill(signal)
    await gone
  }
  const send = async (message: Record<string, number>) => {
    const child = running()
    if (child === undefined) throw new Error('the server is not running')
    const answered = new Promise((done) => child.once('message', done))
    child.send(message)
    await answered
  }

  await start()
  return {
    url,
    token,
    signInLink: () => link,
    pid: () => running()?.pid,
    cli: (more) => createCli({ fetch: (request) => fetch(request), url, token, ...more }),
    start,
    kill,
    advance: (advanceMs) => send({ advanceMs }),
    jump: (jumpMs) => send({ jumpMs }),
    async remove() {
      await kill()
      await rm(data, { recursive: true, force: true })
    },
  }
}
