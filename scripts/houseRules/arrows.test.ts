import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { settingsText } from '../lint/write.js'
import { expectNone } from './expectNone.ts'

/** Import targets by short names. A place may import what its row names, and nothing else. */
const targets = {
  words: '#words/time.ts',
  contract: '#contract/stacks.ts',
  domain: '#domain/urn.ts',
  server: '#server/deps.ts',
  store: '#server/store/port.ts',
  blobs: '#server/blobs/port.ts',
  texts: '#server/texts/states.ts',
  core: '#server/core/updates/ends.ts',
  http: '#server/http/body.ts',
  cli: '#server/cli/routes.ts',
  console: '#server/ui/handlers.ts',
  createApp: '#server/app.ts',
  listen: '#server/listen.ts',
  main: '#server/main.ts',
  adapters: '#server/adapters/sqlite/sqlite.ts',
  memory: '#server/adapters/memory/memoryStore.ts',
  host: '#host/packing.ts',
  admin: '#server/admin/token.ts',
  mocks: '#mocks/story.ts',
  testing: '#testing/load.ts',
  e2e: '#e2e/fixtures.ts',
  lib: '#src/lib/shorten.ts',
  ui: '#src/ui/Button.tsx',
  api: '#src/api/stacks.ts',
  opened: '#src/opened/openFiles.ts',
  features: '#src/features/compare/Compare.tsx',
  pages: '#src/pages/search/SearchPage.tsx',
  app: '#src/app/routes.tsx',
  node: 'node:fs',
  zod: 'zod',
  hono: 'hono',
  driver: 'better-sqlite3',
  cloud: '@aws-sdk/client-s3',
  clouds: '@azure/identity',
  signer: 'google-auth-library',
  kysely: 'kysely',
  wasm: '@sqlite.org/sqlite-wasm',
  logger: 'pino',
  listener: '@hono/node-server/serve-static',
  react: 'react',
  components: '@base-ui/react/menu',
  flow: '@xyflow/react',
  msw: 'msw/browser',
  barrel: './index.ts',
} as const

type Target = keyof typeof targets

const rules: Target[] = ['words', 'contract', 'domain', 'zod']
const base: Target[] = [...rules, 'server', 'store', 'blobs']
const service: Target[] = [...base, 'texts', 'core', 'http', 'cli', 'console', 'createApp', 'hono']
const node: Target[] = ['node', 'driver', 'cloud', 'clouds', 'signer', 'logger', 'listener', 'hono']
const adapters: Target[] = ['adapters', 'memory', 'host']
const host: Target[] = [...new Set([...service, ...node]), 'main', 'listen', 'adapters', 'admin']
const screen: Target[] = ['words', 'lib', 'zod', 'react']
const feature: Target[] = [...screen, 'api', 'ui', 'domain', 'contract']
const packages: Target[] = [...node, 'kysely', 'wasm', 'zod', 'react', 'components', 'flow', 'msw']
const everything = (Object.keys(targets) as Target[]).filter((name) => name !== 'barrel')
const all = (...but: Target[]) => everything.filter((name) => !but.includes(name))

const rows: Record<string, Target[]> = {
  'words/place.ts': ['words'],
  'contract/place.ts': ['words', 'contract', 'zod'],
  'domain/place.ts': rules,
  'domain/recoveries/place.ts': rules,
  'server/place.ts': [...base, 'texts'],
  'server/app.ts': service,
  'server/store/place.ts': base,
  'server/blobs/place.ts': base,
  'server/texts/place.ts': [...base, 'texts'],
  'server/core/place.ts': [...base, 'texts', 'core'],
  'server/core/stacks/place.ts': [...base, 'texts', 'core'],
  'server/http/place.ts': [...base, 'texts', 'core', 'http', 'hono'],
  'server/cli/place.ts': [...base, 'texts', 'core', 'http', 'cli', 'hono'],
  'server/ui/place.ts': [...base, 'texts', 'core', 'http', 'console', 'hono'],
  'server/ui/stacks/place.ts': [...base, 'texts', 'core', 'http', 'console', 'hono'],
  'server/adapters/place.ts': [...base, ...node, 'kysely', 'texts', 'core', ...adapters],
  'server/adapters/sqlite/place.ts': [...base, ...node, 'kysely', 'texts', 'core', ...adapters],
  'server/adapters/sql/place.ts': [...base, 'kysely', ...adapters],
  'server/adapters/memory/place.ts': [...base, ...adapters],
  'server/adapters/host/page/place.ts': [...base, 'wasm', ...adapters],
  'server/listen.ts': host,
  'server/main.ts': host,
  'server/admin/place.ts': host,
  'testing/place.ts': everything,
  'mocks/place.ts': [...service, 'memory', 'mocks', 'msw'],
  'mocks/worlds/place.ts': [...service, 'memory', 'mocks', 'msw'],
  'src/main.tsx': [...feature, 'features', 'pages', 'app', 'mocks'],
  'src/app/place.ts': [...feature, 'features', 'pages', 'app'],
  'src/lib/place.ts': screen,
  'src/ui/place.ts': [...screen, 'ui', 'components'],
  'src/api/place.ts': [...screen, 'api', 'domain', 'contract'],
  'src/opened/place.ts': [...service, 'memory', 'lib', 'api', 'opened'],
  'src/features/lease/place.ts': feature,
  'src/features/lease/parts/place.ts': feature,
  'src/features/graph/place.ts': [...feature, 'flow'],
  'src/features/graph/worker/place.ts': [...feature, 'flow'],
  'src/pages/home/place.ts': [...feature, 'opened', 'features'],
  'src/pages/home/parts/place.ts': [...feature, 'opened', 'features'],
  'e2e/place.ts': [...packages, 'mocks', 'testing', 'e2e'],
  'bench/place.ts': everything,
  'server/adapters/place.test.ts': everything,
  'server/core/place.test.ts': everything,
  'domain/place.test.ts': all('adapters', 'memory'),
  'mocks/place.test.ts': all('adapters', 'memory'),
  'src/pages/home/place.test.tsx': all('adapters', 'memory'),
}

