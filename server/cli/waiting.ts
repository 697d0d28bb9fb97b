import { StoreUnavailableError } from '../store/port.ts'
import { CliError } from '../core/errors.ts'
import { TextJobError } from '../texts/textJobs.ts'

/** How long an in-update call waits for a store that is away; the CLI sets no time-out of its own. */
const PATIENCE_MS = 30_000
const PAUSE_MS = 250

const UNAVAILABLE = 'The database cannot be reached or written right now. Nothing was lost; the call can be repeated.'

/** Repeats the work until the store is back; after 30 s 429, the only answer whose `Retry-After` the CLI honours. */
export async function waitForStore<T>(work: () => Promise<T>, pause = delay): Promise<T> {
  for (let waited = 0; ; waited += PAUSE_MS) {
    try {
      return await work()
    } catch (error) {
      if (error instanceof TextJobError) throw new CliError(503, error.message)
      if (!(error instanceof StoreUnavailableError)) throw error
      if (waited >= PATIENCE_MS) throw new CliError(429, UNAVAILABLE, { 'Retry-After': '5' })
      await pause(PAUSE_MS)
    }
  }
}

/** All other calls are answered at once. */
export async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StoreUnavailableError) throw new CliError(503, UNAVAILABLE)
    if (error instanceof TextJobError) throw new CliError(503, error.message)
    throw error
  }
}

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
