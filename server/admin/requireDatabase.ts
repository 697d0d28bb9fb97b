import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '../settings.ts'
import { RefusedError } from './terminal.ts'

/** How long a server on this machine has for an answer, in milliseconds. Where none listens, the refusal comes at once. */
const PROBE_MS = 5_000

/**
 * Throws if there is no database to work on: a command must not create one, or a key, in a directory that no server
 * uses. The sentence names the directory, and the server that answers at the configured port, if there is one.
 */
export async function requireDatabase({ settings, data }: { settings: Settings; data: string }): Promise<void> {
  if (settings.databaseUrl !== undefined || existsSync(join(data, 'holdfast.db'))) return
  const advice = (await isServed(settings))
    ? `A server answers on port ${settings.port}, with data elsewhere: set HOLDFAST_DATA to its directory.`
    : 'Set HOLDFAST_DATA to the directory of the service, or start the service once (npm start), which creates it.'
  throw new RefusedError(`There is no database in ${data} (HOLDFAST_DATA), and nothing was created. ${advice}`)
}

const isServed = ({ port }: Settings): Promise<boolean> =>
  fetch(`http://localhost:${port}/healthz`, { signal: AbortSignal.timeout(PROBE_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )
