// A folder has about 15 files that belong together. A larger one has its reason here.
import { globSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.join(import.meta.dirname, '../..')
const MAX_FILES = 20

/** Each larger folder, with what its files have in common. */
const REASONS: Record<string, string> = {
  'src/lib': 'small helpers and hooks, mostly of one function, that any part of the console may use',
  'src/ui': 'one file per primitive, found by name; they share only the tokens',
  contract: 'one file per subject of the API, named after it; `endpoints/` has the calls, mostly under the same names',
  'contract/endpoints': 'one file per subject, with its calls, named as in `contract`',
  'src/api': 'one file per subject, with the queries and changes of the console, named as in `contract/endpoints`',
  'server/http': 'handling of requests that both APIs share, a small file for each concern',
  'domain/state': 'one file per rule of the state format: its types, references, secrets, names',
  'domain/recoveries/pending': 'the recoveries of pending operations, and what they share: evidence, options, cautions',
  'server/adapters/sql': 'one file per subject of the stores, for SQLite and PostgreSQL',
  'testing/store': 'one file per subject of the port: what the suite of all stores runs',
  'mocks/worlds': 'one file per world: a situation told in the CLI’s protocol, found by its name',
  bench: 'one file per measurement, named as in `bench/RESULTS.md`',
  scripts: 'one file per command, named after it, and what they share before anything is installed',
}

/** Number of files in a folder itself, without tests. */
const counts = new Map<string, number>()
for (const file of globSync('{words,contract,domain,server,mocks,src,e2e,bench,scripts,testing}/**/*.{ts,tsx,js,css}', {
  cwd: root,
})) {
  if (/\.(test|spec|suite)\./.test(file)) continue
  const folder = path.dirname(file).replaceAll('\\', '/')
  counts.set(folder, (counts.get(folder) ?? 0) + 1)
}

it('each folder with more than 20 files has its reason in this test, and no other folder is listed', () => {
  const large = [...counts].filter(([, count]) => count > MAX_FILES).map(([folder]) => folder)
  expect(counts.size).toBeGreaterThan(50)
  expect(new Set(Object.keys(REASONS))).toEqual(new Set(large))
})
