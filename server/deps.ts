import type { ReadAddress } from '#domain/backends/address.ts'
import type { OpenBackend } from './blobs/port.ts'
import type { Caches } from './caches.ts'
import type { LiveBus } from './live.ts'
import type { TextJobs } from './texts/textJobs.ts'
import type { Store } from './store/port.ts'

/** The fields of a log line: facts about the request, never secrets, bodies or tokens. */
export type Log = {
  info(facts: Record<string, unknown>, message: string): void
  warn(facts: Record<string, unknown>, message: string): void
  error(facts: Record<string, unknown>, message: string): void
}

/** Inflates a gzip; undefined if the output would exceed `limit` bytes. Throws if it is not a gzip. */
export type Gunzip = (packed: Uint8Array, limit: number) => Promise<Uint8Array | undefined>

/** A process of this machine, by its number: when it started, if that is known. Undefined for another host. */
export type ProcessOf = (owner: { hostname: string; pid: number }) => { startedAt: number | null } | 'gone' | undefined

export type Asset = { type: string; plain: Uint8Array; br?: Uint8Array; gzip?: Uint8Array }
/** Files of the built console, by the path of their address. */
export type Assets = { find(name: string): Promise<Asset | undefined> }

/** Everything that differs between production, tests and the demo. */
export type Deps = {
  store: Store
  newId: () => string
  /** Random bytes for tokens, keys and nonces. */
  randomBytes: (count: number) => Uint8Array
  /** 32 bytes that wrap the stacks' data keys. */
  masterKey: Uint8Array
  bus: LiveBus
  /** The caches of this app; another app in the process has its own. */
  caches: Caches
  log: Log
  /** Inflates request bodies, if the host can do it better than web streams. */
  gunzip?: Gunzip
  /** Inflates a zstd, as `gunzip` a gzip; web streams cannot. */
  unzstd?: Gunzip
  /** Work on large texts, if the host can do it in parallel; made together with the store (`jobsOutside`). */
  jobs?: TextJobs
  /** Opens connected backends, if the host can reach any. */
  openBackend?: OpenBackend
  /** Reads the address of one as `pulumi login` does. A password in it is a problem. */
  readBackendAddress?: (text: string) => ReadAddress
  /** Looks up the process of a lock, if the host can see all processes of its machine. */
  processOf?: ProcessOf | undefined
  /** Aborted when the host is about to stop: waiting and streaming requests end. */
  stopping?: AbortSignal
  settings: {
    /** Origin for links, cookies and the `Origin` check, without a trailing slash. */
    publicUrl: string
    /** Origins at which users open the console: the CLI derives `localhost:3000` from `localhost:8080`. */
    consoleUrls: string[]
    version: string
    dataPath: string | null
    /**
     * Whether to advertise `delta-checkpoint-uploads-v2`. Off by default, because such uploads carry no pending
     * operations (docs/protocol.md, Checkpoints).
     */
    advertiseDelta: boolean
    /** Maximum size of a request body, inflated, in bytes. */
    maxBodyBytes: number
    /** For how long a running update may show no work before its lease counts as not progressing, in seconds. */
    notProgressingAfterS: number
    /** How long after its last use, and at most how long after its start, a browser session ends; milliseconds. */
    sessionIdleMs: number
    sessionMaxMs: number
  }
}
