// How to start npm without a shell: on Windows the command `npm` is a script that only a shell can run.
import { existsSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { root } from './root.js'

const modules = path.join(root, 'node_modules')
const isWindows = process.platform === 'win32'

/**
 * The machine's npm under the machine's Node (the pinned one lives in node_modules, which `npm ci` replaces): what to
 * spawn, its arguments and its environment. Throws if there is no npm.
 *
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} from
 * @returns {{ command: string, args: string[], env: NodeJS.ProcessEnv }}
 */
export function npmCommand(args, from = process.env) {
  const places = (from.PATH ?? '').split(path.delimiter).filter((place) => place && !isOurs(place))
  const nodes = [from.npm_node_execpath, process.execPath, ...places.map((place) => path.join(place, nodeName))]
  const node = nodes.find((file) => file && !isOurs(file) && existsSync(file)) ?? process.execPath
  const cli = [from.npm_execpath, ...clisBeside(path.dirname(node)), ...places.flatMap(clisBeside)].find(isNpm)
  if (!cli) throw new Error('There is no npm on this machine. It comes with Node: https://nodejs.org')
  return { command: node, args: [cli, ...args], env: { ...from, PATH: places.join(path.delimiter) } }
}

const nodeName = isWindows ? 'node.exe' : 'node'

/** @param {string} file */
const isOurs = (file) => file.startsWith(modules)

/** @param {string | undefined} file */
const isNpm = (file) => file !== undefined && path.basename(file) === 'npm-cli.js' && existsSync(file)

/**
 * The folder of npm's own JavaScript for a directory that contains `npm`: installers put it next to it or under ../lib,
 * and distributions link to it. * @param {string} directory
 */
function clisBeside(directory) {
  const cli = path.join('node_modules', 'npm', 'bin', 'npm-cli.js')
  const link = path.join(directory, 'npm')
  const linked = !isWindows && existsSync(link) ? [realpathSync(link)] : []
  return [...linked, path.join(directory, cli), path.join(directory, '..', 'lib', cli)]
}
