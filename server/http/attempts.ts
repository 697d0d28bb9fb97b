import { ApiError } from './problems.ts'

const WINDOW_MS = 60_000
const MOST_FAILURES = 10
/** Addresses remembered at once; beyond that the oldest are forgotten, so that many addresses cannot fill the memory. */
const MOST_ADDRESSES = 10_000

/**
 * Counts failed sign-ins by address: ten within a minute, then what fails has to wait, and is not written down any more.
 * Everybody behind a proxy shares its address, so whoever has the right proof gets in all the same: it is too long to be
 * guessed at any speed.
 */
export type Attempts = {
  /** Throws `too_many_requests` while the address has to wait. */
  check(address: string | null, now: number): void
  failed(address: string | null, now: number): void
}

export function createAttempts(): Attempts {
  const failures = new Map<string, number[]>()
  const recent = (key: string, now: number) => (failures.get(key) ?? []).filter((at) => now - at < WINDOW_MS)
  return {
    check(address, now) {
      const past = recent(address ?? '', now)
      const oldest = past[0]
      if (oldest === undefined || past.length < MOST_FAILURES) return
      const waitS = Math.max(1, Math.ceil((oldest + WINDOW_MS - now) / 1000))
      throw new ApiError('too_many_requests', `Too many failed sign-ins from this address. Try again in ${waitS} s.`, {
        params: { retryAfterS: String(waitS) },
        headers: { 'retry-after': String(waitS) },
      })
    },
    failed(address, now) {
      const key = address ?? ''
      const past = [...recent(key, now), now]
      failures.delete(key)
      failures.set(key, past)
      for (const oldest of failures.keys()) {
        if (failures.size <= MOST_ADDRESSES) break
        failures.delete(oldest)
      }
    },
  }
}
