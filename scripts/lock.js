// Completes package-lock.json after a change of dependencies: `node scripts/lock.js`, or `--check` to only look.
//
// npm leaves an optional package out of the lock file when the registry that was asked does not carry it (a mirror that
// keeps the binaries of one platform), and then `npm ci` refuses that lock file everywhere. The missing entries are
// known from the packages that name them: the version is pinned there, and the platform is part of the name. Entries
// made here have no checksum, and npm never adds one to an existing entry. So entries without one are taken out, npm
// resolves them again, and what it still leaves out is added here; the tests refuse a lock file with such an entry.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { npmCommand } from './npm.js'
import { root } from './root.js'

/** @typedef {{ version?: string, integrity?: string, resolved?: string, inBundle?: boolean, link?: boolean, dev?: boolean, optional?: boolean, cpu?: string[], os?: string[], libc?: string[], optionalDependencies?: Record<string, string> }} Package */
/** @typedef {Record<string, Package>} Packages */

/** @type {Record<string, string>} */
const OS = { android: 'android', darwin: 'darwin', freebsd: 'freebsd', linux: 'linux', netbsd: 'netbsd', openbsd: 'openbsd', openharmony: 'openharmony', sunos: 'sunos', aix: 'aix', win32: 'win32', windows: 'win32', macos: 'darwin' } // prettier-ignore
/** @type {Record<string, string>} */
const CPU = { arm: 'arm', armv7: 'arm', arm64: 'arm64', x64: 'x64', ia32: 'ia32', x86: 'ia32', ppc64: 'ppc64', ppc64le: 'ppc64', riscv64: 'riscv64', s390x: 's390x', loong64: 'loong64', wasm32: 'wasm32', mips64el: 'mips64el' } // prettier-ignore
/** @type {Record<string, string>} */
const LIBC = { gnu: 'glibc', gnueabihf: 'glibc', musl: 'musl', musleabihf: 'musl' }

/**
 * What npm needs to skip a package on other machines, read from a name like `@oxlint/binding-linux-x64-gnu`.
 *
 * @param {string} name
 */
export function platformOf(name) {
  const words = (name.split('/').at(-1) ?? '').split(/[-_]/)
  const found = (/** @type {Record<string, string>} */ table) => words.map((word) => table[word]).find(Boolean)
  const os = found(OS)
  const cpu = words.includes('wasm32') ? 'wasm32' : found(CPU)
  const libc = os === 'linux' ? found(LIBC) : undefined
  return { ...(cpu && { cpu: [cpu] }), ...(libc && { libc: [libc] }), ...(os && { os: [os] }) }
}

/** Optional packages that are named in the lock file and missing from it. * @param {Packages} packages */
export function missingFrom(packages) {
  const missing = []
  for (const [where, { optionalDependencies = {} }] of Object.entries(packages)) {
    for (const [name, range] of Object.entries(optionalDependencies)) {
      if (!lookUp(packages, where, name)) missing.push({ where, name, version: range.replace(/^[\^~=v]+/, '') })
    }
  }
  return missing
}

/**
 * Packages that `npm ci` would take whatever they contain: they have no checksum and are not part of another package,
 * whose checksum covers them. * @param {Packages} packages
 */
export const uncheckedIn = (packages) =>
  Object.keys(packages).filter((key) => key !== '' && !packages[key]?.integrity && !packages[key]?.inBundle)

/**
 * Node's own search: next to the package, then in every directory above it.
 *
 * @param {Packages} packages
 * @param {string} where
 * @param {string} name
 */
function lookUp(packages, where, name) {
  for (let place = where; ; place = place.slice(0, Math.max(place.lastIndexOf('node_modules/') - 1, 0))) {
    const key = `${place ? `${place}/` : ''}node_modules/${name}`
    if (packages[key]) return packages[key]
    if (!place) return undefined
  }
}

/**
 * Adds what is missing, as high in the tree as npm would put it.
 *
 * @template {{ packages: Packages }} Lock
 * @param {Lock} lock
 */
export function complete(lock) {
  /** @type {Packages} */
  const packages = { ...lock.packages }
  for (const { where, name, version } of missingFrom(packages)) {
    const inherited = lookUp(packages, where, name)
    if (inherited?.version === version) continue
    const key = inherited ? `${where}/node_modules/${name}` : `node_modules/${name}`
    const dev = lock.packages[where]?.dev ? { dev: true } : {}
    packages[key] = { version, ...platformOf(name), ...dev, optional: true }
  }
  return {
    ...lock,
    packages: Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'))),
  }
}

/** Lets npm resolve again what has no checksum. * @param {string} file @param {{ packages: Packages }} lock */
function resolveAgain(file, lock) {
  const unchecked = new Set(uncheckedIn(lock.packages))
  const packages = Object.fromEntries(Object.entries(lock.packages).filter(([key]) => !unchecked.has(key)))
  writeFileSync(file, `${JSON.stringify({ ...lock, packages }, null, 2)}\n`)
  const { command, args, env } = npmCommand(['install', '--package-lock-only', '--ignore-scripts', '--loglevel=error'])
  const { status } = spawnSync(command, args, { cwd: root, env, stdio: 'inherit' })
  if (status === 0) return JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
  throw new Error('npm could not resolve the packages without a checksum; package-lock.json is as it was.')
}

if (process.argv[1] === import.meta.filename) {
  const file = path.join(root, 'package-lock.json')
  const lock = JSON.parse(readFileSync(file, 'utf8'))
  const missing = missingFrom(lock.packages)
  const unchecked = uncheckedIn(lock.packages)
  if (missing.length + unchecked.length === 0) console.log('package-lock.json is complete.')
  else if (process.argv.includes('--check')) {
    console.log(
      `package-lock.json lacks ${missing.length} optional packages and ${unchecked.length} checksums; run: npm run lock`,
    )
    process.exitCode = 1
  } else {
    const done = complete(resolveAgain(file, lock))
    writeFileSync(file, `${JSON.stringify(done, null, 2)}\n`)
    const left = uncheckedIn(done.packages)
    console.log(`package-lock.json: ${missing.length} optional packages of other platforms were missing, ${unchecked.length} had no checksum.`) // prettier-ignore
    if (left.length > 0) console.log(`The registry has no checksum for ${left.join(', ')}: run this again with another registry.`) // prettier-ignore
  }
}
