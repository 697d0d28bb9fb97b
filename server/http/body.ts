import { createJsonScan } from '#domain/json/jsonBounds.ts'
import {
  type Budget,
  BYTES_AN_ELEMENT,
  FREE_ELEMENTS,
  FREE_INFLATED_BYTES,
  MAX_PACKED_BYTES,
  MAX_RATIO,
  SMALL_BYTES,
} from './budgets.ts'
import { MAX_DEPTH } from '../texts/limits.ts'
import type { Gunzip } from '../deps.ts'
import { DomainError } from '../errors.ts'
import { RequestError } from './requestError.ts'
import { createHold, type Hold, type InFlight } from './inFlight.ts'

/** A host that inflates better than web streams passes its own `gunzip`: each stream costs a millisecond. */
type Host = { gunzip?: Gunzip | undefined; inFlight: InFlight }

/** The body of a request, inflated, and its number of elements (`JsonBounds`). */
export type Body = { bytes: Uint8Array; elements: number }

/**
 * Reads a body within its budget, and nothing beyond: a gzip bomb costs no more than an honest body, and bodies that
 * would be costly to parse are refused before. All bodies are JSON. Call once the caller is known. The bytes count as
 * in flight until `releaseBody`. Throws `RequestError` for a body that is not read, `DomainError` for one that contains
 * too much.
 */
export async function readBody(request: Request, budget: Budget, host: Host): Promise<Body> {
  const hold = createHold(host.inFlight)
  HOLDS.set(request, hold)
  const isGzip = isPacked(request)
  try {
    const sent = await readSent(request, isGzip ? Math.min(budget.bytes, MAX_PACKED_BYTES) : budget.bytes, {
      hold,
      pool: isGzip ? 'packed' : 'large',
    })
    const bytes = isGzip ? await inflated(request, sent, budget.bytes, { ...host, hold }) : sent
    return { bytes, elements: await elementsWithin(bytes, budget) }
  } catch (error) {
    if (error instanceof RequestError || error instanceof DomainError) throw error
    throw notGzip()
  }
}

const notGzip = () => new RequestError({ kind: 'gzipDamaged' })

const HOLDS = new WeakMap<Request, Hold>()

/** Releases the body of a request that was answered. */
export const releaseBody = (request: Request): void => HOLDS.get(request)?.release()

function isPacked({ headers }: Request): boolean {
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? ''
  if (encoding === 'gzip') return true
  if (encoding === '' || encoding === 'identity') return false
  throw new RequestError({ kind: 'encodingUnsupported', encoding })
}

const tooLarge = (mostBytes: number) => new RequestError({ kind: 'bodyTooLarge', mostBytes })

/** Up to this size a body is read at once; it counts as in flight when it has arrived. */
const IN_ONE_GO = 64 * 1024

type Sending = { hold: Hold; pool: 'packed' | 'large' }

/** Reads the bytes as sent. A large body waits for room before its first byte is read. */
async function readSent(request: Request, limit: number, { hold, pool }: Sending): Promise<Uint8Array> {
  const length = Number(request.headers.get('content-length') ?? NaN)
  if (length > limit) throw tooLarge(limit)
  if (!(length >= 0)) return readStream(request.body, limit, hold)
  if (length <= IN_ONE_GO) {
    const whole = new Uint8Array(await request.arrayBuffer())
    if (whole.byteLength > limit) throw tooLarge(limit)
    hold.take(whole.byteLength)
    return whole
  }
  if (length > SMALL_BYTES) await hold.reserve(pool, length, request.signal)
  // Written into one buffer as it arrives: collected in parts, it would be in memory two or three times.
  const whole = new Uint8Array(length)
  let at = 0
  for await (const part of request.body ?? []) {
    if (length <= SMALL_BYTES) hold.take(part.byteLength)
    whole.set(part, at) // throws if there is more than announced
    at += part.byteLength
  }
  if (at < length) throw new RequestError({ kind: 'bodyCutOff' })
  return whole
}

/** Reads a body of unknown length as it arrives. */
async function readStream(body: ReadableStream<Uint8Array> | null, limit: number, hold: Hold): Promise<Uint8Array> {
  if (body === null) return new Uint8Array()
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      length += next.value.byteLength
      if (length > limit) throw tooLarge(limit)
      hold.take(next.value.byteLength)
      chunks.push(next.value)
    }
  } catch (error) {
    void reader.cancel().catch(() => undefined) // the rest is not needed; a failure to cancel does not matter
    throw error
  }
  if (chunks.length === 1 && chunks[0] !== undefined) return chunks[0]
  const whole = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.byteLength
  }
  return whole
}

async function inflated(
  { signal }: Request,
  packed: Uint8Array<ArrayBufferLike>,
  limit: number,
  { gunzip, hold }: Host & { hold: Hold },
): Promise<Uint8Array> {
  const fair = FREE_INFLATED_BYTES + packed.byteLength * MAX_RATIO
  const most = Math.min(limit, fair)
  const beyond = () =>
    limit <= fair ? tooLarge(limit) : new RequestError({ kind: 'gzipTooDense', mostRatio: MAX_RATIO })
  if (packed[0] !== GZIP[0] || packed[1] !== GZIP[1]) throw notGzip()
  const size = saidSize(packed)
  if (size > most) throw beyond()
  if (gunzip === undefined) {
    const stream = new Blob([packed as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new DecompressionStream('gzip'))
    return readStream(stream, most, hold)
  }
  if (size > SMALL_BYTES) await hold.reserve('large', size, signal)
  else hold.take(size)
  const whole = await gunzip(packed, Math.max(size, 1))
  if (whole === undefined) throw new RequestError({ kind: 'gzipOverrun' })
  hold.release('packed')
  return whole
}

/** The first two bytes of every gzip. */
const GZIP = [0x1f, 0x8b]

/** The size that a gzip claims, in its last four bytes. */
const saidSize = ({ buffer, byteOffset, byteLength }: Uint8Array): number =>
  byteLength < 4 ? 0 : new DataView(buffer, byteOffset + byteLength - 4, 4).getUint32(0, true)

/** Bytes scanned at a time, a few milliseconds' work; other requests are answered in between. */
const SCANNED_AT_ONCE = 1024 * 1024

async function elementsWithin(bytes: Uint8Array, budget: Budget): Promise<number> {
  const elements = Math.min(budget.elements, FREE_ELEMENTS + Math.ceil(bytes.length / BYTES_AN_ELEMENT))
  const scan = createJsonScan({ depth: MAX_DEPTH, elements })
  for (let at = 0; at < bytes.length; at += SCANNED_AT_ONCE) {
    if (at > 0) await new Promise((resolve) => setTimeout(resolve))
    const exceeded = scan.take(bytes.subarray(at, at + SCANNED_AT_ONCE))
    if (exceeded === 'depth') throw new DomainError({ kind: 'tooDeep', of: 'body', most: MAX_DEPTH })
    if (exceeded === 'elements') throw new DomainError({ kind: 'tooManyValues', of: 'body', most: elements })
  }
  return scan.elements()
}
