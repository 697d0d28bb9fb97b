// npm run lint:settings: writes .oxlintrc.json, for editors. It is not committed; `npm run check` writes it before it lints.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../root.js'
import { settings } from './settings.js'

const file = path.join(root, '.oxlintrc.json')
const head = '// Written by `npm run lint:settings` from scripts/lint, which is the place to change.\n'

/** The text of .oxlintrc.json: a line for each setting and each override. */
export function settingsText() {
  const { overrides, ...others } = settings
  const lines = Object.entries(others).map(([key, value]) => `  "${key}": ${JSON.stringify(value)},\n`)
  const rows = overrides.map((override) => `    ${JSON.stringify(override)}`)
  return `${head}{\n${lines.join('')}  "overrides": [\n${rows.join(',\n')}\n  ]\n}\n`
}

export const writeSettings = () => writeFileSync(file, settingsText())

if (process.argv[1] === import.meta.filename) writeSettings()
