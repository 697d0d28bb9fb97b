import type { KnownWorking } from '../../caches.ts'
import type { Deps } from '../../deps.ts'

/**
 * Identifies the save that a working text belongs to: a save may be repeated with the same number and another text, so
 * its time (epoch milliseconds, strictly increasing) distinguishes the two. All marks to be compared must be created
 * here.
 */
export const workingMark = (sequenceNumber: number | undefined, savedAt: number | null): string =>
  `${sequenceNumber ?? 0} at ${savedAt ?? 0}`

type Cached = Pick<Deps, 'caches'>

export const knownWorking = ({ caches }: Cached, updateId: string, mark: string): KnownWorking | undefined => {
  // `peek`, so that the least recently saved texts are evicted first, whether they were read or not.
  const working = caches.working.peek(updateId)
  return working?.mark === mark ? working : undefined
}

export const keepWorking = ({ caches }: Cached, updateId: string, working: KnownWorking): void =>
  void caches.working.set(updateId, working)

export const forgetWorking = ({ caches }: Cached, updateId: string): void => void caches.working.delete(updateId)
