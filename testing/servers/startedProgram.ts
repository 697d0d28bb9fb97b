import { spawn } from 'node:child_process'
import { serviceEnvironment } from './serviceEnvironment.ts'

/** Starts the service as in production, from this program, with its log; returns its output, its address and its exit. */
export function startProgram(program: string, settings: Record<string, string>) {
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env['PATH'], ...serviceEnvironment, HOLDFAST_LOG: 'trace', ...settings },
  })
  const output = { out: '', errors: '' }
  child.stdout.on('data', (bytes: Buffer) => void (output.out += bytes.toString('utf8')))
  child.stderr.on('data', (bytes: Buffer) => void (output.errors += bytes.toString('utf8')))
  const ended = new Promise<number | null>((done) => child.once('close', done))
  const listening = new Promise<string>((found, failed) => {
    child.stdout.on('data', () => {
      const url = /^Holdfast +(\S+)\n[^]*^CLI .*\n/m.exec(output.out)?.[1]
      if (url !== undefined) found(url)
    })
    void ended.then((code) => failed(new Error(`the server ended with ${code}: ${output.errors}`)))
  })
  listening.catch(() => undefined) // callers that await the exit do not await this
  const kill = async (signal: NodeJS.Signals = 'SIGKILL') => {
    child.kill(signal)
    return ended
  }
  return { output, ended, listening, kill }
}
