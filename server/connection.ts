/** Who closed a connection; `server` includes an idle time-out. */
export type ClosedBy = 'client' | 'server'

/** Whose connection it is, once a request on it has shown credentials; that of an update stays that of an update. */
export type Claim = { of: 'user'; id: string } | { of: 'lease' }

/** The address and port of this server's end of a connection. */
export type Socket = {
  localAddress?: string | undefined
  localPort?: number | undefined
  remoteAddress?: string | undefined
}
/** Headers of a request, by name in lower case. */
type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * A connection from a client, as the listening host sees it; the demo in a page has none. It records what distinguishes
 * a client that keeps it open from a proxy. Times are milliseconds of a monotonic clock.
 */
export class ClientConnection {
  /** False once a request came through a proxy, or the connection was not to be kept after one. */
  isDirect = true
  claim: Claim | undefined
  /** Whether every request named the address and port of this very socket as its host: nothing forwards it. */
  isAtOwnAddress = true
  /** Since when no request is in progress. */
  idleSince: number
  /** The longest pause after which the connection was used again: its client keeps it open for at least that long. */
  longestIdleMs = 0
  /** Number of requests on it that are being answered. */
  active = 0
  /** Whether the last answer was of the kind that the CLI drops together with its connection, to retry later. */
  isToRetry = false
  readonly localPort: number | undefined
  readonly #socket: Socket
  /**
   * The client's network address, read when the connection was made: the system forgets it with the connection, even
   * while a request of it is answered.
   */
  readonly address: string | null
  #closedBy: ClosedBy | undefined
  readonly #listeners = new Set<(by: ClosedBy) => void>()
  readonly #answerListeners = new Set<() => void>()

  constructor(now = performance.now(), socket: Socket = {}) {
    this.idleSince = now
    this.#socket = socket
    this.localPort = socket.localPort
    this.address = socket.remoteAddress ?? null
  }

  /** Records a request. */
  use(headers: RequestHeaders, httpVersion: string, now = performance.now()): void {
    if (this.active === 0) this.longestIdleMs = Math.max(this.longestIdleMs, now - this.idleSince)
    this.active += 1
    this.isDirect &&=
      httpVersion !== '1.0' && !isForwarded(headers) && !/\bclose\b/i.test(String(headers['connection'] ?? ''))
    this.isAtOwnAddress &&= names(String(headers['host'] ?? ''), this.#socket)
  }

  /** Records the end of an answer, and whether this server keeps the connection after it. */
  answered(status: number, isKept: boolean, now = performance.now()): void {
    this.active -= 1
    this.idleSince = now
    this.isToRetry = status === 429 || status >= 500
    this.isDirect &&= isKept
    for (const listener of this.#answerListeners) listener()
  }

  /** Calls `listener` at the end of each answer. */
  onAnswer(listener: () => void): void {
    this.#answerListeners.add(listener)
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
    this.#answerListeners.clear()
  }
}

const PROXY_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

const isForwarded = (headers: RequestHeaders) => PROXY_HEADERS.some((name) => headers[name] !== undefined)

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Whether a `Host` header names this end of a connection: its port, and its address or the caller's own machine. */
function names(host: string, { localAddress = '', localPort }: Socket): boolean {
  const [, name = '', port = '80'] = /^(.*?)(?::(\d+))?$/.exec(host.toLowerCase()) ?? []
  const address = localAddress.replace(/^::ffff:/, '')
  return Number(port) === localPort && (LOOPBACK.test(name) || name === address || name === `[${address}]`)
}

/** Returns the connection of a request, which the host passes in `env`. */
export function connectionOf(env: unknown): ClientConnection | undefined {
  const connection = typeof env === 'object' && env !== null && 'connection' in env ? env.connection : undefined
  return connection instanceof ClientConnection ? connection : undefined
}
