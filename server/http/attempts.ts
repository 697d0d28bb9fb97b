import type { Deps } from '../deps.ts'
import { audit } from '../core/access/audit.ts'
import type { AuditAction } from '#contract/audit.ts'
import { networkOf } from '../network.ts'

const WINDOW_MS = 60_000
/**
 * Failures allowed within a minute: users who sign in make few mistakes; a machine with an old token makes as many as
 * it makes calls.
 */
export const MAX_FAILURES = { 'signin.failed': 10, 'token.failed': 100 } as const
type Failing = keyof typeof MAX_FAILURES
/** Entries in the audit log within a minute: of one address, and of all addresses. */
const MAX_RECORDED = { ofOne: 10, ofAll: 100 }
/**
 * Number of addresses remembered; beyond it the oldest are forgotten, so that many addresses cannot fill the memory.
 */
const MAX_ADDRESSES = 10_000

/**
 * Counts wrong tokens and links by address: after ten sign-ins or a hundred calls within a minute, failures are
 * answered with 429 and no longer recorded. Everyone behind a proxy shares its address, so correct credentials are
 * always accepted: they are too long to be guessed at any speed, and so must `HOLDFAST_ACCESS_TOKEN` be (`isStrongToken`).
 */
export type Attempts = {
  /**
   * Records a failure. `waitS`: seconds to wait, if there were too many; `isRecorded`: whether to write it to the audit
   * log.
   */
  failed(what: Failing, address: string | null, now: number): { waitS: number | undefined; isRecorded: boolean }
}

export function createAttempts(): Attempts {
  const failures = new Map<string, number[]>()
  let recorded: number[] = []
  return {
    failed(what, address, now) {
      const key = `${what} ${networkOf(address)}`
      const past = (failures.get(key) ?? []).filter((at) => now - at < WINDOW_MS)
      const oldest = past[0]
      if (oldest !== undefined && past.length >= MAX_FAILURES[what]) {
        return { waitS: Math.max(1, Math.ceil((oldest + WINDOW_MS - now) / 1000)), isRecorded: false }
      }
      failures.delete(key)
      failures.set(key, [...past, now])
      for (const eldest of failures.keys()) {
        if (failures.size <= MAX_ADDRESSES) break
        failures.delete(eldest)
      }
      recorded = recorded.filter((at) => now - at < WINDOW_MS)
      const isRecorded = past.length < MAX_RECORDED.ofOne && recorded.length < MAX_RECORDED.ofAll
      if (isRecorded) recorded.push(now)
      return { waitS: undefined, isRecorded }
    },
  }
}

/** One counter for the whole app, for all kinds of credentials. */
export function attemptsOf(deps: Deps): Attempts {
  const attempts = counts.get(deps) ?? createAttempts()
  counts.set(deps, attempts)
  return attempts
}
const counts = new WeakMap<Deps, Attempts>()

type Failure = {
  action: Failing & AuditAction
  detail: string
  address: string | null
  requestId: string
}

/**
 * Records a wrong credential, also in the audit log; returns the seconds to wait if there were too many from this
 * address.
 */
export async function noteFailure(deps: Deps, { action, detail, address, requestId }: Failure) {
  const at = await deps.store.now()
  const { waitS, isRecorded } = attemptsOf(deps).failed(action, address, at)
  if (isRecorded) {
    const by = { login: '', tokenName: null, address }
    await deps.store.write((writer) => audit(writer, { at, by, action, detail, requestId }))
  }
  return waitS
}

/** The same for a request to any route with a wrong access token. */
export const noteWrongToken = (deps: Deps, request: Request, from: { address: string | null; requestId: string }) =>
  noteFailure(deps, { action: 'token.failed', detail: `${request.method} with an access token`, ...from })

/** The message for callers who have to wait. */
export const waitWords = (waitS: number): string =>
  `Too many wrong access tokens or links from this address. Try again in ${waitS} s.`
