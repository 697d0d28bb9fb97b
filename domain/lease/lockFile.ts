import { isObject } from '../json/jsonObject.ts'

/**
 * A lock of a self-managed backend (docs/state.md, Lock files): who created it, and when. It does not tell whether that
 * process is alive.
 */
export type LockFile = { pid: number | null; username: string; hostname: string; at: number | null }

/** A lock has about a hundred bytes; a larger file is none. */
export const MAX_LOCK_BYTES = 64_000
/** Longest name of a user or a host that is kept. */
const MAX_NAME = 255

/**
 * Parses a lock file; missing fields are empty. Undefined for one that cannot be read: every command on the stack then
 * fails with a bare JSON error until the file is removed.
 */
export function readLock(text: string): LockFile | undefined {
  if (text.length > MAX_LOCK_BYTES) return undefined
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isObject(json)) return undefined
  const { pid, username, hostname, timestamp } = json
  const at = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN
  return {
    pid: typeof pid === 'number' ? pid : null,
    username: typeof username === 'string' ? username.slice(0, MAX_NAME) : '',
    hostname: typeof hostname === 'string' ? hostname.slice(0, MAX_NAME) : '',
    at: Number.isNaN(at) || at < 0 ? null : at, // Go's zero time means none
  }
}

/** Whether a text is the JSON of a lock file: exactly its four keys. */
export function isLockText(text: string): boolean {
  if (text.length > 2_000 || !/^\s*\{/.test(text)) return false
  if (!readLock(text)) return false
  const keys = Object.keys(JSON.parse(text) as object)
  const own = ['pid', 'username', 'hostname', 'timestamp']
  return own.every((key) => keys.includes(key)) && keys.length === own.length
}

/** Low process ids and generated host names indicate a container. */
export const isContainer = ({ pid, hostname }: Pick<LockFile, 'pid' | 'hostname'>): boolean =>
  (pid !== null && pid < 100) || /^[0-9a-f]{12}$/.test(hostname) || /-[a-z0-9]{8,10}-[a-z0-9]{5}$/.test(hostname)
