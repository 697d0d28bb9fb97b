import type { Log } from '../deps.ts'
import type { Identity } from '../core/access/credentials.ts'

/** Statuses of requests that are not allowed or cannot be read. 404 and 409 are everyday answers. */
const REFUSALS = new Set([400, 401, 403, 405, 413, 415, 429])
const WINDOW_MS = 60_000
/** Log lines per minute, so that a million bad requests do not fill a disk: the rest are counted. */
const MAX_LINES = 120

export type AnsweredRequest = {
  requestId: string
  method: string
  /** The route's pattern, never the address: an unknown caller may put anything into it, including a token. */
  route: string
  status: number
  address: string | null
  /** The caller's login, if known. */
  login: string | null
}

const logins = new WeakMap<Request, string>()

/** Records the caller of a request, for the log line in case it is refused. */
export const noteCaller = (request: Request, identity: Identity | undefined): void => {
  if (identity !== undefined) logins.set(request, identity.user.login)
}

/** Returns the login recorded for a request; null if there is none. */
export const callerOf = (request: Request): string | null => logins.get(request) ?? null

/**
 * Logs each refused request, at most 120 a minute; then one line with the number of the others. `now` is any monotonic
 * clock, in milliseconds.
 */
export function createRefusedRequests(log: Log, now: () => number): (answered: AnsweredRequest) => void {
  let since = -Infinity
  let lines = 0
  return (answered) => {
    if (!REFUSALS.has(answered.status)) return
    const at = now()
    if (at - since >= WINDOW_MS) {
      if (lines > MAX_LINES) log.warn({ count: lines - MAX_LINES }, 'more requests were refused than are logged')
      since = at
      lines = 0
    }
    if (++lines <= MAX_LINES) log.info(answered, 'request refused')
  }
}