/** A line that a place must not contain, and the rule that forbids it. */
const refused: [rule: string, file: string, line: string][] = [
  ['no-restricted-imports', 'src/features/lease/up.ts', from('../graph/flow.ts')],
  ['no-restricted-imports', 'src/features/lease/parts/up.ts', from('../../graph/flow.ts')],
  ['no-restricted-imports', 'src/features/graph/up.ts', from('../lease/LeaseCard.tsx')],
  ['no-restricted-imports', 'src/features/graph/worker/up.ts', from('../../lease/LeaseCard.tsx')],
  ['no-restricted-imports', 'src/pages/home/up.ts', from('../stacks/StacksPage.tsx')],
  ['no-restricted-imports', 'src/pages/home/parts/up.ts', from('../../stacks/StacksPage.tsx')],
  ['no-restricted-imports', 'src/lib/up.ts', from('../ui/Button.tsx')],
  ['no-restricted-imports', 'src/ui/up.ts', from('../features/lease/LeaseCard.tsx')],
  ['no-restricted-imports', 'src/api/up.ts', from('../app/routes.tsx')],
  ['no-restricted-imports', 'src/app/up.ts', from('../pages/home/HomePage.tsx')],
  ['no-restricted-imports', 'server/core/up.ts', from('../adapters/sqlite/sqlite.ts')],
  ['no-restricted-imports', 'mocks/up.ts', from('#server/adapters/sqlite/sqlite.ts')],
  ['no-restricted-imports', 'domain/late.ts', `export const late = () => import('#server/app.ts')`],
  ['no-restricted-imports', 'domain/types.ts', `import type { X } from '#mocks/story.ts'\nexport type Y = X`],
  ['no-restricted-imports', 'domain/react.ts', from('react-dom/server')],
  ['no-restricted-globals', 'src/ui/asks.ts', `export const ask = () => fetch('/api')`],
  ['no-restricted-globals', 'src/features/lease/asks.ts', `export const ask = () => globalThis.fetch('/api')`],
  ['no-restricted-globals', 'src/pages/home/listens.ts', `export const listen = () => new EventSource('/api')`],
  ['no-restricted-globals', 'src/api/settings.ts', `export const settings = process.env`],
  ['no-restricted-globals', 'domain/asks.ts', `export const ask = () => fetch('/api')`],
  ['no-restricted-globals', 'contract/waits.ts', `setTimeout(() => {}, 1)`],
  ['no-restricted-globals', 'server/ui/settings.ts', `export const settings = process.env`],
  ['no-restricted-globals', 'server/core/bytes.ts', `export const bytes = Buffer.from('')`],
  ['no-restricted-properties', 'server/ui/writes.ts', `export const write = (store: Store) => store.write(work)`],
  ['no-restricted-properties', 'domain/clock.ts', `export const now = () => Date.now()`],
  ['no-restricted-properties', 'domain/timer.ts', `export const now = () => performance.now()`],
  ['no-restricted-properties', 'domain/chance.ts', `export const chance = () => Math.random()`],
  ['no-default-export', 'src/ui/fallback.tsx', `export default 1`],
  ['no-default-export', 'server/ui/fallback.ts', `export default 1`],
  ['no-barrel-file', 'src/ui/barrel.ts', `export * from './leaf.ts'`],
  ['no-console', 'server/ui/updates/log.ts', `console.log('x')`],
  ['no-console', 'server/adapters/log.ts', `console.log('x')`],
  ['no-console', 'src/api/log.ts', `console.log('x')`],
]

