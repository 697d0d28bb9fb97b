import type { BackendTrouble } from '#domain/backends/trouble.ts'
import type { GcsAddress } from '#domain/backends/storeAddress.ts'
import { BackendError, type Call } from '#server/blobs/port.ts'
import { notUnderstood, safeCode } from '../network.ts'
import { type Reach, refuseMetadata } from '../reach.ts'
import { throttled, troubleOfStatus, type Verb } from '../troubles.ts'
import { createSigner } from './credentials.ts'
import { createHttp, type Received } from './request.ts'

/** The part of the JSON API of Cloud Storage that keys and conditions need. */
export type GcsApi = {
  bucket: string
  /** For sentences: the host that is asked. */
  host: string
  /**
   * One request below the bucket. A status of `known` is a result instead of an error, unless the bucket itself is
   * missing. Throws `BackendError`, or an error of the network.
   */
  ask<Known extends string = never>(
    asked: Asked,
    call: Call,
    known?: { readonly [status: number]: Known },
  ): Promise<Received | Known>
  close(): void
}

type Query = Record<string, string | undefined>
type Asked = { for: Verb; method?: string; path: string; query?: Query; body?: Uint8Array }

/** Opens the API for the bucket of an address; asks nothing of it yet. Throws `BackendError`. */
export async function openApi(address: GcsAddress, reach: Reach): Promise<GcsApi> {
  const base = baseOf(address)
  refuseMetadata(new URL(base).hostname)
  const http = createHttp(reach)
  const signer = await createSigner(address)
  return {
    bucket: address.bucket,
    host: new URL(base).host,
    close: () => http.close(),
    async ask({ for: purpose, method = 'GET', path, query = {}, body }, { signal }, known = {}) {
      const url = new URL(path, base)
      for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value)
      // Without this the store unpacks what was uploaded as packed.
      const headers = { 'Accept-Encoding': 'gzip', ...(await signer.headers()) }
      const received = await http.request({ method, url, headers, ...(body && { body }), ...(signal && { signal }) })
      if (received.status < 300) return received
      const trouble = troubleOf(received, purpose, address.bucket, signer.refused)
      const result = trouble.kind === 'noSuchStore' ? undefined : known[received.status]
      if (result === undefined) throw new BackendError(trouble)
      return result
    },
  }
}

function baseOf({ universe = 'googleapis.com' }: GcsAddress): string {
  const emulator = process.env['STORAGE_EMULATOR_HOST']
  if (!emulator) return `https://storage.${universe}`
  return emulator.includes('://') ? emulator : `http://${emulator}`
}

/** Reasons for which Google answers 403 although rights are not the problem. */
const QUOTA = /rateLimitExceeded|quotaExceeded|dailyLimitExceeded/i

function troubleOf(
  { status, headers, bytes }: Received,
  purpose: Verb,
  bucket: string,
  refused: 'missing' | 'expired' | 'refused',
): BackendTrouble {
  const text = new TextDecoder().decode(bytes.subarray(0, 4_096))
  const wait = headers['retry-after']
  if (status === 403 && QUOTA.test(text)) return throttled(wait)
  if (status === 401) return { kind: 'credentials', problem: refused }
  // The text of a missing object names it, so it may contain any words but these at its start.
  const message = /"message":\s*"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? text
  const isBucket = /^(?:the specified bucket does not exist|bucket not found|no such bucket)/i.test(message)
  const store = `bucket ${bucket}`
  if (status === 404 && isBucket) return { kind: 'noSuchStore', name: store }
  const failed: BackendTrouble = { kind: 'failed', code: safeCode(/"reason":\s*"(\w+)"/.exec(text)?.[1] ?? status) }
  return troubleOfStatus(status, purpose, { store, wait }) ?? failed
}

/** The response as JSON; throws `BackendError` if it is none. */
export function jsonOf({ bytes }: Received): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    throw notUnderstood()
  }
}
