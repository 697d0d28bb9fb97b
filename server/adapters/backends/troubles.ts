import { type StoreAddress, withoutPassword } from '#domain/backends/storeAddress.ts'
import type { BackendTrouble } from '#domain/backends/trouble.ts'
import { BackendError, type BlobStore, type Call } from '#server/blobs/port.ts'
import { networkTrouble, retryAfterS, safeCode } from './network.ts'

/** What a call wanted when it failed. */
export type Verb = 'list' | 'read' | 'write'

/** What an adapter knows of its driver. */
type Driver = {
  /** What the sentence about an unreachable backend names. */
  host: string
  /** The trouble behind an error, if the adapter knows it. */
  troubleOf?: (error: unknown, verb: Verb) => BackendTrouble | undefined
  /** The code of any other error, or its status. */
  failureOf?: (error: unknown) => string | number | undefined
}

/**
 * A store whose calls throw `BackendError` alone, or the reason of their signal. Errors of drivers are not kept as a
 * cause: they may contain addresses with a password, signed links or the headers of a request.
 */
export function withTroubles(
  store: BlobStore,
  address: StoreAddress,
  { host, troubleOf = () => undefined, failureOf = codeOf }: Driver,
): BlobStore {
  const at = withoutPassword(address)
  const raise = (error: unknown, verb: Verb, signal: AbortSignal | undefined): never => {
    signal?.throwIfAborted()
    if (error instanceof BackendError) throw error.at ? error : new BackendError(error.trouble, at)
    throw new BackendError(troubleOf(error, verb) ?? generalTrouble(error), at)
  }
  const generalTrouble = (error: unknown): BackendTrouble =>
    networkTrouble(error, host) ?? { kind: 'failed', code: safeCode(failureOf(error)) }
  const guard = async <T>(verb: Verb, { signal }: Call, work: () => Promise<T>): Promise<T> => {
    signal?.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      return raise(error, verb, signal)
    }
  }
  const { versions, readVersion, unfinishedUploads } = store
  return {
    ...store,
    async *list(prefix, options) {
      options.signal?.throwIfAborted()
      try {
        yield* store.list(prefix, options)
      } catch (error) {
        raise(error, 'list', options.signal)
      }
    },
    read: (key, call) => guard('read', call, () => store.read(key, call)),
    create: (key, bytes, call) => guard('write', call, () => store.create(key, bytes, call)),
    replace: (key, bytes, mark, call) => guard('write', call, () => store.replace(key, bytes, mark, call)),
    put: (key, bytes, call) => guard('write', call, () => store.put(key, bytes, call)),
    copy: (from, to, call) => guard('write', call, () => store.copy(from, to, call)),
    remove: (key, call) => guard('write', call, () => store.remove(key, call)),
    ...(versions && { versions: (key, call) => guard('list', call, () => versions(key, call)) }),
    ...(readVersion && {
      readVersion: (key, version, call) => guard('read', call, () => readVersion(key, version, call)),
    }),
    ...(unfinishedUploads && { unfinishedUploads: (call) => guard('list', call, () => unfinishedUploads(call)) }),
    now: (call) => guard('list', call, () => store.now(call)),
  }
}

/** No store moves its objects: something before it sends clients elsewhere. */
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/**
 * The trouble that a status of HTTP says in every cloud; undefined for others. `store`: what is missing if there is
 * nothing to list; `wait`: the header `Retry-After`.
 */
export function troubleOfStatus(
  status: number | undefined,
  verb: Verb,
  { store, wait }: { store: string; wait: string | undefined },
): BackendTrouble | undefined {
  if (status === 404 && verb === 'list') return { kind: 'noSuchStore', name: store }
  if (status !== undefined && REDIRECTS.has(status)) return { kind: 'failed', code: 'Redirected' }
  if (status === 429 || (status === 503 && wait !== undefined)) return throttled(wait)
  return status === 403 ? { kind: 'forbidden', what: verb } : undefined
}

/** The trouble of a store that asks for fewer requests. */
export const throttled = (wait: string | undefined): BackendTrouble => ({
  kind: 'throttled',
  retryAfterS: retryAfterS(wait, Date.now()),
})

/** The code of an error of the system or of a driver, or of what caused it; otherwise its name. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if ('code' in error && typeof error.code === 'string' && error.code !== '') return error.code
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  return error.cause instanceof Error ? codeOf(error.cause) : error.name
}
