import { lastPart } from '#domain/backends/diy/layout.ts'
import type { Deps, Gunzip } from '../../../deps.ts'

type Unpacking = Pick<Deps, 'gunzip' | 'unzstd'>

/** What an object holds, or why it cannot be read: `unsupported` if this host cannot inflate it. */
export type Unpacked = { bytes: Uint8Array } | { problem: 'tooLarge' | 'damaged' | 'unsupported' }

/**
 * Inflates an object of a self-managed backend if it is compressed, which its content tells, not its name
 * (docs/state.md, Layout), up to `limit` bytes.
 */
export async function unpack(deps: Unpacking, bytes: Uint8Array, limit: number): Promise<Unpacked> {
  if (bytes.byteLength > limit) return { problem: 'tooLarge' }
  const isZstd = starts(bytes, [0x28, 0xb5, 0x2f, 0xfd])
  if (!isZstd && !starts(bytes, [0x1f, 0x8b])) return { bytes }
  const inflate = isZstd ? deps.unzstd : (deps.gunzip ?? gunzipByStream)
  if (inflate === undefined) return { problem: 'unsupported' }
  try {
    const inflated = await inflate(bytes, limit)
    return inflated === undefined ? { problem: 'tooLarge' } : { bytes: inflated }
  } catch {
    return { problem: 'damaged' }
  }
}

/** Why a compressed state file cannot be read, a sentence. No browser can inflate zstd. */
export const packedProblem = (problem: 'damaged' | 'unsupported', key: string): string =>
  problem === 'damaged'
    ? 'The compressed state file is damaged.'
    : `A browser cannot unpack zstd: run zstd -d --rm ${lastPart(key)} in its folder, and open that again.`

const starts = (bytes: Uint8Array, magic: readonly number[]): boolean =>
  magic.every((byte, index) => bytes[index] === byte)

const gunzipByStream: Gunzip = async (packed, limit) => {
  const stream = new Blob([packed as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new DecompressionStream('gzip'))
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of stream) {
    bytes += part.byteLength
    if (bytes > limit) return undefined
    parts.push(part)
  }
  return new Uint8Array(await new Blob(parts as Uint8Array<ArrayBuffer>[]).arrayBuffer())
}
