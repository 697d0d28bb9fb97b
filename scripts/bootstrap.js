// The first step of every command. Plain JavaScript without dependencies: it runs before anything is installed, under
// any Node (20 or newer), and continues under the Node pinned by package-lock.json.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { npmCommand } from './npm.js'
import { root } from './root.js'
import { EXPECTED_NODE, isNewEnough, refuseOldNode } from './versions.js'
import { step } from './steps/step.js'

const modules = path.join(root, 'node_modules')
const stampFile = path.join(modules, '.holdfast-lock')

/** Installs what is missing and returns the path of the Node to continue with. Ends the process when it cannot. */
export async function bootstrap() {
  refuseOldNode(process.versions.node)
  const lock = readFileSync(path.join(root, 'package-lock.json'), 'utf8')
  const hash = createHash('sha256').update(lock).digest('hex')
  const stamp = readStamp()
  if (stamp?.lock === hash && existsSync(stamp.node)) return stamp.node
  if (!isInstalled(JSON.parse(lock))) await install()
  const node = await findNode()
  mkdirSync(modules, { recursive: true })
  writeFileSync(stampFile, JSON.stringify({ lock: hash, node }))
  return node
}

function readStamp() {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'))
  } catch {
    return undefined // never installed by this script, or interrupted
  }
}

/**
 * True if npm's own record of node_modules says what the lock file says: someone ran `npm install` by hand.
 *
 * @param {{ packages: Record<string, { version: string, optional?: boolean }> }} lock
 */
function isInstalled(lock) {
  let installed
  try {
    installed = JSON.parse(readFileSync(path.join(modules, '.package-lock.json'), 'utf8')).packages
  } catch {
    return false
  }
  return Object.entries(lock.packages).every(
    ([where, { version, optional }]) =>
      where === '' || installed[where]?.version === version || (optional && !installed[where]),
  )
}

async function install() {
  await step('Installing what package-lock.json lists', async () => {
    // No dependency needs an install script: better-sqlite3 comes with its binary, and a compiler may be missing.
    // devDependencies are included even if NODE_ENV is production, because the console is built here.
    const { command, args, env } = npmCommand(['ci', '--include=dev', '--no-audit', '--no-fund', '--ignore-scripts'])
    const { code, output } = await capture(command, args, { env })
    if (code === 0) return
    // npm runs under the machine's Node, so it warns of engines that the pinned Node satisfies.
    const lines = output.split('\n').filter((line) => !line.includes('EBADENGINE'))
    throw new Error(`npm ci failed:\n${lines.join('\n')}`)
  })
}

/** The pinned Node where npm has it for this platform; else the running one; else one fetched by npx. */
async function findNode() {
  const pinned = path.join(modules, `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (spawnSync(pinned, ['--version']).status === 0) return pinned
  if (isNewEnough(process.versions.node)) return process.execPath
  return step(`Fetching Node ${EXPECTED_NODE} (there is none for this platform in package-lock.json)`, async () => {
    const { command, args, env } = npmCommand(['exec', '--yes', `--package=node@${EXPECTED_NODE}`, '--', 'node', '-p', 'process.execPath']) // prettier-ignore
    const { code, output } = await capture(command, args, { env, timeout: 180_000 })
    const found = output.trim().split('\n').at(-1) ?? ''
    if (code === 0 && existsSync(found)) return found
    throw new Error(
      `Holdfast runs on Node ${EXPECTED_NODE}; this is ${process.versions.node} and npm could not fetch another.`,
    )
  })
}

/**
 * The environment for what we start: the Node we found comes first, for programs that start `node` themselves.
 *
 * @param {string} node
 * @param {NodeJS.ProcessEnv} extra
 * @returns {NodeJS.ProcessEnv}
 */
export function environment(node, extra = {}) {
  const PATH = [path.dirname(node), process.env.PATH ?? ''].join(path.delimiter)
  return { ...process.env, ...extra, PATH }
}

/**
 * Runs a command to its end and keeps what it prints, both streams in the order they came.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, timeout?: number }} options
 * @returns {Promise<{ code: number, output: string }>}
 */
export function capture(command, args, options = {}) {
  return new Promise((resolve) => {
    /** @type {NodeJS.ProcessEnv} */
    const env = { ...(options.env ?? process.env), NO_COLOR: '1' } // what is kept is read in logs as well
    delete env.FORCE_COLOR
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options, env })
    const forget = endTogether(child, { andExit: true })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
    child.on('error', (error) => resolve({ code: 127, output: `${output}${error.message}\n` }))
    child.on('close', (code, signal) => {
      forget()
      resolve({ code: code ?? 1, output: signal ? `${output}ended by ${signal}\n` : output })
    })
  })
}

/**
 * Replaces this process by `node ...args`: the terminal, the signals and the exit code are the program's own. Does not
 * return. * @param {string} node @param {string[]} args @param {NodeJS.ProcessEnv} extra
 */
export function handOver(node, args, extra = {}) {
  const env = environment(node, extra)
  process.chdir(root)
  if (process.execve && !isUnderNpm && process.platform !== 'win32') {
    process.removeAllListeners('warning') // execve is experimental; users need no warning about it
    process.execve(node, [node, ...args], env)
  }
  const child = spawn(node, args, { env, stdio: 'inherit' })
  const forget = endTogether(child, {})
  child.on('exit', (code, signal) => {
    forget()
    if (signal && process.platform !== 'win32') process.kill(process.pid, signal)
    else process.exit(code ?? 1)
  })
}

/** npm puts a shell in between, which does not pass on the signal that ends it. */
const isUnderNpm = 'npm_lifecycle_event' in process.env

/** The children of this process: all end together. * @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()

/**
 * Ends the child when this process is told to end, or when the npm that started it is gone. Returns how to stop that.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @param {{ andExit?: boolean }} options
 */
function endTogether(child, { andExit = false }) {
  running.add(child)
  const end = (/** @type {NodeJS.Signals} */ signal) => {
    for (const each of running) each.kill(process.platform === 'win32' ? 'SIGTERM' : signal) // Windows knows only one way to end a process
    if (andExit) process.exit(1)
  }
  // A terminal sends Ctrl-C to the child as well, and a second one would mean "now".
  const onInterrupt = () => (process.stdin.isTTY ? andExit && process.exit(1) : end('SIGINT'))
  process.on('SIGINT', onInterrupt).on('SIGTERM', end).on('SIGHUP', end)
  const parents = parentsNow()
  const watch = setInterval(() => isUnderNpm && parentsNow() !== parents && end('SIGTERM'), 250).unref()
  return () => {
    running.delete(child)
    clearInterval(watch)
    process.off('SIGINT', onInterrupt).off('SIGTERM', end).off('SIGHUP', end)
  }
}

/** The shell that started this process and, if the system tells, the npm above it: both change when npm is killed. */
function parentsNow() {
  const shell = process.ppid
  try {
    return `${shell} ${readFileSync(`/proc/${shell}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]}`
  } catch {
    return `${shell}`
  }
}
