import { promisify } from 'node:util'
import zlib from 'node:zlib'

/** Up to here the work takes less than handing it to another thread does; what comes out is bounded anyway. */
const SMALL_BYTES = 16 * 1024
const gunzipElsewhere = promisify<Uint8Array, zlib.ZlibOptions, Uint8Array>(zlib.gunzip)

/** Inflates; undefined when more than `limit` bytes would come out. Throws for what is not gzip, or is truncated. */
export async function gunzip(packed: Uint8Array, limit: number): Promise<Uint8Array | undefined> {
  try {
    const maxOutputLength = limit
    return packed.byteLength <= SMALL_BYTES
      ? zlib.gunzipSync(packed, { maxOutputLength })
      : await gunzipElsewhere(packed, { maxOutputLength, chunkSize: inOnePiece(packed, limit) })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return undefined
    throw error
  }
}

/** No gzip inflates to more than about so many times its size. */
const MOST_RATIO = 1_032
const LEAST_PIECE = 64 * 1024

/**
 * Room for all that comes out, so that it need not be joined, which takes the same once more. A gzip shows how much that is
 * in its last four bytes; what they may say falsely takes no more room than an honest one of this size could.
 */
function inOnePiece(packed: Uint8Array, limit: number): number {
  const stated = new DataView(packed.buffer, packed.byteOffset + packed.byteLength - 4, 4).getUint32(0, true)
  return Math.max(LEAST_PIECE, Math.min(stated, limit, packed.byteLength * MOST_RATIO) + 1)
}
