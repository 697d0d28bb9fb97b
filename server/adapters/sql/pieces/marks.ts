import { resourceStarts } from '#domain/diff/cutAlike.ts'

/** Below this, a text is read and compared sooner than it is worth to know where its resources are. */
const MIN_MARKED_BYTES = 4 * 1024 * 1024

/** Of a piece in which no resource begins. */
export const NONE = 0xffffffff

/** Of each piece of a state, where in it the first resource begins that begins there, and how many do. */
export type Marks = { firsts: Uint32Array; counts: Uint32Array }

/** `ends`: where each piece of the text ends. Undefined for small texts, and those that are not what the CLI sends. */
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
