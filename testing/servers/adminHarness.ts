import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { serviceEnvironment, serviceProgram } from './serviceEnvironment.ts'
import { freePort } from './freePort.ts'

export type Ran = { code: number | null; out: string; errors: string }

/** For tests: a temporary directory with `data` in it, real servers on it, and terminal commands as npm runs them. */
export async function createPlayground() {
  const directory = await mkdtemp(path.join(tmpdir(), 'holdfast-admin-'))
  const data = path.join(directory, 'data')
  const token = 'e7150ad9c4f2836b09d8f35e61b7c2a4'
  const running = new Set<Child>()

  function run(file: string, args: string[], env: Record<string, string> = {}): Child {
    const child = spawn(process.execPath, [serviceProgram(file), ...args], {
      env: { PATH: process.env['PATH'], ...serviceEnvironment, HOLDFAST_DATA: data, HOLDFAST_LOG: 'trace', ...env },
    })
    const output = { out: '', errors: '' }
    const readers = new Set<() => void>()
    const note = (stream: 'out' | 'errors') => (bytes: Buffer) => {
      output[stream] += bytes.toString('utf8')
      for (const reader of readers) reader()
    }
    child.stdout.on('data', note('out'))
    child.stderr.on('data', note('errors'))
    const ended = new Promise<number | null>((done) => child.once('close', done))
    const one: Child = {
      pid: child.pid ?? 0,
      output,
      ended,
      says: (pattern) =>
        new Promise((found, failed) => {
          const look = () => {
            const match = pattern.exec(output.out) ?? pattern.exec(output.errors)
            if (match !== null) found(match[1] ?? match[0])
          }
          readers.add(look)
          look()
          void ended.then((code) => failed(new Error(`the command ended with ${code}: ${output.errors}`)))
        }),
      kill: (signal = 'SIGKILL') => {
        child.kill(signal)
        return ended
      },
    }
    running.add(one)
    void ended.then(() => running.delete(one))
    return one
  }

  return {
    directory,
    data,
    token,
    run,
    /** Starts the real service, and waits until it listens. */
    async serve(env: Record<string, string> = {}) {
      const port = String(await freePort())
      const child = run('main.ts', [], { HOLDFAST_PORT: port, HOLDFAST_ACCESS_TOKEN: token, ...env })
      await child.says(/^CLI .*\n/m)
      return { ...child, url: `http://localhost:${port}` }
    },
    /** Runs a command to its end. */
    async command(file: string, args: string[], env: Record<string, string> = {}): Promise<Ran> {
      const child = run(file, args, env)
      return { code: await child.ended, ...child.output }
    },
    async clear() {
      await Promise.all([...running].map((child) => child.kill()))
      await rm(directory, { recursive: true })
    },
  }
}

export type Playground = Awaited<ReturnType<typeof createPlayground>>

export type Child = {
  pid: number
  output: { out: string; errors: string }
  ended: Promise<number | null>
  /** Waits for this output; returns the first group. */
  says(pattern: RegExp): Promise<string>
  kill(signal?: 'SIGKILL' | 'SIGTERM' | 'SIGINT'): Promise<number | null>
}
