import type { BlobStore, Call, Purpose } from '../../blobs/port.ts'
import type { Requests } from '../../blobs/connected.ts'

const HOUR_MS = 3600_000
const HOURS = 24

/** Counts the requests to a backend by purpose and hour. `now`: epoch milliseconds. */
export function createCounter(now: () => number) {
  /** By purpose and hour since 1970: the count. */
  const hours = new Map<Purpose, Map<number, number>>()
  const since = now()
  const note = (purpose: Purpose) => {
    const hour = Math.floor(now() / HOUR_MS)
    const counts = hours.get(purpose) ?? new Map<number, number>()
    hours.set(purpose, counts)
    counts.set(hour, (counts.get(hour) ?? 0) + 1)
    for (const each of counts.keys()) if (each <= hour - HOURS) counts.delete(each)
  }
  return {
    countedForS: () => Math.min(HOURS * 3600, Math.floor((now() - since) / 1000)),
    /** The same store, counted. */
    counted: (store: BlobStore): BlobStore => countedStore(store, ({ purpose }) => note(purpose)),
    /** Requests of this hour and the one before it, weighted by how much of that lies within an hour; and of a day. */
    requests(): Requests[] {
      const at = now()
      const hour = Math.floor(at / HOUR_MS)
      const share = 1 - (at / HOUR_MS - hour)
      return [...hours].map(([purpose, counts]) => ({
        purpose,
        lastHour: Math.round((counts.get(hour) ?? 0) + share * (counts.get(hour - 1) ?? 0)),
        lastDay: [...counts].reduce((sum, [each, count]) => (each > hour - HOURS ? sum + count : sum), 0),
      }))
    },
  }
}

/** A listing for the history costs more than a read for it (`domain/backends/requestCost.ts`). */
const asListing = (call: Call): Call => (call.purpose === 'history' ? { ...call, purpose: 'list' } : call)

function countedStore(store: BlobStore, note: (call: Call) => void): BlobStore {
  const { versions, readVersion, unfinishedUploads } = store
  return {
    ...store,
    async *list(prefix, options) {
      for await (const page of store.list(prefix, options)) {
        note(asListing(options)) // each page is a request
        yield page
      }
    },
    read: (key, options) => (note(options), store.read(key, options)),
    create: (key, bytes, call) => (note(call), store.create(key, bytes, call)),
    replace: (key, bytes, mark, call) => (note(call), store.replace(key, bytes, mark, call)),
    put: (key, bytes, call) => (note(call), store.put(key, bytes, call)),
    copy: (from, to, call) => (note(call), store.copy(from, to, call)),
    remove: (key, call) => (note(call), store.remove(key, call)),
    ...(versions && { versions: (key: string, call: Call) => (note(asListing(call)), versions(key, call)) }),
    ...(readVersion && {
      readVersion: (key: string, version: string, call: Call) => (note(call), readVersion(key, version, call)),
    }),
    ...(unfinishedUploads && { unfinishedUploads: (call: Call) => (note(call), unfinishedUploads(call)) }),
    now: (call) => (note(call), store.now(call)),
    close: () => store.close(),
  }
}
