#!/usr/bin/env node
// The program of the npm package: `holdfast` serves, `holdfast token …` and the like run a command.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const COMMANDS = ['token', 'backup', 'restore', 'keys']
const OLDEST_NODE = 24
const USAGE = `Usage: holdfast [command | backend]

Without a command it serves the API and the console, on http://localhost:8080 unless HOLDFAST_PORT is set.
With the address of a self-managed backend, as for pulumi login, or a folder, it shows that too.
Commands, each with --help: ${COMMANDS.join(', ')}.
Data is in ./data, or where HOLDFAST_DATA or HOLDFAST_DATABASE_URL says.`

const [command, ...rest] = process.argv.slice(2)

/** An address or a folder; a word alone is one if there is such a folder, and a misspelt command otherwise. @param {string} text */
const isBackend = (text) => /^(?:[a-z][a-z0-9]*:\/\/|[.~/])/.test(text) || existsSync(text)

/** @param {string} message */
function refuse(message) {
  console.error(message)
  process.exit(1)
}

if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE)
  refuse(`Holdfast runs on Node ${OLDEST_NODE} or newer; this is Node ${process.versions.node}.`)
else if (command === '--help' || command === '-h') console.log(USAGE)
else if (command === '--version') {
  console.log(JSON.parse(readFileSync(path.join(import.meta.dirname, '../package.json'), 'utf8')).version)
} else if (command !== undefined && !COMMANDS.includes(command) && !isBackend(command))
  refuse(`There is no command ${command}.\n\n${USAGE}`)
else {
  // The service resolves a relative path against its own directory, which npm may replace at any time.
  process.env.HOLDFAST_DATA = path.resolve(process.env.HOLDFAST_DATA || 'data')
  const isCommand = command !== undefined && COMMANDS.includes(command)
  process.argv.splice(2, process.argv.length, ...(isCommand ? rest : [command ?? '--backend-of-cli', ...rest]))
  await import(isCommand ? `../server/admin/${command}.js` : '../server/main.js')
}
