import type { StoreAddress } from '#domain/backends/storeAddress.ts'
import type { BackendTrouble } from '#domain/backends/trouble.ts'

/**
 * The interface of every connected backend: objects with keys, as all self-managed backends of Pulumi have them. An
 * adapter is a folder in `server/adapters/backends`. Keys are relative to the root of the backend and begin with
 * `.pulumi/`; an adapter adds and removes the prefix of its address.
 */
export interface BlobStore {
  /** Whether a listing is in code point order, and begins after a key without going through those before it. */
  readonly startsAfter?: boolean
  /** All objects whose key begins with `prefix`, in the store's pages, in no promised order across pages. */
  list(prefix: string, options: ListOptions): AsyncIterable<ObjectFacts[]>
  /** The object, byte for byte, as it was written; `same` if its mark is `ifChanged`. */
  read(key: string, options: Call & { ifChanged?: string }): Promise<ObjectRead | 'same' | 'absent'>
  /** Writes only if there is no object with this key. */
  create(key: string, bytes: Uint8Array, call: Call): Promise<'created' | 'present'>
  /** Writes only if the object still has this mark. */
  replace(key: string, bytes: Uint8Array, mark: string, call: Call): Promise<'replaced' | 'changed' | 'absent'>
  put(key: string, bytes: Uint8Array, call: Call): Promise<void>
  copy(from: string, to: string, call: Call): Promise<'copied' | 'absent'>
  /** With a mark: only if the object still has it. */
  remove(key: string, call: Call & { mark?: string }): Promise<'removed' | 'changed' | 'absent'>
  /** Earlier versions that the store keeps by itself, newest first; absent where a kind of store has none. */
  versions?(key: string, call: Call): Promise<ObjectVersion[]>
  readVersion?(key: string, version: string, call: Call): Promise<ObjectRead | 'absent'>
  /** Uploads in parts that nobody completed; null if the store does not show them. Absent where there are none. */
  unfinishedUploads?(call: Call): Promise<UnfinishedUploads | null>
  /** The store's clock, epoch milliseconds. */
  now(call: Call): Promise<number>
  /**
   * Calls back soon after something may have changed, as far as the store reports it: look anyway from time to time.
   * Returns what ends it. Absent where a kind of store reports nothing.
   */
  watch?(onChange: () => void): () => void
  close(): Promise<void>
}

/** What a request is for: requests are counted by it. */
export type Purpose = 'probe' | 'list' | 'locks' | 'state' | 'history' | 'write'

export type Call = { purpose: Purpose; signal?: AbortSignal }

export type ListOptions = Call & {
  /** Only keys after this one, in code point order. */
  after?: string
}

export type ObjectFacts = {
  key: string
  /** Bytes; as stored, so of a compressed object the compressed ones. */
  size: number
  /** When it was written, by the store's clock, epoch milliseconds. */
  at: number
  /** Changes with each write: ETag, generation, xmin, or inode with time. */
  mark: string
}

export type ObjectRead = { bytes: Uint8Array; mark: string; at: number }
export type ObjectVersion = { version: string; at: number; size: number; isCurrent: boolean }

/** Parts that no listing shows; `oldestAt`: when the first of them was started, epoch milliseconds. */
export type UnfinishedUploads = { count: number; oldestAt: number | null }

/** A backend did not answer as asked. Its message names no credentials. */
export class BackendError extends Error {
  readonly trouble: BackendTrouble
  /** Which backend it was, without a password: its kind and names for the sentence (`troubleSentence`). */
  readonly at: StoreAddress | undefined
  constructor(trouble: BackendTrouble, at?: StoreAddress) {
    super(`backend: ${trouble.kind}`)
    this.name = 'BackendError'
    this.trouble = trouble
    this.at = at
  }
}

/** Opens the backend at an address, as for `pulumi login`; throws `BackendError`. Does not write to it. */
export type OpenBackend = (address: string) => Promise<BlobStore>
