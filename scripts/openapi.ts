// npm run openapi: writes the OpenAPI documents of both APIs into dist/openapi, and their digests into docs/openapi.digests.
// The documents are not committed, because a change of one endpoint would change hundreds of lines; the digests are, so
// that a commit shows which operations it changed.
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { openApiDocument } from '#server/http/openapi.ts'
import { serviceDocument } from '#server/cli/api/document.ts'
import packageJson from '../package.json' with { type: 'json' }

type OpenApi = { paths: Record<string, object>; components?: Record<string, object> }

const root = path.join(import.meta.dirname, '..')
const { version } = packageJson
// The description of a service with default settings.
const settings = { version, publicUrl: 'http://localhost:8080', maxBodyBytes: 256 * 1024 * 1024 }

const documents: Record<string, OpenApi> = {
  console: openApiDocument(version) as OpenApi,
  cli: serviceDocument(settings) as OpenApi,
}

/** Where the digests are committed. */
export const DIGESTS = path.join(root, 'docs/openapi.digests')

/** A line for each operation and each shared schema of both APIs: what it is, and the beginning of its SHA-256. */
export function digests(): string {
  const lines = Object.entries(documents).flatMap(([api, { paths, components = {} }]) => [
    ...Object.entries(paths).flatMap(([address, methods]) =>
      Object.entries(methods).map(([method, operation]) =>
        line(`${api} ${method.toUpperCase()} ${address}`, operation),
      ),
    ),
    ...Object.entries(components).flatMap(([kind, values]) =>
      Object.entries(values).map(([name, value]) => line(`${api} ${kind} ${name}`, value)),
    ),
  ])
  return `${lines.toSorted().join('\n')}\n`
}

function line(name: string, value: unknown): string {
  return `${name} ${createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12)}`
}

if (process.argv[1] === import.meta.filename) {
  const folder = path.join(root, 'dist/openapi')
  mkdirSync(folder, { recursive: true })
  for (const [api, document] of Object.entries(documents)) {
    const file = path.join(folder, `${api}.json`)
    writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`)
    process.stdout.write(`${path.relative(root, file)}\n`)
  }
  writeFileSync(DIGESTS, digests())
  process.stdout.write(`${path.relative(root, DIGESTS)}\n`)
}
