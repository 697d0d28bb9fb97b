import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { freePort } from '#testing/servers/freePort.ts'
import { serviceEnvironment } from '#testing/servers/serviceEnvironment.ts'

export const ROOT = resolve(import.meta.dirname, '..')
export const CLOCK_TICKS = 100 // per second: USER_HZ, the same on every Linux that Node runs on

/** The service in a process of its own, with its database in a directory that is removed when it stops. */
export type ServerProcess = {
  url: string
  token: string
  data: string
  /** Where its rows are, unless in `data`. */
  databaseUrl?: string
  /** Milliseconds from the spawn to the line that says it listens. */
  startedInMs: number
  /** CPU time used so far by all its threads, in seconds; the system counts in steps of 10 ms. */
  cpu(): number
  /** Resident memory, in megabytes of 1,000,000 bytes. */
  rss(): number
  /** The peak of the resident memory, too. */
  peak(): number
  stop(): Promise<void>
}

export type StartOptions = {
  /** The script that Node runs: the service, or one that starts it. */
  args?: string[]
  nodeArgs?: string[]
  env?: Record<string, string>
}

/** Starts the service on a free port and waits until it says that it listens. */
export async function startServer(options: StartOptions = {}): Promise<ServerProcess> {
  const { args = ['server/main.ts'], nodeArgs = [], env = {} } = options
  const data = mkdtempSync(join(tmpdir(), 'holdfast-bench-'))
  const port = await freePort()
  const token = randomBytes(24).toString('hex')
  const since = performance.now()
  const child = spawn(process.execPath, [...nodeArgs, ...args], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      MALLOC_ARENA_MAX: serviceEnvironment.MALLOC_ARENA_MAX,
      NODE_OPTIONS: serviceEnvironment.NODE_OPTIONS,
      HOLDFAST_DATA: data,
      HOLDFAST_PORT: String(port),
      HOLDFAST_ACCESS_TOKEN: token,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const gone = new Promise((done) => child.once('exit', done))
  try {
    await listening(child)
  } catch (error) {
    rmSync(data, { recursive: true, force: true })
    throw error
  }
  const startedInMs = performance.now() - since
  const pid = child.pid ?? 0 // it has printed, so it has a process id
  return {
    url: `http://127.0.0.1:${port}`,
    token,
    data,
    startedInMs,
    cpu: () => cpuOf(pid),
    rss: () => memoryOf(pid, 'VmRSS'),
    peak: () => memoryOf(pid, 'VmHWM'),
    async stop() {
      child.kill('SIGTERM')
      await gone
      rmSync(data, { recursive: true, force: true })
    },
  }
}

function listening(child: ChildProcess): Promise<void> {
  return new Promise((done, failed) => {
    let [output, errors] = ['', '']
    child.stdout?.on('data', (bytes: Buffer) => {
      output += bytes.toString('utf8')
      if (/^Holdfast +http/m.test(output)) done()
    })
    child.stderr?.on('data', (bytes: Buffer) => void (errors += bytes.toString('utf8')))
    child.once('error', failed)
    child.once('exit', (code) => failed(new Error(`the server ended with ${code}: ${errors}`)))
  })
}

/** User and system time: fields 14 and 15 of `/proc/PID/stat`, counted after the name, which may contain spaces. */
export function timeInStat(stat: string): number {
  const fields = stat.replace(/^.*\) /s, '').split(' ')
  return Number(fields[11]) + Number(fields[12])
}

const cpuOf = (pid: number): number => timeInStat(readFileSync(`/proc/${pid}/stat`, 'utf8')) / CLOCK_TICKS

function memoryOf(pid: number, what: 'VmRSS' | 'VmHWM'): number {
  const kibibytes = new RegExp(`^${what}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return (Number(kibibytes) * 1024) / 1e6
}
