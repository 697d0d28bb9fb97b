import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** Lower-case hex SHA-256. Synchronous and independent of Node, so that rules can use it in the browser too. */
export const sha256Hex = (bytes: Uint8Array): string => bytesToHex(sha256(bytes))
