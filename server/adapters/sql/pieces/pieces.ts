import { nextTurn } from '#host/nextTurn.ts'
import { packNow, unpackNow } from '#host/packing.ts'
import { createSha256, type Hash, nameOfHash, sha256 } from '#host/sha256.ts'
import { concat } from './bytes.ts'
import { endOfPiece } from './cuts.ts'
import { marksOf } from './marks.ts'
import { type Piece, Recipe } from './recipe.ts'

/**
 * Size of a frame, whose pieces are compressed together: a larger one compresses better, but all of it has to be read
 * for any piece in it.
 */
const FRAME_BYTES = 64 * 1024
/** Large enough for a frame whose last piece is the longest possible, so that its parts need not be joined. */
const INFLATED_AT_ONCE = 2 * FRAME_BYTES
/** A few milliseconds' work, packing or unpacking. */
const BYTES_A_TURN = 1024 * 1024

/**
 * A text as pieces. Frames that are not stored yet are numbered from `firstNew` in its recipe, in the order of
 * `frames`.
 */
export type Packed = { hash: string; bytes: number; recipe: Recipe; firstNew: number; frames: Uint8Array[] }

/**
 * Splits a text into pieces. Pieces that `base` already has are shared; the others are packed into new frames.
 * `leastMarked`: the size from which a text is marked (`marks.ts`).
 */
export async function pack(text: Uint8Array, base: Recipe | undefined, leastMarked?: number): Promise<Packed> {
  const known = new Map<string, Piece>()
  const firstNew = index(base, known)
  const whole = createSha256()
  const pieces: Piece[] = []
  const ends: number[] = []
  const hashes: Uint8Array[] = []
  const frames: Uint8Array[] = []
  let open: { parts: Uint8Array[]; bytes: number } = { parts: [], bytes: 0 }
  const closeFrame = () => {
    if (open.bytes > 0) frames.push(packNow(concat(open.parts)))
    open = { parts: [], bytes: 0 }
  }

  let turn = BYTES_A_TURN
  for (let start = 0; start < text.length;) {
    const end = endOfPiece(text, start)
    const piece = text.subarray(start, end)
    whole.update(piece)
    const hash = sha256(piece)
    const name = nameOfHash(hash)
    let place = known.get(name)
    if (place === undefined) {
      place = { frame: firstNew + frames.length, at: open.bytes, length: piece.length }
      known.set(name, place)
      open.parts.push(piece)
      open.bytes += piece.length
      if (open.bytes >= FRAME_BYTES) closeFrame()
    }
    pieces.push(place)
    ends.push(end)
    hashes.push(hash)
    start = end
    if (start >= turn) {
      turn += BYTES_A_TURN
      await nextTurn()
    }
  }
  closeFrame()
  const marks = marksOf(text, ends, leastMarked)
  const recipe = new Recipe(pieces, concat(hashes), marks)
  return { hash: whole.digest('hex'), bytes: text.length, recipe, firstNew, frames }
}

/** Adds the pieces of a recipe to `known` by their hash; returns the number after its highest frame number. */
function index(base: Recipe | undefined, known: Map<string, Piece>): number {
  let last = -1
  for (const [number, piece] of base?.pieces.entries() ?? []) {
    if (base) known.set(nameOfHash(base.hash(number)), piece)
    last = Math.max(last, piece.frame)
  }
  return last + 1
}

/** Returns the recipe with the final numbers of its new frames: `first` and following. */
export function numbered({ recipe, firstNew }: Packed, first: number): Recipe {
  const moved = recipe.pieces.map((piece) =>
    piece.frame < firstNew ? piece : { ...piece, frame: piece.frame - firstNew + first },
  )
  return new Recipe(moved, recipe.hashes, recipe.marks)
}

type Expected = { hash: string; bytes: number }

/**
 * Restores a text, part by part. The last part is yielded only after the hash of the whole was verified; throws if it
 * differs, so an incomplete text is never taken for the whole.
 */
export async function* unpack(
  recipe: Recipe,
  frames: ReadonlyMap<number, Uint8Array>,
  expected: Expected,
): AsyncGenerator<Uint8Array> {
  const whole = createSha256()
  let part = new Part(expected.bytes)
  let sum = 0
  for (const bytes of piecesOf(recipe, frames)) {
    sum += bytes.length
    if (sum > expected.bytes) break
    if (!part.fits(bytes)) {
      yield part.end(whole)
      await nextTurn()
      part = new Part(expected.bytes - sum + bytes.length)
    }
    part.add(bytes)
  }
  const last = part.end(whole)
  assertWhole(sum, whole, expected)
  if (last.length > 0) yield last
}

/** Restores a text as one buffer, without copying any of it twice. */
export async function unpackWhole(
  recipe: Recipe,
  frames: ReadonlyMap<number, Uint8Array>,
  expected: Expected,
): Promise<Uint8Array> {
  const text = new Uint8Array(expected.bytes)
  const whole = createSha256()
  let [sum, hashed] = [0, 0]
  for (const bytes of piecesOf(recipe, frames)) {
    if (sum + bytes.length <= text.length) text.set(bytes, sum)
    sum += bytes.length
    if (sum - hashed < BYTES_A_TURN) continue
    whole.update(text.subarray(hashed, sum))
    hashed = sum
    await nextTurn()
  }
  whole.update(text.subarray(hashed, sum))
  assertWhole(sum, whole, expected)
  return text
}

/** Yields the bytes of each piece, in order. A frame is inflated once, and released after its last piece. */
function* piecesOf({ pieces }: Recipe, frames: ReadonlyMap<number, Uint8Array>): Generator<Uint8Array> {
  const uses = new Map<number, number>()
  for (const { frame } of pieces) uses.set(frame, (uses.get(frame) ?? 0) + 1)
  const open = new Map<number, Uint8Array>()
  for (const piece of pieces) {
    const frame = open.get(piece.frame) ?? inflate(frames.get(piece.frame), piece.frame)
    const left = (uses.get(piece.frame) ?? 1) - 1
    uses.set(piece.frame, left)
    if (left > 0) open.set(piece.frame, frame)
    else open.delete(piece.frame)
    yield frame.subarray(piece.at, piece.at + piece.length)
  }
}

function assertWhole(sum: number, whole: Hash, expected: Expected): void {
  if (sum !== expected.bytes) throw new Error(`a stored text has ${sum} bytes instead of ${expected.bytes}`)
  if (whole.digest('hex') !== expected.hash) throw new Error('a stored text is not what its hash says')
}

/** A buffer that pieces are appended to. */
class Part {
  readonly #bytes: Uint8Array
  #length = 0

  constructor(rest: number) {
    this.#bytes = new Uint8Array(Math.min(rest, BYTES_A_TURN))
  }
  fits(bytes: Uint8Array): boolean {
    return this.#length + bytes.length <= this.#bytes.length
  }
  add(bytes: Uint8Array): void {
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }
  end(whole: { update(bytes: Uint8Array): unknown }): Uint8Array {
    const bytes = this.#bytes.subarray(0, this.#length)
    whole.update(bytes)
    return bytes
  }
}

export function inflate(packed: Uint8Array | undefined, number: number): Uint8Array {
  if (packed === undefined) throw new Error(`a stored text lacks its frame ${number}`)
  return unpackNow(packed, INFLATED_AT_ONCE)
}
