/**
 * Where a text is cut into pieces: where its own bytes say so (a rolling hash of the last 32 of them), so that a change
 * moves the cuts around it and no others, and two texts that are alike have most of their pieces in common.
 */
const LEAST_BYTES = 4 * 1024
const MOST_BYTES = 64 * 1024
/** Bits that must be zero: a cut is due after some 8 kB more, so pieces have 12 kB. The upper bits know 32 bytes. */
const MASK = 0xfff80000

/** The end of the piece that begins at `start`. */
export function endOfPiece(text: Uint8Array, start: number): number {
  const most = Math.min(text.length, start + MOST_BYTES)
  let hash = 0
  for (let at = start + LEAST_BYTES; at < most; at++) {
    hash = ((hash << 1) + (GEAR[text[at] ?? 0] ?? 0)) | 0 // both are there: `at` is within, and a byte has 256 values
    if ((hash & MASK) === 0) return at + 1
  }
  return most
}

/** One number that looks random for each byte; always the same ones, or nothing would be in common with older texts. */
const GEAR = Int32Array.from({ length: 256 }, (_, byte) => {
  let mixed = Math.imul(byte + 1, 0x9e3779b1)
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
})
