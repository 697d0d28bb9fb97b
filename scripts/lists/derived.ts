// What the derived lists of recoveries and of problems share.
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const root = path.join(import.meta.dirname, '../..')

type Found<T> = { file: string; name: string; value: T }

/** What the files in the folders of `folder` export and `isOne` accepts. */
export async function exportsBelow<T>(folder: string, isOne: (value: unknown) => value is T): Promise<Found<T>[]> {
  const files = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => /^\w+\/\w+\.ts$/.test(file))
  const found: Found<T>[] = []
  for (const file of files.toSorted()) {
    const exported = (await import(pathToFileURL(path.join(root, folder, file)).href)) as Record<string, unknown>
    for (const [name, value] of Object.entries(exported)) if (isOne(value)) found.push({ file, name, value })
  }
  return found
}

export const literal = (value: unknown): string => JSON.stringify(value, null, 2)

/** The first line of a derived file. */
export const header = (of: string): string =>
  `// Generated from the ${of}' files by \`npm run recoveries\`; do not edit.\n`

export const importsOf = (found: readonly Found<unknown>[]): string =>
  found
    .toSorted((a, b) => (a.file < b.file ? -1 : 1))
    .map(({ file, name }) => `import { ${name} } from './${file}'\n`)
    .join('')
