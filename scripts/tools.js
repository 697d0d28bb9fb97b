// Finds the JavaScript of a command-line tool, so that Node can run it directly. The entries in node_modules/.bin are
// links on Unix and shell scripts on Windows, and Node can run only the former.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './root.js'

/**
 * What to give Node for the name of a tool (`vite`, `tsc`) or for a file of ours (`bench/bundle.ts`).
 *
 * @param {string} target
 */
export const programOf = (target) => (/\.[jt]s$/.test(target) ? target : toolEntry(target))

/**
 * The entry of a tool, as the `bin` of the dependency that brings it says. Throws if none of ours does.
 *
 * @param {string} name
 */
export function toolEntry(name) {
  const { dependencies, devDependencies } = readPackage(root)
  for (const dependency of Object.keys({ ...dependencies, ...devDependencies })) {
    const directory = path.join(root, 'node_modules', ...dependency.split('/'))
    if (!existsSync(directory)) continue // not installed, and another may bring the tool
    const { bin = {} } = readPackage(directory)
    const entry = typeof bin === 'string' ? dependency.split('/').at(-1) === name && bin : bin[name]
    if (entry) return path.join(directory, entry)
  }
  throw new Error(`No dependency in package.json brings a command named ${name}.`)
}

/**
 * @param {string} directory
 * @returns {{ dependencies?: Record<string, string>, devDependencies?: Record<string, string>, bin?: string | Record<string, string> }}
 */
const readPackage = (directory) => JSON.parse(readFileSync(path.join(directory, 'package.json'), 'utf8'))
