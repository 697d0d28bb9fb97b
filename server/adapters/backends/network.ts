import { createHash } from 'node:crypto'
import type { BackendTrouble, EncryptionProblem } from '#domain/backends/trouble.ts'
import { metadataProblem } from '#domain/backends/metadataHosts.ts'
import { BackendError } from '#server/blobs/port.ts'
import { LEADS_TO_METADATA } from './reach.ts'

/** Codes of Node's errors for a host that does not answer. */
const UNREACHABLE = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ESOCKETTIMEDOUT',
  'ETIMEDOUT',
  'ERR_SOCKET_CONNECTION_TIMEOUT',
])

/** Codes of Node and OpenSSL about TLS; the first that fits counts. */
const ENCRYPTION: readonly [RegExp, EncryptionProblem][] = [
  [/^(?:ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/, 'otherName'],
  [/^CERT_(?:HAS_EXPIRED|NOT_YET_VALID)$/, 'outOfDate'],
  [/^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_)/, 'certificate'],
  [/^ERR_SSL_\w*ALERT\w*(?:CERTIFICATE|UNKNOWN_CA)/, 'clientCertificate'],
  [/^ERR_SSL_(?:\w*ALERT_PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|VERSION_TOO_LOW)$/, 'old'],
  [/^(?:EPROTO$|ERR_SSL_)/, 'unsupported'],
]

type Described = { name?: unknown; code?: unknown; cause?: unknown; errors?: unknown }

/** The trouble behind an error of the network or of TLS, also if another error wraps it; undefined for other errors. */
export function networkTrouble(error: unknown, host: string): BackendTrouble | undefined {
  for (const { name, code } of withCauses(error)) {
    if (code === LEADS_TO_METADATA) return { kind: 'address', problem: metadataProblem(host, 'leads to') }
    const encryption = typeof code === 'string' && ENCRYPTION.find(([codes]) => codes.test(code))
    if (encryption) return { kind: 'encryption', problem: encryption[1] }
    // An aborted call is the caller's doing and never comes here: this is a connection that ended early.
    if (name === 'TimeoutError' || name === 'AbortError' || (typeof code === 'string' && UNREACHABLE.has(code)))
      return { kind: 'unreachable', host }
  }
  return undefined
}

/** An error and those it wraps, at most eight. */
function withCauses(error: unknown): Described[] {
  const found: Described[] = []
  const waiting: unknown[] = [error]
  while (waiting.length > 0 && found.length < 8) {
    const next = waiting.shift()
    if (typeof next !== 'object' || next === null) continue
    const described: Described = next
    found.push(described)
    waiting.push(described.cause, ...(Array.isArray(described.errors) ? described.errors : []))
  }
  return found
}

/** An error's code for a sentence or a log: nothing else of the error may be shown, it can contain addresses with keys. */
export const safeCode = (code: unknown): string => {
  const text = typeof code === 'number' ? String(code) : code
  return typeof text === 'string' && /^[\w.-]{1,80}$/.test(text) ? text : 'unknown'
}

/** The header `Retry-After` in seconds, which is a number or a date; null if it is neither. */
export function retryAfterS(header: string | undefined, now: number): number | null {
  if (header === undefined || header.trim() === '') return null
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, Math.ceil(seconds))
  const date = Date.parse(header)
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now) / 1000))
}

/** A store of this kind does not answer like this; the sentence is `BY_CODE` of `domain/backends/troubleWords.ts`. */
export const notUnderstood = (): BackendError => new BackendError({ kind: 'failed', code: 'NotUnderstood' })

/** The store's clock by the header `Date` of an answer, epoch milliseconds. Throws `BackendError` if it tells none. */
export function clockOf(header: string | undefined): number {
  const time = Date.parse(header ?? '')
  if (Number.isNaN(time)) throw notUnderstood()
  return time
}

/** Pauses before the second and third try, milliseconds; there is no fourth. */
export const PAUSES_MS = [200, 800] as const

/** How long a connection may take, and how long a server may be silent, milliseconds. */
export const CONNECT_MS = 10_000
export const SILENCE_MS = 30_000

/** Throws `BackendError` if bytes are not those of the checksum that the store keeps, where it keeps one. */
export function checkMd5(bytes: Uint8Array, md5: string | undefined, key: string): void {
  if (md5 !== undefined && createHash('md5').update(bytes).digest('base64') !== md5)
    throw new BackendError({ kind: 'damagedObject', key })
}

/**
 * Asks for an object and reads its body, once more if the connection ends within it: the libraries try requests again,
 * but not what follows.
 */
export async function readWhole<Response, Output>(
  request: () => Promise<Response>,
  read: (response: Response) => Promise<Output>,
  signal: AbortSignal | undefined,
): Promise<Output> {
  const response = await request()
  try {
    return await read(response)
  } catch (error) {
    signal?.throwIfAborted()
    if (networkTrouble(error, '') === undefined) throw error
    return read(await request())
  }
}
