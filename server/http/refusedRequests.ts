import type { Log } from '../deps.ts'
import type { Identity } from '../core/access/credentials.ts'

/** Statuses that say that a caller may not do this, or sent what cannot be read. 404 and 409 are everyday answers. */
const REFUSALS = new Set([400, 401, 403, 405, 413, 415, 429])
const WINDOW_MS = 60_000
/** A million bad requests must not fill a disk: the excess is counted. */
const MOST_LINES = 120

export type AnsweredRequest = {
  requestId: string
  method: string
  /** The pattern, never the address: what an unknown caller puts there may be anything, a token too. */
  route: string
  status: number
  address: string | null
  /** Who was refused, where that is known. */
  login: string | null
}

const logins = new WeakMap<Request, string>()

/** Remembers who makes a request, for the line that is written when it is refused. */
export const noteCaller = (request: Request, identity: Identity | undefined): void => {
  if (identity !== undefined) logins.set(request, identity.user.login)
}

/** The login noted for a request; null where no one was found. */
export const callerOf = (request: Request): string | null => logins.get(request) ?? null

/**
 * Writes a line to the log for each request that was refused, at most 120 a minute; then one that says how many more
 * there were. `now` is any steady clock, in milliseconds.
 */
export function createRefusedRequests(log: Log, now: () => number): (answered: AnsweredRequest) => void {
  let since = -Infinity
  let lines = 0
  return (answered) => {
    if (!REFUSALS.has(answered.status)) return
    const at = now()
    if (at - since >= WINDOW_MS) {
      if (lines > MOST_LINES) log.warn({ count: lines - MOST_LINES }, 'more requests were refused than are logged')
      since = at
      lines = 0
    }
    if (++lines <= MOST_LINES) log.info(answered, 'request refused')
  }
}
