import { readFile, readdir } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Assets } from '../deps.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.wasm': 'application/wasm',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}
const COMPRESSIBLE = new Set(['.html', '.js', '.wasm', '.css', '.svg', '.json', '.webmanifest'])

/**
 * Reads the built console. The list of files is read once, so no path from a request ever reaches the disk; each file
 * is read and compressed at its first request.
 */
export async function readAssets(root: string): Promise<Assets> {
  const names = new Map<string, string>()
  for (const entry of await filesBelow(root)) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const name = `/${relative(root, path).split(sep).join('/')}`
    // Source maps are for people who have the build, not for everyone who reaches the port.
    if (!name.startsWith('/.') && extname(name) !== '.map') names.set(name, path)
  }
  type Loaded = { type: string; plain: Uint8Array; br?: Uint8Array; gzip?: Uint8Array }
  const loaded = new Map<string, Loaded>()
  return {
    async find(name) {
      const path = names.get(name)
      if (path === undefined) return undefined
      let file = loaded.get(name)
      if (file === undefined) {
        const plain = await readFile(path)
        const extension = extname(name)
        file = { type: TYPES[extension] ?? 'application/octet-stream', plain }
        if (COMPRESSIBLE.has(extension)) {
          file.br = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })
          file.gzip = gzipSync(plain)
        }
        loaded.set(name, file)
      }
      return file
    },
  }
}

/** Empty if the console has not been built: the API still works, and its page then says what to do. */
async function filesBelow(root: string) {
  try {
    return await readdir(root, { recursive: true, withFileTypes: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
