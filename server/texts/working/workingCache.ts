import type { Deps } from '../../deps.ts'

/**
 * Identifies the save that a working text belongs to: a save may be repeated with the same number and another text, so
 * its time (epoch milliseconds, strictly increasing) distinguishes the two. All marks to be compared must be created
 * here.
 */
export const workingMark = (sequenceNumber: number | undefined, savedAt: number | null): string =>
  `${sequenceNumber ?? 0} at ${savedAt ?? 0}`

/** A cached working text, in parts, so that the next delta need not read it. `mark` identifies its save. */
export type KnownWorking = {
  mark: string
  sequenceNumber: number
  kind: 'full' | 'verbatim' | 'delta'
  parts: readonly Uint8Array[]
  bytes: number
  /** Number of delta saves applied to the stored text, and their size in bytes. */
  patches: number
  patchBytes: number
}

type Cached = Pick<Deps, 'caches'>

export const knownWorking = ({ caches }: Cached, updateId: string, mark: string): KnownWorking | undefined => {
  // `peek`, so that the least recently saved texts are evicted first, whether they were read or not.
  const working = caches.working.peek(updateId)
  return working?.mark === mark ? working : undefined
}

export const keepWorking = ({ caches }: Cached, updateId: string, working: KnownWorking): void =>
  void caches.working.set(updateId, working)

export const forgetWorking = ({ caches }: Cached, updateId: string): void => void caches.working.delete(updateId)
