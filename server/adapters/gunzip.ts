import { promisify } from 'node:util'
import zlib from 'node:zlib'

/** Up to here the work takes less than handing it to another thread does; what comes out is bounded all the same. */
const SMALL_BYTES = 16 * 1024
const gunzipElsewhere = promisify<Uint8Array, zlib.ZlibOptions, Uint8Array>(zlib.gunzip)

/** Inflates; undefined when more than `limit` bytes would come out. Throws for what is not gzip, or was cut off. */
export async function gunzip(packed: Uint8Array, limit: number): Promise<Uint8Array | undefined> {
  try {
    const options = { maxOutputLength: limit }
    return packed.byteLength <= SMALL_BYTES ? zlib.gunzipSync(packed, options) : await gunzipElsewhere(packed, options)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return undefined
    throw error
  }
}
