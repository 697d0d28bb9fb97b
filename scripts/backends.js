// npm run test:backends -- [Vitest's arguments]: installs servers that represent the clouds, as far as this machine can,
// and runs the tests of backends with them. They are no part of package-lock.json: 600 MB that most changes do not need.
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { bootstrap } from './bootstrap.js'
import { npmCommand } from './npm.js'
import { root } from './root.js'
import { capture, environment, handOver } from './steps/processes.js'
import { seconds } from './steps/step.js'
import { toolEntry } from './tools.js'

const from = path.join(root, 'testing/backends/packages')
const to = path.join(root, 'node_modules/.cache/backends')
/** Longest install of one server: building versitygw takes minutes on two cores. */
const MOST_MS = 15 * 60_000

/** @typedef {{ name: string, source: string, install(source: string): Promise<{ code: number, output: string }> }} Installer */

/** @param {string} node @returns {Installer[]} */
const installers = (node) => [
  {
    name: 'Azurite (npm)',
    source: 'package.json',
    install(source) {
      mkdirSync(path.join(to, 'npm'), { recursive: true })
      copyFileSync(source, path.join(to, 'npm/package.json'))
      const { command, args, env } = npmCommand(['install', '--prefix', path.join(to, 'npm'), '--omit=dev', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']) // prettier-ignore
      return capture(command, args, { env, timeout: MOST_MS })
    },
  },
  {
    name: 'moto (Python)',
    source: 'requirements.txt',
    async install(source) {
      const place = path.join(to, 'python')
      const made = await capture('python3', ['-m', 'venv', '--clear', place], { timeout: MOST_MS })
      if (made.code !== 0) return made
      const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--requirement', source]
      return capture(path.join(place, 'bin/python3'), pip, { timeout: MOST_MS })
    },
  },
  {
    name: 'versitygw, fake-gcs-server (Go)',
    source: 'programs.txt',
    async install(source) {
      const env = environment(node, { GOBIN: path.join(to, 'go'), GOTOOLCHAIN: 'local' })
      const modules = readFileSync(source, 'utf8').split('\n').filter((line) => line && !line.startsWith('#')) // prettier-ignore
      let last = { code: 1, output: 'nothing to build' }
      for (const module of modules) {
        last = await capture('go', ['install', module], { env, timeout: MOST_MS })
        if (last.code !== 0) return last
      }
      return last
    },
  },
]

/** Installs what is listed, unless the same list is installed; says what this machine cannot have. @param {Installer} installer */
async function prepare({ name, source, install }) {
  const stamp = path.join(to, `installed-${source}`)
  const wanted = readFileSync(path.join(from, source), 'utf8')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  const since = performance.now()
  const { code, output } = await install(path.join(from, source))
  const why = output.trim().split('\n').at(-1)
  console.log(code === 0 ? `Installed ${name}, ${seconds(since)}` : `${name} cannot be installed here: ${why}`)
  if (code === 0) writeFileSync(stamp, wanted)
}

const node = await bootstrap()
mkdirSync(to, { recursive: true })
await Promise.all(installers(node).map(prepare))
handOver(node, [toolEntry('vitest'), 'run', '--project', 'node', 'server/adapters/backends', 'testing/backends', ...process.argv.slice(2)]) // prettier-ignore
