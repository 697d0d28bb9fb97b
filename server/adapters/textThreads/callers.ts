import { AsyncLocalStorage } from 'node:async_hooks'
import type { OpenRead } from '#server/texts/waiting/openRead.ts'
import type { JobCaller } from '#server/texts/textJobs.ts'

type Here = { caller: JobCaller | null; read: OpenRead | null }
const NOWHERE: Here = { caller: null, read: null }

/**
 * Whose jobs are done, and in which read transaction: known once, where a request was admitted or a transaction opened,
 * and needed where texts are read, many calls deeper.
 */
export function createCallers() {
  const current = new AsyncLocalStorage<Here>()
  const here = () => current.getStore() ?? NOWHERE
  return {
    as: <T>(caller: JobCaller | null, work: () => Promise<T>): Promise<T> => current.run({ ...here(), caller }, work),
    caller: (): JobCaller | null => here().caller,
    within: <T>(read: OpenRead, work: () => Promise<T>): Promise<T> => current.run({ ...here(), read }, work),
    openRead: (): OpenRead | null => here().read,
  }
}
