import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Child, watched } from './child.ts'
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
    const one = watched(child)
    running.add(one)
    void one.ended.then(() => running.delete(one))
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
