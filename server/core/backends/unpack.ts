import type { Deps, Gunzip } from '../../deps.ts'

type Unpacking = Pick<Deps, 'gunzip' | 'unzstd'>

/**
 * Inflates an object of a self-managed backend if it is compressed, which its content tells, not its name
 * (docs/state.md, Layout). Undefined if it is larger than `limit` bytes. Throws if it is damaged.
 */
export async function unpack(deps: Unpacking, bytes: Uint8Array, limit: number): Promise<Uint8Array | undefined> {
  if (bytes.byteLength > limit) return undefined
  if (starts(bytes, [0x1f, 0x8b])) return (deps.gunzip ?? gunzipByStream)(bytes, limit)
  if (!starts(bytes, [0x28, 0xb5, 0x2f, 0xfd])) return bytes
  if (deps.unzstd === undefined) throw new Error('this host cannot inflate zstd')
  return deps.unzstd(bytes, limit)
}

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
