import { spawn } from 'node:child_process'
import { resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')
const VITE = 'node_modules/vite/bin/vite.js'

/** The built demo (`dist/demo`), served as files by `vite preview` the way `npm run demo` does, on a free port. */
export async function serveDemo(): Promise<{ url: string; stop(): void }> {
  const child = spawn(process.execPath, [VITE, 'preview', '--mode', 'demo', '--port', '0', '--host', '127.0.0.1'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((found, failed) => {
    let output = ''
    child.stdout.on('data', (bytes: Buffer) => {
      // eslint-disable-next-line no-control-regex -- the colours of a terminal
      output += bytes.toString('utf8').replaceAll(/\u001b\[[0-9;]*m/g, '')
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0]
      if (address !== undefined) found(address)
    })
    child.once('exit', () => failed(new Error(`the demo was not served: ${output}`)))
  })
  return { url, stop: () => void child.kill() }
}
