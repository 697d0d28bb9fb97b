import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createCli, type Cli } from '#mocks/cli.ts'

const ROOT = resolve(import.meta.dirname, '..')
const TOKEN = 'journeys-only-0123456789'

/** The real server, as `npm start` runs it: a process of its own, its database on disk. */
export type RealServer = {
  url: string
  /** The link that it printed at its last start. */
  signInLink(): string
  /** A puppet of the CLI that calls it. */
  cli(environment?: Record<string, string>): Cli
  /** An access token made for a client, whose name shows as the holder's. */
  cliNamed(name: string, environment?: Record<string, string>): Promise<Cli>
  /** Puts its clock forward, so that nobody waits five minutes for a lease to run out. */
  advance(ms: number): Promise<void>
  /** `kill -9`. */
  kill(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

export async function startServer(): Promise<RealServer> {
  const data = await mkdtemp(join(tmpdir(), 'holdfast-journey-'))
  const port = await freePort()
  const url = `http://localhost:${port}`
  let child: ChildProcess | undefined
  let link = ''

  const start = async () => {
    child = spawn(process.execPath, ['server/main.ts'], {
      cwd: ROOT,
      env: {
        PATH: process.env['PATH'],
        HOLDFAST_DATA: data,
        HOLDFAST_PORT: String(port),
        HOLDFAST_ACCESS_TOKEN: TOKEN,
        HOLDFAST_LOG: 'warn',
        HOLDFAST_TEST_CLOCK: 'on',
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    link = await signInLinkOf(child)
  }
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((done) => child?.once('exit', done))
    child.kill(signal)
    await gone
  }
  const withToken = (token: string, environment: Record<string, string> = {}) =>
    createCli({ fetch: (request) => fetch(request), url, token, environment })

  await start()
  return {
    url,
    signInLink: () => link,
    cli: (environment) => withToken(TOKEN, environment),
    async cliNamed(name, environment) {
      const response = await fetch(`${url}/api/ui/tokens`, {
        method: 'POST',
        headers: { authorization: `token ${TOKEN}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name }),
      })
      const { value } = (await response.json()) as { value: string }
      return withToken(value, environment)
    },
    async advance(ms) {
      const process_ = child
      if (process_ === undefined) throw new Error('the server is not running')
      const answered = new Promise((done) => process_.once('message', done))
      process_.send({ advanceMs: ms })
      await answered
    },
    kill: () => end('SIGKILL'),
    start,
    async stop() {
      await end('SIGTERM')
      await rm(data, { recursive: true, force: true })
    },
  }
}

/** Waits for the printed link; what the server says on its error output becomes the error when it ends before. */
function signInLinkOf(child: ChildProcess): Promise<string> {
  return new Promise((found, failed) => {
    let said = ''
    child.stdout?.on('data', (bytes: Buffer) => {
      said += bytes.toString('utf8')
      const link = /Sign in\s+(\S+)\n/.exec(said)?.[1]
      if (link !== undefined && said.includes('CLI ')) found(link)
    })
    let errors = ''
    child.stderr?.on('data', (bytes: Buffer) => void (errors += bytes.toString('utf8')))
    child.once('exit', (code) => failed(new Error(`the server ended with ${code}: ${errors}`)))
  })
}

function freePort(): Promise<number> {
  return new Promise((found) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => found(port))
    })
  })
}
