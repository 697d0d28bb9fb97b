import type { ChildProcessByStdio } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'

/** For tests: a process and what it has printed. */
export type Child = {
  pid: number
  output: { out: string; errors: string }
  ended: Promise<number | null>
  /** Waits for this output; returns the first group. */
  says(pattern: RegExp): Promise<string>
  kill(signal?: 'SIGKILL' | 'SIGTERM' | 'SIGINT'): Promise<number | null>
}

/** Watches a process whose output is piped. */
export function watched(child: ChildProcessByStdio<Writable | null, Readable, Readable>): Child {
  const output = { out: '', errors: '' }
  const readers = new Set<() => void>()
  const note = (stream: 'out' | 'errors') => (bytes: Buffer) => {
    output[stream] += bytes.toString('utf8')
    for (const reader of readers) reader()
  }
  child.stdout.on('data', note('out'))
  child.stderr.on('data', note('errors'))
  const ended = new Promise<number | null>((done) => child.once('close', done))
  return {
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
}
