// A folder has about 15 files that belong together. A larger one has its reason in ARCHITECTURE.md.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.join(import.meta.dirname, '../..')
const MAX_FILES = 20

/** The section of ARCHITECTURE.md that names each larger folder, with its reason. */
const reasons = /\n## Folders with more than 20 files\n([^]*?)\n## /.exec(
  readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8'),
)?.[1]

/** Number of files in a folder itself, without tests. */
const counts = new Map<string, number>()
for (const file of globSync('{words,contract,domain,server,mocks,src,e2e,bench,scripts,testing}/**/*.{ts,tsx,js,css}', {
  cwd: root,
})) {
  if (/\.(test|spec|suite)\./.test(file)) continue
  const folder = path.dirname(file).replaceAll('\\', '/')
  counts.set(folder, (counts.get(folder) ?? 0) + 1)
}
const large = [...counts].filter(([, count]) => count > MAX_FILES).map(([folder]) => folder)

it('each folder with more than 20 files has its reason in ARCHITECTURE.md, and no other folder is listed', () => {
  const named = [...(reasons ?? '').matchAll(/^\| `([^`]+)` \| [^|]{20,} \|$/gm)].map(([, folder]) => folder)
  expect(counts.size).toBeGreaterThan(50)
  expect(new Set(named)).toEqual(new Set(large))
})
