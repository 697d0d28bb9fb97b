// Starts programs under the Node of the bootstrap, and ends them with this process. Needs nothing that is installed.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../root.js'

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
 * Runs `node ...args` as the rest of this command, and does not return. Where the system can, the program replaces this
 * process, so that a service is one process; otherwise it is a child with the same terminal, signals and exit code.
 *
 * @param {string} node
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} extra
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
