import { packNow, unpackNow } from '#host/packing.ts'
import { concat, littleEndian } from './bytes.ts'
import type { Marks } from './marks.ts'

/** SHA-256. */
export const HASH_BYTES = 32
/** Numbers of one piece: its frame, its offset in it, its length. */
const NUMBERS = 3
/** Offset of the first resource that starts in a piece, and the number of such resources. */
const MARKED_NUMBERS = NUMBERS + 2
const FORMAT = 1
/** The same with marks. */
const MARKED_FORMAT = 2

export type Piece = { frame: number; at: number; length: number }

/**
 * The pieces that make up a text, in order. Encoded as columns (numbers first, then hashes), which compress better than
 * rows; a text has thousands of pieces.
 */
export class Recipe {
  readonly pieces: Piece[]
  /** The hashes of all pieces, concatenated. */
  readonly hashes: Uint8Array

  /** Where resources start, if known. */
  readonly marks: Marks | undefined

  constructor(pieces: Piece[], hashes: Uint8Array, marks?: Marks) {
    this.pieces = pieces
    this.hashes = hashes
    this.marks = marks
  }

  hash(index: number): Uint8Array {
    return this.hashes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES)
  }

  encode(): Uint8Array {
    const { pieces, hashes, marks } = this
    const columns = [
      pieces.map(({ frame }) => frame),
      pieces.map(({ at }) => at),
      pieces.map(({ length }) => length),
      ...(marks ? [marks.firsts, marks.counts] : []),
    ]
    return packNow(concat([Uint8Array.of(marks ? MARKED_FORMAT : FORMAT), ...columns.map(littleEndian), hashes]))
  }
}

/** Throws if the bytes are not a recipe. */
export function decodeRecipe(packed: Uint8Array): Recipe {
  const bytes = unpackNow(packed)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isMarked = bytes[0] === MARKED_FORMAT
  const columns = isMarked ? MARKED_NUMBERS : NUMBERS
  const count = (bytes.length - 1) / (columns * 4 + HASH_BYTES)
  if ((bytes[0] !== FORMAT && !isMarked) || !Number.isInteger(count))
    throw new Error('a stored text has a list of pieces of no known form')
  const number = (column: number, index: number) => view.getUint32(1 + 4 * (column * count + index), true)
  const pieces = Array.from({ length: count }, (_, index) => ({
    frame: number(0, index),
    at: number(1, index),
    length: number(2, index),
  }))
  const column = (at: number) => Uint32Array.from({ length: count }, (_, index) => number(at, index))
  const marks = isMarked ? { firsts: column(NUMBERS), counts: column(NUMBERS + 1) } : undefined
  return new Recipe(pieces, bytes.subarray(1 + count * columns * 4), marks)
}
