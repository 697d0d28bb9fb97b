import { isObject } from '../json/jsonObject.ts'

/**
 * A lock of a self-managed backend (docs/state.md, Lock files): who created it, and when. It does not tell whether that
 * process is alive.
 */
export type LockFile = { pid: number | null; username: string; hostname: string; at: number | null }

/**
 * Why a lock file cannot be read. Every command on the stack then fails with a bare JSON error until the file is
 * removed.
 */
export type UnreadableLock = 'empty' | 'cut'

/** Parses a lock file; missing fields are empty. */
export function readLock(text: string): { ok: true; lock: LockFile } | { ok: false; why: UnreadableLock } {
  if (text.trim() === '') return { ok: false, why: 'empty' }
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { ok: false, why: 'cut' }
  }
  if (!isObject(json)) return { ok: false, why: 'cut' }
  const { pid, username, hostname, timestamp } = json
  const at = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN
  return {
    ok: true,
    lock: {
      pid: typeof pid === 'number' ? pid : null,
      username: typeof username === 'string' ? username : '',
      hostname: typeof hostname === 'string' ? hostname : '',
      at: Number.isNaN(at) || at < 0 ? null : at, // Go's zero time means none
    },
  }
}

/** Whether a text is the JSON of a lock file: exactly its four keys. */
export function isLockText(text: string): boolean {
  if (text.length > 2_000 || !/^\s*\{/.test(text)) return false
  const read = readLock(text)
  if (!read.ok) return false
  const keys = Object.keys(JSON.parse(text) as object)
  const own = ['pid', 'username', 'hostname', 'timestamp']
  return own.every((key) => keys.includes(key)) && keys.length === own.length
}

/** What the files show about the holder (GR-04): it wrote recently; wrote, and then stopped; never wrote. */
export type LockVerdict = 'writes' | 'wrote' | 'silent' | 'unknown'

export type LockAssessment = {
  verdict: LockVerdict
  /** `danger`: probably alive, or too young to tell. */
  tone: 'danger' | 'attention'
  sentence: string
  /** Reasons to ask before removing it. */
  stopAndAsk: string[]
}

/** A checkpoint written within this time means that the process is alive. */
const JUST_WRITTEN_MS = 10 * 60_000
const YOUNG_MS = 60 * 60_000

/**
 * Whether a lock's holder may be alive, by the lock and the time of the last checkpoint (epoch milliseconds; null if
 * unknown). A lock has no heartbeat, so this is evidence, not proof.
 */
export function assessLock(lock: LockFile, writtenAt: number | null, now: number): LockAssessment {
  const { at, pid, hostname } = lock
  const stopAndAsk = [
    ...(at === null || now - at < YOUNG_MS ? ['The lock is younger than an hour, or does not say how old it is.'] : []),
    ...(hostname === '' ? ['The lock names no host.'] : []),
    ...(isContainer(lock)
      ? [`Process ${pid ?? '?'} on ${hostname} looks like a container: ask its CI run, not that number.`]
      : []),
  ]
  const wroteSince = at !== null && writtenAt !== null && writtenAt > at
  if (wroteSince) {
    const isRecent = now - writtenAt < JUST_WRITTEN_MS
    return {
      verdict: isRecent ? 'writes' : 'wrote',
      tone: 'danger',
      sentence: isRecent
        ? 'The checkpoint was written after the lock and minutes ago: its holder probably lives.'
        : 'The checkpoint was written after the lock, and not since: its run stopped in the middle.',
      stopAndAsk: ['The checkpoint was written after the lock.', ...stopAndAsk],
    }
  }
  if (at === null || writtenAt === null) {
    return {
      verdict: 'unknown',
      tone: 'attention',
      sentence: 'Whether anything was written since is not known.',
      stopAndAsk,
    }
  }
  return {
    verdict: 'silent',
    tone: stopAndAsk.length > 0 && now - at < YOUNG_MS ? 'danger' : 'attention',
    sentence: 'Nothing was written since the lock was taken: its run had not started to change anything.',
    stopAndAsk,
  }
}

/** Low process ids and generated host names indicate a container. */
export const isContainer = ({ pid, hostname }: LockFile): boolean =>
  (pid !== null && pid < 100) || /^[0-9a-f]{12}$/.test(hostname) || /-[a-z0-9]{8,10}-[a-z0-9]{5}$/.test(hostname)
