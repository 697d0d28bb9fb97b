import { isAfter } from '#server/blobs/keyOrder.ts'
import { BackendError, type BlobStore, type Call, type ObjectFacts } from '#server/blobs/port.ts'
import type { BackendTrouble } from '#domain/backends/trouble.ts'

type Stored = { bytes: Uint8Array; at: number; mark: string }

/** A backend in memory, for tests and the demo, and means to change it as others do. */
export type MemoryBlobs = BlobStore & {
  /** Replaces the object as another client would. */
  set(key: string, bytes: Uint8Array | string, at?: number): void
  drop(key: string): void
  keys(): string[]
  /** Every call fails with this until it is called with undefined. */
  fail(trouble: BackendTrouble | undefined): void
  /** Requests so far, by purpose. */
  requests: Map<string, number>
}

/** Creates one; `clock` is the store's. `pageSize`: objects in a page of a listing. */
export function createMemoryBlobs(clock: () => number, pageSize = 1_000): MemoryBlobs {
  const objects = new Map<string, Stored>()
  const requests = new Map<string, number>()
  let trouble: BackendTrouble | undefined
  let writes = 0
  const count = ({ purpose, signal }: Call) => {
    signal?.throwIfAborted()
    requests.set(purpose, (requests.get(purpose) ?? 0) + 1)
    if (trouble) throw new BackendError(trouble)
  }
  const set = (key: string, bytes: Uint8Array | string, at = clock()) => {
    writes += 1
    const own = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes.slice()
    objects.set(key, { bytes: own, at, mark: String(writes) })
  }
  const sorted = () => [...objects.keys()].toSorted()
  return {
    startsAfter: true,
    requests,
    set,
    drop: (key) => void objects.delete(key),
    keys: sorted,
    fail: (next) => void (trouble = next),
    async *list(prefix, { after, ...call }) {
      const found: ObjectFacts[] = []
      for (const key of sorted()) {
        if (!key.startsWith(prefix) || (after !== undefined && !isAfter(key, after))) continue
        const object = objects.get(key)
        if (object) found.push({ key, size: object.bytes.byteLength, at: object.at, mark: object.mark })
      }
      for (let at = 0; at === 0 || at < found.length; at += pageSize) {
        count(call)
        yield found.slice(at, at + pageSize)
      }
    },
    async read(key, { ifChanged, ...call }) {
      count(call)
      const object = objects.get(key)
      if (!object) return 'absent'
      return object.mark === ifChanged ? 'same' : { ...object, bytes: object.bytes.slice() }
    },
    async create(key, bytes, call) {
      count(call)
      if (objects.has(key)) return 'present'
      set(key, bytes)
      return 'created'
    },
    async replace(key, bytes, mark, call) {
      count(call)
      const object = objects.get(key)
      if (!object) return 'absent'
      if (object.mark !== mark) return 'changed'
      set(key, bytes)
      return 'replaced'
    },
    async put(key, bytes, call) {
      count(call)
      set(key, bytes)
    },
    async copy(from, to, call) {
      count(call)
      const object = objects.get(from)
      if (!object) return 'absent'
      set(to, object.bytes)
      return 'copied'
    },
    async remove(key, { mark, ...call }) {
      count(call)
      const object = objects.get(key)
      if (!object) return 'absent'
      if (mark !== undefined && mark !== object.mark) return 'changed'
      objects.delete(key)
      return 'removed'
    },
    async now(call) {
      count(call)
      return clock()
    },
    close: async () => undefined,
  }
}
