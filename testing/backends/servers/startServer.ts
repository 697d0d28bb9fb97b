import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '#testing/servers/freePort.ts'
import { NOT_INSTALLED, programOf, type ServerName } from './installed.ts'

export type StartedServer = { url: string; host: string; stop(): Promise<void> }

/** Longest start that was seen: 12 s, beside seven busy processes. */
const MOST_TRIES = 600

type Command = (program: string, port: string, directory: string) => [string, ...string[]]

/** All listen on this machine alone and keep what they are given in memory or in `directory`. */
const COMMANDS: Record<ServerName, Command> = {
  moto: (program, port) => [program, '-H', '127.0.0.1', '-p', port],
  versitygw: (program, port, directory) => [program, '--quiet', '--port', `127.0.0.1:${port}`, '--access', 'planted', '--secret', 'planted-secret', 'posix', '--sidecar', path.join(directory, 'facts'), '--versioning-dir', path.join(directory, 'versions'), path.join(directory, 'buckets')], // prettier-ignore
  'fake-gcs-server': (program, port) => [program, '-backend', 'memory', '-scheme', 'http', '-host', '127.0.0.1', '-port', port, '-public-host', `127.0.0.1:${port}`, '-log-level', 'error'], // prettier-ignore
  Azurite: (program, port) => [process.execPath, program, '--blobHost', '127.0.0.1', '--blobPort', port, '--inMemoryPersistence', '--skipApiVersionCheck', '--disableTelemetry', '--silent'], // prettier-ignore
}

/** Starts an installed server on a free port, and waits until it answers. */
export async function startServer(name: ServerName): Promise<StartedServer> {
  const program = programOf(name)
  if (program === undefined) throw new Error(`${name}: ${NOT_INSTALLED}`)
  const directory = await mkdtemp(path.join(tmpdir(), 'holdfast-backend-'))
  for (const name of ['buckets', 'facts', 'versions']) await mkdir(path.join(directory, name))
  const host = `127.0.0.1:${await freePort()}`
  const [command, ...args] = COMMANDS[name](program, host.split(':')[1] ?? '', directory)
  const child = spawn(command, args, { cwd: directory, stdio: ['ignore', 'ignore', 'pipe'] })
  const log: string[] = []
  child.stderr.on('data', (bytes: Buffer) => void log.push(bytes.toString()))
  const ended = new Promise<void>((done) => child.once('close', () => done()))
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
    await rm(directory, { recursive: true, force: true })
  }
  for (let tries = 0; child.exitCode === null && tries < MOST_TRIES; tries += 1) {
    const answered = await fetch(`http://${host}/`).catch(() => undefined)
    if (answered) return { url: `http://${host}`, host, stop }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  await stop()
  throw new Error(`${name} did not start: ${log.slice(-5).join(' ')}`)
}
