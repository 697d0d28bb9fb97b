// Builds the console or the demo if their sources have changed.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { capture, environment } from './steps/processes.js'
import { root } from './root.js'
import { toolEntry } from './tools.js'

const COMMON = [
  'index.html',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'public',
  'src',
  'words',
  'contract',
  'domain',
]

const SERVICE = ['package-lock.json', 'tsconfig.json', 'vite.config.ts', 'words', 'contract', 'domain', 'server']

/** The builds: output folder, entry, sources, and Vite's mode. The service is built for tests and for the npm package. */
export const builds = {
  console: { out: 'dist/console', entry: 'index.html', mode: 'production', sources: [...COMMON, 'server'] },
  demo: { out: 'dist/demo', entry: 'index.html', mode: 'demo', sources: [...COMMON, 'mocks', 'server', 'fixtures'] },
  service: { out: 'dist/service', entry: 'main.js', mode: 'service', sources: SERVICE },
  package: { out: 'dist/package/server', entry: 'main.js', mode: 'package', sources: SERVICE },
}

/** @typedef {keyof typeof builds} Build */

/** What the tests need. * @type {Build[]} */
export const testedBuilds = ['console', 'demo', 'service']

/**
 * True if the last build was made from what is there now. Reads every source: contents count, dates do not.
 *
 * @param {Build} name
 */
export function isBuilt(name) {
  const { out, entry } = builds[name]
  if (!existsSync(path.join(root, out, entry))) return false
  return existsSync(stampOf(name)) && readFileSync(stampOf(name), 'utf8') === fingerprint(name)
}

/**
 * Builds with Vite; throws with Vite's own words when it cannot.
 *
 * @param {string} node
 * @param {Build} name
 */
export async function build(node, name) {
  const { out, mode } = builds[name]
  const made = fingerprint(name) // read before the build: a change during it must cause another
  const args = [toolEntry('vite'), 'build', '--mode', mode, '--logLevel', 'warn']
  const { code, output } = await capture(node, args, { env: environment(node, { NODE_ENV: 'production' }) })
  if (code !== 0) throw new Error(`vite build of ${out} failed:\n${output}`)
  mkdirSync(path.dirname(stampOf(name)), { recursive: true })
  writeFileSync(stampOf(name), made)
}

/** For tests that start servers: where the service was built. */
export const builtService = () => ({ HOLDFAST_TEST_SERVICE: path.join(root, builds.service.out) })

/** @param {Build} name */
const stampOf = (name) => path.join(root, '.cache', `built-${name}`)

/** @param {Build} name */
function fingerprint(name) {
  const hash = createHash('sha256')
  for (const source of builds[name].sources) {
    for (const file of filesUnder(source))
      hash
        .update(`${file}\0`)
        .update(readFileSync(path.join(root, file)))
        .update('\0')
  }
  return hash.digest('hex')
}

/** @param {string} source */
function filesUnder(source) {
  const place = path.join(root, source)
  if (!existsSync(place)) return []
  if (path.extname(source)) return [source]
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort()
}
