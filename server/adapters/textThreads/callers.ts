import { AsyncLocalStorage } from 'node:async_hooks'
import type { JobCaller } from '#server/texts/textJobs.ts'

/**
 * Whose jobs are done: known once where a request was admitted, and needed where its texts are read, many calls deeper.
 */
export function createCallers() {
  const current = new AsyncLocalStorage<JobCaller | null>()
  return {
    as: <T>(caller: JobCaller | null, work: () => Promise<T>): Promise<T> => current.run(caller, work),
    caller: (): JobCaller | null => current.getStore() ?? null,
  }
}
