import { StoreUnavailableError } from '../store/port.ts'
import { CliError } from './cliError.ts'
import { UNAVAILABLE } from './presentRefusal.ts'

/**
 * How long a call of a running update waits for a store that is away, in milliseconds; the CLI sets no time-out of its
 * own.
 */
const PATIENCE_MS = 30_000
const PAUSE_MS = 250

/**
 * Repeats the work until the store is back; after 30 s throws 429, the only answer whose `Retry-After` the CLI honours.
 */
export async function waitForStore<T>(work: () => Promise<T>, pause = delay): Promise<T> {
  for (let waited = 0; ; waited += PAUSE_MS) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error
      if (waited >= PATIENCE_MS) throw new CliError(429, UNAVAILABLE, { 'Retry-After': '5' })
      await pause(PAUSE_MS)
    }
  }
}

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
