/** Who closed a connection; `server` includes an idle time-out. */
export type ClosedBy = 'client' | 'server'

/** Whose connection it is, once a request on it has shown credentials; that of an update stays that of an update. */
export type Claim = { of: 'user'; id: string } | { of: 'lease' }

/**
 * A connection from a client, as the listening host sees it; the demo in a page has none. It records what distinguishes
 * a client that keeps it open from a proxy. Times are milliseconds of a monotonic clock.
 */
export class ClientConnection {
  /** False once a request came through a proxy, or asked not to keep the connection. */
  isDirect = true
  claim: Claim | undefined
  /** Number of requests on it that are being answered. */
  active = 0
  lastUsedAt: number
  /** The longest pause after which the connection was used again: its client keeps it open for at least that long. */
  longestIdleMs = 0
  #closedBy: ClosedBy | undefined
  readonly #listeners = new Set<(by: ClosedBy) => void>()

  constructor(now = performance.now()) {
    this.lastUsedAt = now
  }

  /** Records a request. */
  use(headers: Headers, httpVersion: string, now = performance.now()): void {
    this.longestIdleMs = Math.max(this.longestIdleMs, now - this.lastUsedAt)
    this.lastUsedAt = now
    this.isDirect &&=
      httpVersion !== '1.0' && !isForwarded(headers) && !/\bclose\b/i.test(headers.get('connection') ?? '')
  }

  /** Calls `listener` when the connection is closed; immediately if it already is. */
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

/** Returns the connection of a request, which the host passes in `env`. */
export function connectionOf(env: unknown): ClientConnection | undefined {
  const connection = typeof env === 'object' && env !== null && 'connection' in env ? env.connection : undefined
  return connection instanceof ClientConnection ? connection : undefined
}
