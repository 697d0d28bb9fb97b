import { createJsonScan } from '#domain/json/jsonBounds.ts'
import {
  type Budget,
  BYTES_AN_ELEMENT,
  FREE_ELEMENTS,
  FREE_INFLATED_BYTES,
  LEASE_STALLED_MS,
  LEAST_RATE,
  MAX_PACKED_BYTES,
  MAX_RATIO,
  STALLED_MS,
} from './budgets.ts'
import { MAX_DEPTH } from '../texts/limits.ts'
import type { Gunzip } from '../deps.ts'
import { DomainError } from '../errors.ts'
import { RequestError } from './requestError.ts'
import { type BodyRoom, createHold, type Hold, mostBytesOf, type Sender } from './bodyRoom.ts'

/** A host that inflates better than web streams passes its own `gunzip`: each stream costs a millisecond. */
type Host = { gunzip?: Gunzip | undefined; room: BodyRoom }

/** The body of a request, inflated, and its number of elements (`JsonBounds`). */
export type Body = { bytes: Uint8Array; elements: number }

/**
 * Reads a body within its budget, and nothing beyond: a gzip bomb costs no more than an honest body, and bodies that
 * would be costly to parse are refused before. All bodies are JSON. Call once the caller is known. The bytes count as
 * in flight until `releaseBody`. Throws `RequestError` for a body that is not read, `DomainError` for one that contains
 * too much.
 */
export async function readBody(request: Request, budget: Budget, sender: Sender, host: Host): Promise<Body> {
  const hold = createHold(host.room, sender, request.signal)
  HOLDS.set(request, hold)
  const most = mostBytesOf(sender, budget.bytes)
  const isGzip = isPacked(request)
  try {
    const sent = await readSent(request, isGzip ? Math.min(most, MAX_PACKED_BYTES) : most, sender, {
      hold,
      as: isGzip ? 'packed' : 'body',
    })
    const bytes = isGzip ? await inflated(sent, most, { ...host, hold }) : sent
    hold.arrived()
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

/** Up to this size a body is read at once, and has its room before it arrives. */
const IN_ONE_GO = 64 * 1024
/** Up to this size the parts of a body are collected: memory for the whole is taken when it has arrived. */
const COLLECTED = 4 * 1024 * 1024

type Taking = { hold: Hold; as: 'body' | 'packed' }

/** Reads the bytes as sent. Room is taken as they arrive: announcing a length takes none. */
async function readSent(request: Request, limit: number, sender: Sender, taking: Taking): Promise<Uint8Array> {
  const { hold, as } = taking
  const length = Number(request.headers.get('content-length') ?? NaN)
  if (length > limit) throw tooLarge(limit)
  const pace = createPace(sender)
  try {
    if (length <= IN_ONE_GO) {
      hold.enter(as, length)
      await hold.take(as, length)
      const whole = new Uint8Array(await Promise.race([request.arrayBuffer(), pace.tooSlow, hold.pushedOut]))
      if (whole.byteLength > limit) throw tooLarge(limit)
      return whole
    }
    const isAnnounced = length >= 0
    hold.enter(as, isAnnounced ? length : limit)
    if (!isAnnounced || length <= COLLECTED) {
      const whole = await readStream(request.body, limit, taking, pace)
      if (isAnnounced && whole.byteLength < length) throw new RequestError({ kind: 'bodyCutOff' })
      return whole
    }
    // Written into one buffer as it arrives: collected in parts, it would be in memory two or three times.
    const whole = new Uint8Array(length)
    let at = 0
    for await (const part of partsOf(request.body, length, taking, pace)) {
      whole.set(part, at)
      at += part.byteLength
    }
    if (at < length) throw new RequestError({ kind: 'bodyCutOff' })
    return whole
  } finally {
    pace.stop()
  }
}

/** Watches how fast a body arrives. `tooSlow` rejects if it is too slow; `resume` and `pause` around waiting for it. */
type Pace = { tooSlow: Promise<never>; arrived(bytes: number): void; resume(): void; pause(): void; stop(): void }

function createPace({ of }: Sender): Pace {
  const isLease = of === 'lease'
  const stalledMs = isLease ? LEASE_STALLED_MS : STALLED_MS
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(() => undefined) // not everyone waits for it
  const giveUp = () => reject(new RequestError({ kind: 'bodyTooSlow', mayRepeat: isLease }))
  let timer = setTimeout(giveUp, stalledMs)
  let [bytes, waitedMs, since] = [0, 0, performance.now()]
  return {
    tooSlow: promise,
    arrived(more) {
      bytes += more
      const s = (waitedMs + performance.now() - since - stalledMs) / 1000
      if (!isLease && bytes < s * LEAST_RATE) giveUp()
    },
    resume() {
      since = performance.now()
      clearTimeout(timer)
      timer = setTimeout(giveUp, stalledMs)
    },
    pause() {
      waitedMs += performance.now() - since
      since = performance.now()
      clearTimeout(timer)
    },
    stop: () => clearTimeout(timer),
  }
}

/** The parts of a body of at most `limit` bytes as they arrive, each once there is room for it. */
async function* partsOf(
  body: ReadableStream<Uint8Array> | null,
  limit: number,
  { hold, as }: Taking,
  pace?: Pace,
): AsyncGenerator<Uint8Array, void> {
  if (body === null) return
  const reader = body.getReader()
  let isWhole = false
  let length = 0
  try {
    while (true) {
      pace?.resume()
      const read = reader.read()
      const next = await (pace === undefined ? read : Promise.race([read, pace.tooSlow, hold.pushedOut]))
      pace?.pause()
      isWhole = next.done
      if (next.done) return
      // Before room is taken: the share of a user is no larger than a body may be.
      length += next.value.byteLength
      if (length > limit) throw tooLarge(limit)
      pace?.arrived(next.value.byteLength)
      await hold.take(as, next.value.byteLength)
      yield next.value
    }
  } finally {
    if (!isWhole) void reader.cancel().catch(() => undefined) // the rest is not needed; a failure to cancel does not matter
  }
}

/** Reads a body of at most `limit` bytes, and collects its parts. */
async function readStream(
  body: ReadableStream<Uint8Array> | null,
  limit: number,
  taking: Taking,
  pace?: Pace,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of partsOf(body, limit, taking, pace)) {
    length += chunk.byteLength
    chunks.push(chunk)
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
    hold.enter('body', most)
    return readStream(stream, most, { hold, as: 'body' })
  }
  hold.enter('body', size)
  await hold.take('body', size)
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
