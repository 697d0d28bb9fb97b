import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import zlib from 'node:zlib'

const CHUNK_BYTES = 1_000_000
/** From this size on, work is handed to another thread; for less, the transfer costs more than it saves. */
const LARGE_BYTES = 128 * 1024
/** A few milliseconds' work. */
const HASHED_AT_ONCE = 4_000_000
const FAST = { params: { [zlib.constants.ZSTD_c_compressionLevel]: 1, [zlib.constants.ZSTD_c_checksumFlag]: 1 } }
/**
 * Maximum size of a row. The other thread transfers rows, and pieces are small enough that more of them would slow this
 * one down.
 */
const PIECE_BYTES = 1024 * 1024

const compress = promisify<Uint8Array, zlib.ZstdOptions, Uint8Array>(zlib.zstdCompress)
const decompress = promisify<Uint8Array, zlib.ZstdOptions, Uint8Array>(zlib.zstdDecompress)

/** The joined rows are the text itself, compressed. */
export const ENCODING = 'zstd'
/** The joined rows are the recipe of the text (`recipe.ts`). */
export const PIECES = 'pieces'

/** Returns a text as rows: compressed as a whole, then cut. */
export async function toChunks(text: Uint8Array): Promise<Uint8Array[]> {
  return cut(
    text.length < LARGE_BYTES
      ? zlib.zstdCompressSync(text, FAST)
      : await compress(text, { ...FAST, chunkSize: PIECE_BYTES }),
  )
}

/** Splits bytes into rows. */
export function cut(packed: Uint8Array): Uint8Array[] {
  const chunks: Uint8Array[] = []
  for (let at = 0; at < packed.length; at += CHUNK_BYTES) chunks.push(packed.subarray(at, at + CHUNK_BYTES))
  return chunks
}

/** Joins and inflates rows. Throws if they do not add up to `bytes`: a text is never returned in part. */
export async function fromChunks(chunks: Uint8Array[], bytes: number): Promise<Uint8Array> {
  const packed = Buffer.concat(chunks)
  const text = bytes < LARGE_BYTES ? zlib.zstdDecompressSync(packed) : await decompress(packed, { chunkSize: bytes })
  if (text.length !== bytes) throw new Error(`a stored text has ${text.length} bytes instead of ${bytes}`)
  return new Uint8Array(text.buffer, text.byteOffset, text.byteLength)
}

/** Lower-case hex SHA-256: equal texts of a stack share their rows, whatever their ids. */
export async function hashOf(text: Uint8Array): Promise<string> {
  const hash = createHash('sha256')
  for (let at = 0; at < text.length; at += HASHED_AT_ONCE) {
    if (at > 0) await nextTurn() // Web Crypto would copy the text first, which takes longer than the hash itself
    hash.update(text.subarray(at, at + HASHED_AT_ONCE))
  }
  return hash.digest('hex')
}
