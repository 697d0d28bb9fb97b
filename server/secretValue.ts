import { sha256Hex } from '#domain/json/hash.ts'
import type { Deps } from './deps.ts'

const SECRET_BYTES = 32

/** Creates a 256-bit secret with a prefix by which users and scanners recognize it. Only its hash is ever stored. */
export function newSecret(deps: Pick<Deps, 'randomBytes'>, prefix: string): string {
  const bytes = deps.randomBytes(SECRET_BYTES)
  const base64 = btoa(String.fromCharCode(...bytes))
  return prefix + base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The hash by which a secret is stored and looked up: lower-case hex SHA-256. */
export const hashSecret = (value: string): string => sha256Hex(new TextEncoder().encode(value))
