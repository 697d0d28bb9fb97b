import { nextTurn } from '#host/nextTurn.ts'
import { packText, unpackText } from '#host/packing.ts'
import { createSha256 } from '#host/sha256.ts'
import { concat } from './bytes.ts'

const CHUNK_BYTES = 1_000_000
/** A few milliseconds' work. */
const HASHED_AT_ONCE = 4_000_000

/** The joined rows are the text itself, compressed. */
export const ENCODING = 'zstd'
/** The joined rows are the recipe of the text (`recipe.ts`). */
export const PIECES = 'pieces'

/** Returns a text as rows: compressed as a whole, then cut. */
export async function toChunks(text: Uint8Array): Promise<Uint8Array[]> {
  return cut(await packText(text))
}

/** Splits bytes into rows. */
export function cut(packed: Uint8Array): Uint8Array[] {
  const chunks: Uint8Array[] = []
  for (let at = 0; at < packed.length; at += CHUNK_BYTES) chunks.push(packed.subarray(at, at + CHUNK_BYTES))
  return chunks
}

/** Joins and inflates rows. Throws if they do not add up to `bytes`: a text is never returned in part. */
export async function fromChunks(chunks: Uint8Array[], bytes: number): Promise<Uint8Array> {
  const text = await unpackText(concat(chunks), bytes)
  if (text.length !== bytes) throw new Error(`a stored text has ${text.length} bytes instead of ${bytes}`)
  return new Uint8Array(text.buffer, text.byteOffset, text.byteLength)
}

/** Lower-case hex SHA-256: equal texts of a stack share their rows, whatever their ids. */
export async function hashOf(text: Uint8Array): Promise<string> {
  const hash = createSha256()
  for (let at = 0; at < text.length; at += HASHED_AT_ONCE) {
    if (at > 0) await nextTurn() // Web Crypto would copy the text first, which takes longer than the hash itself
    hash.update(text.subarray(at, at + HASHED_AT_ONCE))
  }
  return hash.digest('hex')
}
