import { promisify } from 'node:util'
import zlib from 'node:zlib'

/** From this size on, work is handed to another thread; for less, the transfer costs more than it saves. */
const LARGE_BYTES = 128 * 1024
/**
 * Maximum size of what the other thread returns at once. It transfers these pieces, which are small enough that more of
 * them would slow this thread down.
 */
const PIECE_BYTES = 1024 * 1024
const { ZSTD_c_compressionLevel, ZSTD_c_checksumFlag, ZSTD_c_windowLog, ZSTD_c_hashLog } = zlib.constants
/** The fastest level that still finds the repetitions of JSON. See bench/RESULTS.md for its cost per call. */
const FAST = { [ZSTD_c_compressionLevel]: 1 }
const CHECKED = { params: { ...FAST, [ZSTD_c_checksumFlag]: 1 } }
/**
 * For what a client usually sends at once: tables and a buffer of that size, which are cleared for each batch, cost half
 * as much as the default ones, and compress as well.
 */
const SMALL_BYTES = 16 * 1024
const SMALL = { params: { ...FAST, [ZSTD_c_windowLog]: 14, [ZSTD_c_hashLog]: 12 }, chunkSize: SMALL_BYTES / 4 }

const compress = promisify<Uint8Array, zlib.ZstdOptions, Uint8Array>(zlib.zstdCompress)
const decompress = promisify<Uint8Array, zlib.ZstdOptions, Uint8Array>(zlib.zstdDecompress)

/** Compresses a text, with a checksum; a large one on another thread. */
export const packText = async (text: Uint8Array): Promise<Uint8Array> =>
  text.length < LARGE_BYTES ? packNow(text) : compress(text, { ...CHECKED, chunkSize: PIECE_BYTES })

/** Decompresses a text of `bytes` bytes; a large one on another thread. */
export const unpackText = async (packed: Uint8Array, bytes: number): Promise<Uint8Array> =>
  bytes < LARGE_BYTES ? unpackNow(packed) : decompress(packed, { chunkSize: bytes })

/** Compresses on this thread, with a checksum. */
export const packNow = (plain: Uint8Array): Uint8Array => zlib.zstdCompressSync(plain, CHECKED)

/** Compresses rows that arrived together, on this thread. */
export const packRows = (plain: Uint8Array): Uint8Array => {
  const options = plain.length <= SMALL_BYTES ? SMALL : { params: FAST }
  return zlib.zstdCompressSync(plain, { ...options, pledgedSrcSize: plain.length }) // a known size takes less memory
}

/** Decompresses on this thread. `atMost`: a buffer that need not be extended. */
export const unpackNow = (packed: Uint8Array, atMost?: number): Uint8Array =>
  zlib.zstdDecompressSync(packed, atMost === undefined ? {} : { chunkSize: atMost })
