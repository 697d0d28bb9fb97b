import type { Caches } from './caches.ts'
import type { LiveBus } from './live.ts'
import type { TextJobs } from './texts/textJobs.ts'
import type { Store } from './store/port.ts'

/** What a log line may carry. Values are facts about the request, never secrets, bodies or tokens. */
export type Log = {
  info(facts: Record<string, unknown>, message: string): void
  warn(facts: Record<string, unknown>, message: string): void
  error(facts: Record<string, unknown>, message: string): void
}

/** Inflates; undefined when more than `limit` bytes would come out. Throws for what is no gzip. */
export type Gunzip = (packed: Uint8Array, limit: number) => Promise<Uint8Array | undefined>

export type Asset = { type: string; plain: Uint8Array; br?: Uint8Array; gzip?: Uint8Array }
/** Files of the built console, by the path of their address. */
export type Assets = { find(name: string): Promise<Asset | undefined> }

/** Everything that differs between production, a test and the demo comes in here. */
export type Deps = {
  store: Store
  newId: () => string
  /** Random bytes for tokens, keys and nonces. */
  randomBytes: (count: number) => Uint8Array
  /** 32 bytes that wrap the stacks' data keys. */
  masterKey: Uint8Array
  bus: LiveBus
  /** What this app remembers of texts; another app in the process has its own. */
  caches: Caches
  log: Log
  /** Inflates request bodies, where the host can do it better than web streams do. */
  gunzip?: Gunzip
  /** Work on large texts, if the host can do it in parallel. */
  jobs?: TextJobs
  /** Aborted when the host is about to stop: what waits or streams ends by itself. */
  stopping?: AbortSignal
  settings: {
    /** Origin that links, cookies and the `Origin` check are made for, without a trailing slash. */
    publicUrl: string
    /** Where people open the console: the CLI derives `localhost:3000` from `localhost:8080`. */
    consoleUrls: string[]
    version: string
    dataPath: string | null
    /**
     * Advertise `delta-checkpoint-uploads-v2`. Off: uploads of that kind carry no pending operations
     * (docs/protocol.md, Checkpoints).
     */
    advertiseDelta: boolean
    /** Most bytes that a request body may inflate to. */
    maxBodyBytes: number
    /** How long a running update may show no work before its lease counts as silent, in seconds. */
    silentAfterS: number
    /** How long after its last use a browser's session ends, and how long after its begin at the latest. */
    sessionIdleMs: number
    sessionMaxMs: number
  }
}
