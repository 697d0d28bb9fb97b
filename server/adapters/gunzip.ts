import { promisify } from 'node:util'
import zlib from 'node:zlib'

/** Up to this size, inflating costs less than handing it to another thread; the output is bounded in any case. */
const SMALL_BYTES = 16 * 1024
const gunzipElsewhere = promisify<Uint8Array, zlib.ZlibOptions, Uint8Array>(zlib.gunzip)

/** Inflates a gzip; undefined if the output would exceed `limit` bytes. Throws if it is not a gzip, or is truncated. */
export async function gunzip(packed: Uint8Array, limit: number): Promise<Uint8Array | undefined> {
  try {
    const options = { maxOutputLength: limit, chunkSize: inOnePiece(packed, limit) }
    return packed.byteLength <= SMALL_BYTES ? zlib.gunzipSync(packed, options) : await gunzipElsewhere(packed, options)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return undefined
    throw error
  }
}

const unzstdElsewhere = promisify<Uint8Array, zlib.ZstdOptions, Uint8Array>(zlib.zstdDecompress)

/** The same for a zstd. */
export async function unzstd(packed: Uint8Array, limit: number): Promise<Uint8Array | undefined> {
  try {
    return await unzstdElsewhere(packed, { maxOutputLength: limit })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return undefined
    throw error
  }
}

/** The largest ratio at which gzip can compress. */
const MAX_RATIO = 1_032
/** The smallest that zlib accepts. */
const MIN_PIECE = 64

/**
 * Size of one buffer for the whole output: that saves joining chunks and thereby a second copy, and by default zlib
 * takes 16 kB for the smallest. A gzip claims its size in the last four bytes; a false claim gets no more room than an
 * honest gzip of this length could need.
 */
function inOnePiece(packed: Uint8Array, limit: number): number {
  const stated = new DataView(packed.buffer, packed.byteOffset + packed.byteLength - 4, 4).getUint32(0, true)
  return Math.max(MIN_PIECE, Math.min(stated, limit, packed.byteLength * MAX_RATIO) + 1)
}
