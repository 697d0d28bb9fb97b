// npm run openapi: writes the OpenAPI documents of both APIs into docs/openapi, where a test compares them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { openApiDocument } from '#server/http/openapi.ts'
import { serviceDocument } from '#server/cli/api/document.ts'

const root = path.join(import.meta.dirname, '..')
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
// The description of a service with default settings.
const settings = { version, publicUrl: 'http://localhost:8080', maxBodyBytes: 256 * 1024 * 1024 }

/** The documents' texts, by path in the repository. */
export const documents: Record<string, string> = {
  'docs/openapi/console.json': textOf(openApiDocument(version)),
  'docs/openapi/cli.json': textOf(serviceDocument(settings)),
}

function textOf(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`
}

if (process.argv[1] === import.meta.filename) {
  for (const [file, text] of Object.entries(documents)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
    process.stdout.write(`${file}\n`)
  }
}
