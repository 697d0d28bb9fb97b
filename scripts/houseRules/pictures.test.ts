// The pictures of the readme are made by `npm run pictures -- readme`: all of them, in both themes, and small.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { MAX_BYTES, README_ANIMATION, README_FOLDER, README_PICTURES, README_THEMES } from '#e2e/pictures/readme.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
/** Each file with the most bytes that it may have. */
const made = new Map(
  [...README_PICTURES.map(({ file }) => ({ file, maxBytes: MAX_BYTES })), README_ANIMATION].flatMap(
    ({ file, maxBytes }) => README_THEMES.map((theme) => [`${file}-${theme}.webp`, maxBytes] as const),
  ),
)
const names = [...made.keys()].toSorted()

it('are those that the command makes, and no file is too large', () => {
  const folder = path.join(ROOT, README_FOLDER)
  expect(readdirSync(folder).toSorted()).toEqual(names)
  expect(names.filter((name) => statSync(path.join(folder, name)).size > (made.get(name) ?? 0))).toEqual([])
})

it('are shown in the readme, each in both themes', () => {
  const readme = readFileSync(path.join(ROOT, 'README.md'), 'utf8')
  const shown = [...readme.matchAll(/docs\/pictures\/([\w-]+\.webp)/g)].map(([, file = '']) => file)
  expect(shown.toSorted()).toEqual(names)
})
