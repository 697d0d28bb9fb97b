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
