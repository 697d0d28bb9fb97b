import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** A SHA-256 that bytes are added to. */
export type Hash = { update(bytes: Uint8Array): unknown; digest(encoding: 'hex'): string }

export const createSha256 = (): Hash => {
  const hash = sha256.create()
  return { update: (bytes) => hash.update(bytes), digest: () => bytesToHex(hash.digest()) }
}
export { sha256 }
/** A hash as the key of a map. */
export const nameOfHash = (hash: Uint8Array): string => String.fromCharCode(...hash)
