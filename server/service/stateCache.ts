/**
 * What was made of states, by the hash of their text, so that an entry can never be stale. Bounded by bytes of text: a
 * parsed state takes several times as much, and an idle server must stay small.
 */
const CACHE_BYTES = 12 * 1024 * 1024
const cache = new Map<string, { value: unknown; bytes: number }>()
let cached = 0

/** Keeps a value of so many bytes, unless it alone is more than is kept in all. */
export function keep(key: string, value: unknown, bytes: number): void {
  if (bytes > CACHE_BYTES || cache.has(key)) return
  cache.set(key, { value, bytes })
  cached += bytes
  for (const [oldest, entry] of cache) {
    if (cached <= CACHE_BYTES) break
    cache.delete(oldest)
    cached -= entry.bytes
  }
}

/** What was kept under a key. Each kind of value has keys of its own, which is how the caller knows its type. */
export function recall<T>(key: string): T | undefined {
  const known = cache.get(key)
  if (known === undefined) return undefined
  cache.delete(key)
  cache.set(key, known) // most recently used last
  return known.value as T
}
