// The first step of every command. Plain JavaScript without dependencies: it runs before anything is installed, under
// any Node (20 or newer), and continues under the Node pinned by package-lock.json.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { npmCommand } from './npm.js'
import { capture } from './steps/processes.js'
import { root } from './root.js'
import { step } from './steps/step.js'
import { EXPECTED_NODE, isNewEnough, refuseOldNode } from './versions.js'

const modules = path.join(root, 'node_modules')
/** Where the path of a Node that npm fetched is kept, so that later starts need no network. */
const fetchedFile = path.join(modules, '.holdfast-node')

/** Installs what is missing and returns the path of the Node to continue with. Ends the process when it cannot. */
export async function bootstrap() {
  refuseOldNode(process.versions.node)
  if (!isInstalled(root)) await step('Installing what package-lock.json lists', install)
  const pinned = path.join(modules, `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (spawnSync(pinned, ['--version']).status === 0) return pinned
  if (isNewEnough(process.versions.node)) return process.execPath
  const fetched = existsSync(fetchedFile) ? readFileSync(fetchedFile, 'utf8') : ''
  if (existsSync(fetched)) return fetched
  return step(`Fetching Node ${EXPECTED_NODE} (there is none for this platform in package-lock.json)`, fetchNode)
}

/** True if npm's own record of node_modules, which it writes last, says what package-lock.json says. @param {string} place */
export function isInstalled(place) {
  const installed = recordIn(path.join(place, 'node_modules', '.package-lock.json'))
  if (installed === undefined) return false
  return Object.entries(packagesIn(path.join(place, 'package-lock.json'))).every(
    ([where, { version, optional }]) =>
      where === '' || installed[where]?.version === version || (optional && !installed[where]),
  )
}

/** @param {string} file @returns {Record<string, { version: string, optional?: boolean }>} */
const packagesIn = (file) => JSON.parse(readFileSync(file, 'utf8')).packages

/** Undefined if there is no record, or not a whole one: an install was interrupted, or the disk was full. @param {string} file */
function recordIn(file) {
  try {
    return packagesIn(file)
  } catch {
    return undefined
  }
}

async function install() {
  // No dependency needs an install script: better-sqlite3 comes with its binary, and a compiler may be missing.
  // devDependencies are included even if NODE_ENV is production, because the console is built here. Warnings are left
  // out: npm runs under the machine's Node, and the engines that it warns of are satisfied by the pinned one.
  const { command, args, env } = npmCommand(['ci', '--include=dev', '--ignore-scripts', '--loglevel=error'])
  const { code, output } = await capture(command, args, { env })
  if (code !== 0) throw new Error(`npm ci failed:\n${output}`)
}

/** For platforms without a pinned Node, under a Node that is too old to run the product. */
async function fetchNode() {
  const { command, args, env } = npmCommand(['exec', '--yes', `--package=node@${EXPECTED_NODE}`, '--', 'node', '-p', 'process.execPath']) // prettier-ignore
  const { code, output } = await capture(command, args, { env, timeout: 180_000 })
  const found = output.trim().split('\n').at(-1) ?? ''
  if (code !== 0 || !existsSync(found)) throw new Error(`Holdfast runs on Node ${EXPECTED_NODE}; this is ${process.versions.node} and npm could not fetch another.`) // prettier-ignore
  writeFileSync(fetchedFile, found)
  return found
}
