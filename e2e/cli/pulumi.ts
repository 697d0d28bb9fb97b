import { spawn, spawnSync } from 'node:child_process'

export type Ended = { code: number | null; output: string }
/** A running command; `ended` never rejects, `output` is what it printed so far. */
export type Running = {
  ended: Promise<Ended>
  output(): string
  kill(): void
  signal(name: NodeJS.Signals): void
}
export type Pulumi = { cwd: string; run(...args: string[]): Promise<Ended>; start(...args: string[]): Running }

/** The CLI at `PULUMI_CLI`, or the one on the PATH; undefined if it cannot be run. */
export function findPulumi(): { command: string; version: string } | undefined {
  const command = process.env['PULUMI_CLI'] ?? 'pulumi'
  const { status, stdout } = spawnSync(command, ['version'], { encoding: 'utf8', timeout: 60_000 })
  return status === 0 ? { command, version: stdout.trim() } : undefined
}

/**
 * Runs a real CLI in a directory, without prompts. Each command is a process group, so that a kill includes its
 * plugins.
 */
export function createPulumi(command: string, cwd: string, env: Record<string, string>): Pulumi {
  const start = (...args: string[]): Running => {
    const child = spawn(command, [...args, '--non-interactive', '--color', 'never'], {
      cwd,
      env: { PATH: process.env['PATH'], ...env }, // `env` may have another PATH
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (bytes: Buffer) => void (output += bytes.toString('utf8')))
    }
    const ended = new Promise<Ended>((done) => {
      child.once('error', (error) => done({ code: 127, output: error.message }))
      child.once('close', (code) => done({ code, output }))
    })
    let isOver = false
    child.once('close', () => {
      isOver = true
      if (child.pid !== undefined) endGroup(child.pid)
    })
    // On a busy machine the first signal may have ended it by the time of the second.
    const signal = (name: NodeJS.Signals) => void (child.pid !== undefined && !isOver && process.kill(-child.pid, name))
    return { ended, output: () => output, signal, kill: () => signal('SIGKILL') }
  }
  return { cwd, start, run: (...args) => start(...args).ended }
}

/** Ends the plugins that a CLI left running: it ends none of them if it was interrupted twice. */
function endGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error // none is left
  }
}