const admitted: [file: string, line: string][] = [
  ['domain/recoveries/up.ts', from('../urn.ts')],
  ['server/core/sibling.ts', from('../texts/fit.ts')],
  ['server/adapters/settings.ts', `export const settings = process.env`],
  ['src/api/asks.ts', `export const ask = () => fetch('/api')`],
  ['src/features/lease/parts/own.ts', from('../LeaseCard.tsx')],
  ['src/pages/home/HomePage.tsx', `export default 1`],
  ['server/admin/token.ts', `console.log('x')`],
  ['server/store/suite.test.ts', `${from('#testing/load.ts')}\nexport const settings = process.env`],
]

function from(specifier: string) {
  return `export { x } from '${specifier}'`
}

const root = path.join(import.meta.dirname, '../..')
const directory = mkdtempSync(path.join(tmpdir(), 'holdfast-arrows-'))
let findings: Finding[]

type Finding = { rule: string; file: string; line: number }

/** The project's own linter settings, in a directory where every file breaks a rule, or might. */
beforeAll(() => {
  write('.oxlintrc.json', settingsText().replace('"typeAware":true', '"typeAware":false'))
  write('src/ui/leaf.ts', 'export const leaf = 1')
  for (const place of Object.keys(rows)) {
    write(
      place,
      candidates(place)
        .map(([, specifier], index) => `export { x as x${index} } from '${specifier}'`)
        .join('\n'),
    )
  }
  for (const [, file, line] of refused) write(file, line)
  for (const [file, line] of admitted) write(file, line)
  findings = lint()
})

afterAll(() => rmSync(directory, { recursive: true, force: true }))

function write(file: string, text: string) {
  mkdirSync(path.dirname(path.join(directory, file)), { recursive: true })
  writeFileSync(path.join(directory, file), `${text}\n`)
}

const toRoot = (place: string) => '../'.repeat(place.split('/').length - 1)

/** Every target, another part by a path around its alias, and recorded data, which are read as files. */
const candidates = (place: string): [name: string, specifier: string][] => [
  ...Object.entries(targets),
  ['around', `${toRoot(place)}server/app.ts`],
  ['fixtures', `${toRoot(place)}fixtures/journals.json`],
  ...(isInServer(place) ? layers.map((name) => byPath(place, name)) : []),
]

/** The server's layers can be imported by path and by alias: both must be refused. */
const layers = (Object.keys(targets) as Target[]).filter((name) => targets[name].startsWith('#server/'))
const isInServer = (place: string) => place.startsWith('server/') && !place.endsWith('.test.ts')

function byPath(place: string, name: Target): [name: string, specifier: string] {
  const specifier = path.posix.relative(path.posix.dirname(place), targets[name].slice(1))
  return [`${name} by path`, specifier.startsWith('.') ? specifier : `./${specifier}`]
}

/** What a row allows, in the form of `candidates`. */
const admittedBy = (place: string, row: Target[]): string[] => [
  ...row,
  ...(isInServer(place) ? layers.filter((name) => row.includes(name)).map((name) => byPath(place, name)[0]) : []),
]

function lint(): Finding[] {
  const args = [path.join(root, 'node_modules/oxlint/bin/oxlint'), '--format=json']
  const { stdout } = spawnSync(process.execPath, args, { cwd: directory, encoding: 'utf8', maxBuffer: 1 << 26 })
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { code: string; filename: string; labels: { span: { line: number } }[] }[]
  }
  return diagnostics.map(({ code, filename, labels }) => ({
    rule: code.replace(/^.*\((.*)\)$/, '$1'),
    file: filename,
    line: labels[0]?.span.line ?? 0,
  }))
}

const isArrow = ({ rule }: Finding) => rule === 'no-restricted-imports' || rule === 'no-nodejs-modules'

it.each(Object.entries(rows))('%s may import what its row lists, and nothing else', (place, row) => {
  const broken = new Set(findings.filter((one) => isArrow(one) && one.file === place).map(({ line }) => line))
  const passed = candidates(place).flatMap(([name], index) => (broken.has(index + 1) ? [] : [name]))
  expect(passed.toSorted()).toEqual(admittedBy(place, row).toSorted())
})

it.each(refused)('the rule %s refuses in %s: %s', (rule, file) => {
  expect(findings.filter((one) => one.file === file).map((one) => one.rule)).toContain(rule)
})

it.each(admitted)('allows %s: %s', (file) => {
  expectNone(
    findings.filter((one) => one.file === file).map(({ rule }) => `${rule} in ${file}`),
    'Allow this line again in scripts/lint: it is how the project is written.',
  )
})

it('no folder inside the server has the name of a layer, because paths could not distinguish them', () => {
  const folders = globSync('server/*/**/', { cwd: root }).map((folder) => folder.split(path.sep))
  const names = folders.filter((steps) => steps.length === 2).map(([, name]) => name)
  const inner = folders.filter((steps) => steps.length > 2).map((steps) => steps.at(-1))
  expect(names).toContain('core')
  expect(inner).toContain('updates')
  expectNone(
    inner.filter((name) => name !== undefined && names.includes(name)).map(String),
    'Give these folders another name: paths cannot tell them from the layer with that name.',
  )
})
