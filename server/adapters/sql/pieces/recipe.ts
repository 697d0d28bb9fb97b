import zlib from 'node:zlib'
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
const PACKED = {
  params: { [zlib.constants.ZSTD_c_compressionLevel]: 1, [zlib.constants.ZSTD_c_checksumFlag]: 1 },
}

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
    const numbers = new Uint32Array(pieces.length * (marks ? MARKED_NUMBERS : NUMBERS))
    for (const [index, { frame, at, length }] of pieces.entries()) {
      numbers[index] = frame
      numbers[pieces.length + index] = at
      numbers[2 * pieces.length + index] = length
    }
    if (marks) {
      numbers.set(marks.firsts, NUMBERS * pieces.length)
      numbers.set(marks.counts, (NUMBERS + 1) * pieces.length)
    }
    const columns = Buffer.from(numbers.buffer)
    if (!IS_LITTLE_ENDIAN) columns.swap32()
    return zlib.zstdCompressSync(
      Buffer.concat([Uint8Array.of(marks ? MARKED_FORMAT : FORMAT), columns, hashes]),
      PACKED,
    )
  }
}

/** Throws if the bytes are not a recipe. */
export function decodeRecipe(packed: Uint8Array): Recipe {
  const bytes = zlib.zstdDecompressSync(packed)
  const isMarked = bytes[0] === MARKED_FORMAT
  const columns = isMarked ? MARKED_NUMBERS : NUMBERS
  const count = (bytes.length - 1) / (columns * 4 + HASH_BYTES)
  if ((bytes[0] !== FORMAT && !isMarked) || !Number.isInteger(count))
    throw new Error('a stored text has a list of pieces of no known form')
  const number = (column: number, index: number) => bytes.readUInt32LE(1 + 4 * (column * count + index))
  const pieces = Array.from({ length: count }, (_, index) => ({
    frame: number(0, index),
    at: number(1, index),
    length: number(2, index),
  }))
  const column = (at: number) => Uint32Array.from({ length: count }, (_, index) => number(at, index))
  const marks = isMarked ? { firsts: column(NUMBERS), counts: column(NUMBERS + 1) } : undefined
  return new Recipe(pieces, bytes.subarray(1 + count * columns * 4), marks)
}

const IS_LITTLE_ENDIAN = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1
