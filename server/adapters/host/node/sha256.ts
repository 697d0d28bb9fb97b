import { createHash, hash as hashOnce } from 'node:crypto'

/** A SHA-256 that bytes are added to. */
export type Hash = { update(bytes: Uint8Array): unknown; digest(encoding: 'hex'): string }

export const createSha256 = (): Hash => createHash('sha256')
/** The SHA-256 of bytes that are all there. */
export const sha256 = (bytes: Uint8Array): Uint8Array => hashOnce('sha256', bytes, 'buffer')
/** A hash as the key of a map; there is one for each piece of a text. */
export const nameOfHash = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('latin1')
