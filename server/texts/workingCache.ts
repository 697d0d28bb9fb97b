import type { Deps } from '../deps.ts'

/**
 * Says which save of an update a working text is: a save may come again under its number with another text, so its time
 * (epoch milliseconds, never the same twice) distinguishes the two. Anyone who compares marks must make them here.
 */
export const workingMark = (sequenceNumber: number | undefined, savedAt: number | null): string =>
  `${sequenceNumber ?? 0} at ${savedAt ?? 0}`

/** A working text available, in parts, so that the next delta need not fetch it. `mark` says which save it is. */
export type KnownWorking = {
  mark: string
  sequenceNumber: number
  kind: 'full' | 'verbatim' | 'delta'
  parts: readonly Uint8Array[]
  bytes: number
  /** How many delta saves were patched onto the stored text, and how many bytes they have. */
  patches: number
  patchBytes: number
}

type Cached = Pick<Deps, 'caches'>

export const knownWorking = ({ caches }: Cached, updateId: string, mark: string): KnownWorking | undefined => {
  const working = caches.working.peek(updateId) // the least recently saved ones go first, anyone who reads them
  return working?.mark === mark ? working : undefined
}

export const keepWorking = ({ caches }: Cached, updateId: string, working: KnownWorking): void =>
  void caches.working.set(updateId, working)

export const forgetWorking = ({ caches }: Cached, updateId: string): void => void caches.working.delete(updateId)
