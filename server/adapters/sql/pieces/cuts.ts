/**
 * Content-defined chunking: the bytes themselves determine the cuts (a rolling hash of the last 32), so that a change
 * moves only the cuts around it, and similar texts share most of their pieces.
 */
const MIN_BYTES = 4 * 1024
const MAX_BYTES = 64 * 1024
/**
 * Bits that must be zero at a cut: on average one in 8 kB beyond the minimum, so pieces have about 12 kB. The upper
 * bits depend on the last 32 bytes.
 */
const MASK = 0xfff80000

/** Returns the end of the piece that starts at `start`. */
export function endOfPiece(text: Uint8Array, start: number): number {
  const most = Math.min(text.length, start + MAX_BYTES)
  let hash = 0
  for (let at = start + MIN_BYTES; at < most; at++) {
    hash = ((hash << 1) + (GEAR[text[at] ?? 0] ?? 0)) | 0 // both exist: `at` is in range, and a byte has 256 values
    if ((hash & MASK) === 0) return at + 1
  }
  return most
}

/** A pseudo-random number for each byte. They must never change, or new texts would share nothing with older ones. */
const GEAR = Int32Array.from({ length: 256 }, (_, byte) => {
  let mixed = Math.imul(byte + 1, 0x9e3779b1)
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
})
