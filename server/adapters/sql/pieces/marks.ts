import { resourceStarts } from '#domain/diff/cutAlike.ts'

/** A smaller text is read and compared faster than its marks could be used. */
const MIN_MARKED_BYTES = 4 * 1024 * 1024

/** For a piece in which no resource starts. */
export const NONE = 0xffffffff

/** By piece: the offset of the first resource that starts in it, and the number of such resources. */
export type Marks = { firsts: Uint32Array; counts: Uint32Array }

/**
 * `ends`: where each piece of the text ends. Undefined for small texts, and for texts that do not have the form that
 * the CLI sends.
 */
export function marksOf(text: Uint8Array, ends: readonly number[], least = MIN_MARKED_BYTES): Marks | undefined {
  const starts = text.length < least ? undefined : resourceStarts(text)
  if (starts === undefined) return undefined
  const firsts = new Uint32Array(ends.length).fill(NONE)
  const counts = new Uint32Array(ends.length)
  let piece = 0
  for (const start of starts) {
    while (start >= (ends[piece] ?? Infinity)) piece++
    if (counts[piece] === 0) firsts[piece] = start - (ends[piece - 1] ?? 0)
    counts[piece] = (counts[piece] ?? 0) + 1
  }
  return { firsts, counts }
}
