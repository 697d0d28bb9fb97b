// npm run lint:settings: writes .oxlintrc.json from the table next to this file. With --check it only compares.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../root.js'
import { settings } from './settings.js'

const file = path.join(root, '.oxlintrc.json')
const head = '// Written by `npm run lint:settings` from scripts/lint, which is the place to change.\n'

/** The text of .oxlintrc.json: a line for each setting and each override, so that a row changed is a line changed. */
export function settingsText() {
  const { overrides, ...others } = settings
  const lines = Object.entries(others).map(([key, value]) => `  "${key}": ${JSON.stringify(value)},\n`)
  const rows = overrides.map((override) => `    ${JSON.stringify(override)}`)
  return `${head}{\n${lines.join('')}  "overrides": [\n${rows.join(',\n')}\n  ]\n}\n`
}

if (process.argv[1] === import.meta.filename) {
  if (!process.argv.includes('--check')) writeFileSync(file, settingsText())
  else if (readFileSync(file, 'utf8') !== settingsText()) {
    console.error('.oxlintrc.json does not match scripts/lint. Change that, then: npm run lint:settings')
    process.exitCode = 1
  }
}
