/**
 * Says which save of an update a working text is: a save may come again under its number with another text, so its time
 * (epoch milliseconds, never the same twice) tells the two apart. Whoever compares marks must make them here.
 */
export const workingMark = (sequenceNumber: number | undefined, savedAt: number | null): string =>
  `${sequenceNumber ?? 0} at ${savedAt ?? 0}`

/** A working text at hand, in parts, so that the next delta need not fetch it. `mark` says which save it is. */
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

const MOST_BYTES = 160 * 1024 * 1024
const known = new Map<string, KnownWorking>()

export const knownWorking = (updateId: string, mark: string): KnownWorking | undefined => {
  const working = known.get(updateId)
  return working?.mark === mark ? working : undefined
}

/** The least recently saved ones go when there is not enough room. */
export function keepWorking(updateId: string, working: KnownWorking): void {
  known.delete(updateId)
  if (working.bytes > MOST_BYTES) return
  known.set(updateId, working)
  let sum = [...known.values()].reduce((total, { bytes }) => total + bytes, 0)
  for (const [id, { bytes }] of known) {
    if (sum <= MOST_BYTES) break
    known.delete(id)
    sum -= bytes
  }
}

export const forgetWorking = (updateId: string): void => void known.delete(updateId)
