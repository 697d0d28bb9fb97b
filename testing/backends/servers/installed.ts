import { existsSync } from 'node:fs'
import path from 'node:path'

/** Where `npm run test:backends` puts the servers that represent the clouds: outside package-lock.json. */
export const SERVERS = path.join(import.meta.dirname, '../../../node_modules/.cache/backends')

const PROGRAMS = {
  moto: 'python/bin/moto_server',
  versitygw: 'go/versitygw',
  'fake-gcs-server': 'go/fake-gcs-server',
  Azurite: 'npm/node_modules/azurite/dist/src/blob/main.js',
} as const

export type ServerName = keyof typeof PROGRAMS

/** The program of a server; undefined if it is not installed. */
export function programOf(name: ServerName): string | undefined {
  const file = path.join(SERVERS, PROGRAMS[name])
  return existsSync(file) ? file : undefined
}

/** Why tests of a server are skipped: the same words for each, so that a run says them once. */
export const NOT_INSTALLED = 'the server is not installed: npm run test:backends'
