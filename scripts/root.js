import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's root, the directory of package.json. */
export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
