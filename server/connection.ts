/** Who closed a connection: `server` also where it was interrupted for being idle. */
export type ClosedBy = 'client' | 'server'

/**
 * A connection from a client, as the host that listens sees it; a page that answers itself has none. It records what distinguishes a client that keeps it open from a
 * proxy. Times are milliseconds of a clock that never jumps.
 */
export class ClientConnection {
  /** False once a request came through a proxy, or said that the connection is not kept. */
  isDirect = true
  lastUsedAt: number
  /** The longest pause after which it was used again: for so long its client keeps it open. */
  longestIdleMs = 0
  #closedBy: ClosedBy | undefined
  readonly #listeners = new Set<(by: ClosedBy) => void>()

  constructor(now = performance.now()) {
    this.lastUsedAt = now
  }

  /** Notes a request. */
  use(headers: Headers, httpVersion: string, now = performance.now()): void {
    this.longestIdleMs = Math.max(this.longestIdleMs, now - this.lastUsedAt)
    this.lastUsedAt = now
    this.isDirect &&=
      httpVersion !== '1.0' && !isForwarded(headers) && !/\bclose\b/i.test(headers.get('connection') ?? '')
  }

  /** Calls `listener` when the connection is closed; at once if it is. */
  onClose(listener: (by: ClosedBy) => void): void {
    if (this.#closedBy === undefined) this.#listeners.add(listener)
    else listener(this.#closedBy)
  }

  close(by: ClosedBy): void {
    if (this.#closedBy !== undefined) return
    this.#closedBy = by
    for (const listener of this.#listeners) listener(by)
    this.#listeners.clear()
  }
}

const PROXY_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

const isForwarded = (headers: Headers) => PROXY_HEADERS.some((name) => headers.has(name))

/** The connection that a request came on, as the host hands it over in `env`. */
export function connectionOf(env: unknown): ClientConnection | undefined {
  const connection = typeof env === 'object' && env !== null && 'connection' in env ? env.connection : undefined
  return connection instanceof ClientConnection ? connection : undefined
}
