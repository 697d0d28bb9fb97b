// Each side sees only types that exist where it runs.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { root } from './root.js'
import { toolEntry } from './tools.js'

const cache = path.join(root, 'node_modules', '.cache')
mkdirSync(cache, { recursive: true })
const directory = mkdtempSync(path.join(cache, 'sides-')) // inside the tree, so that `types` are found
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const lines = {
  page: `export const title = document.title`,
  node: `export const settings = process.env`,
  both: `export const bytes = new TextEncoder().encode('x')`,
}

/** The names in the lines that a side's settings refuse. */
function refusedBy(side) {
  const place = path.join(directory, side)
  mkdirSync(place)
  for (const [name, line] of Object.entries(lines)) writeFileSync(path.join(place, `${name}.ts`), `${line}\n`)
  const settings = {
    extends: `../../../../tsconfig.${side}.json`,
    compilerOptions: { incremental: false, tsBuildInfoFile: null },
    include: ['*.ts', '../../../../types/*.d.ts'].slice(0, side === 'rules' ? 2 : 1),
  }
  writeFileSync(path.join(place, 'tsconfig.json'), JSON.stringify(settings))
  const { stdout } = spawnSync(process.execPath, [toolEntry('tsc'), '-p', place], { encoding: 'utf8', cwd: place })
  return Object.keys(lines).filter((name) => stdout.includes(`${name}.ts(`))
}

it.each([
  ['rules', ['page', 'node']],
  ['server', ['page']],
  ['scripts', ['page']],
  ['page', ['node']],
])('%s cannot use what its runtime lacks', (side, refused) => {
  expect(refusedBy(side)).toEqual(refused)
})
