// Preloaded (`node --import`) into every Node process of a test: records every process that it starts, one JSON line
// each.
import childProcess from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const file = process.env.HOLDFAST_SPAWNS ?? ''

/**
 * @param {unknown} command
 * @param {unknown[]} rest
 */
function record(command, rest) {
  const shell = rest.some((one) => typeof one === 'object' && one !== null && 'shell' in one && Boolean(one.shell))
  appendFileSync(file, `${JSON.stringify({ command, args: Array.isArray(rest[0]) ? rest[0] : [], shell })}\n`)
}

/** @type {Record<string, any>} */
const starters = childProcess
for (const name of ['spawn', 'spawnSync', 'execFile', 'execFileSync', 'exec', 'execSync']) {
  const original = starters[name]
  starters[name] = (/** @type {unknown} */ command, /** @type {unknown[]} */ ...rest) => {
    record(command, name.startsWith('execFile') || name.startsWith('spawn') ? rest : [{ shell: true }])
    return original(command, ...rest)
  }
}
syncBuiltinESMExports()

const { execve } = process
if (execve) {
  process.execve = (command, args, env) => {
    record(command, [args])
    return execve.call(process, command, args, env)
  }
}
