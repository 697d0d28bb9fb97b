import type { Identity } from '../core/access/credentials.ts'
import { connectionOf } from '../connection.ts'
import type { Deps } from '../deps.ts'
import { RequestError } from './requestError.ts'

/** Maximum number of requests of one user that are being answered, live streams and waiting calls included. */
export const MAX_REQUESTS_OF_ONE = 200
const RETRY_AFTER_S = 5

/**
 * Counts a request of a user until its answer was sent, and notes whose connection it is. Throws `tooBusy` if the user
 * has too many. Calls of running updates are not counted.
 */
export function countRequest(deps: Pick<Deps, 'settings'>, env: unknown, { user }: Pick<Identity, 'user'>): void {
  const connection = connectionOf(env)
  if (connection === undefined) return // in the demo, and in tests without a network
  connection.claim ??= { of: 'user', id: user.id }
  const counts = COUNTS.get(deps.settings) ?? new Map<string, number>()
  COUNTS.set(deps.settings, counts)
  const own = counts.get(user.id) ?? 0
  if (own >= MAX_REQUESTS_OF_ONE) throw new RequestError({ kind: 'tooBusy', retryAfterS: RETRY_AFTER_S })
  counts.set(user.id, own + 1)
  whenAnswered(env, () => {
    const left = (counts.get(user.id) ?? 1) - 1
    if (left > 0) counts.set(user.id, left)
    else counts.delete(user.id)
  })
}
const COUNTS = new WeakMap<Deps['settings'], Map<string, number>>()

/** Calls `done` once, when the answer of a request was sent or its caller has gone; the host passes how, in `env`. */
function whenAnswered(env: unknown, done: () => void): void {
  if (typeof env !== 'object' || env === null || !('whenAnswered' in env)) return
  if (typeof env.whenAnswered === 'function') env.whenAnswered(done)
}

/** Says to the host that a call of an update waits for a user, so that nobody is slowed down for it. */
export function sayThatItWaits(env: unknown): void {
  if (typeof env !== 'object' || env === null || !('waits' in env)) return
  if (typeof env.waits === 'function') env.waits()
}
