import path from 'node:path'
import { pathOf as pathOnSystem } from '#domain/backends/diy/fileNames.ts'

// Keys as names of files, as the library of the CLI writes them (docs/backends.md, Differences between stores).

/** Beside each object the CLI writes one with its content type and MD5. */
export const SIDECAR = '.attrs'

/** What is being written, or was when its writer died: `<file>.<hex>.tmp`. It is no object. */
const TEMPORARY = /\.[0-9a-f]{8,}\.tmp$/
export const isTemporary = (name: string): boolean => TEMPORARY.test(name)

const ESCAPED = /__0x([0-9a-f]+)__/gi
/** The path of a key below the root, with slashes; undefined if no object can have it. */
export const pathOf = (key: string): string | undefined => pathOnSystem(key, path.sep !== '/')

/** The key of a path below the root. */
export const keyOf = (name: string): string =>
  name.replace(ESCAPED, (whole, hex: string) => {
    const code = Number.parseInt(hex, 16)
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole
  })

/** The deepest folder in which all keys with a prefix are, as a path below the root; empty is the root. */
export function folderOf(prefix: string): string {
  const parts: string[] = []
  for (const part of prefix.split('/').slice(0, -1)) {
    if (pathOf(`${part}/x`) !== `${part}/x`) break
    parts.push(part)
  }
  return parts.join('/')
}

/** Whether a path is a folder, or within it. Both are real paths. */
export const isBelow = (file: string, folder: string): boolean =>
  file === folder || file.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep)
