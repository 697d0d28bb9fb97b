import { nextTurn } from '../turns.ts'

/** Minimum size for compression: below it, packing takes about as long as it saves at 20 Mbit/s. */
const WORTH_GZIP_BYTES = 8 * 1024
const JSON_TYPE = { 'content-type': 'application/json' }

/** An answer that was serialized elsewhere and is passed on unchanged; parsed, it is a `T`. */
export class Rendered<T> {
  declare readonly of: T
  readonly data: Uint8Array
  readonly isGzipped: boolean

  constructor({ data, isGzipped }: RenderedBytes) {
    this.data = data
    this.isGzipped = isGzipped
  }

  /** For small answers: a large one would be parsed on this thread. */
  async value(): Promise<T> {
    return JSON.parse(await new Response(this.#plain()).text()) as T // as written by `render`
  }

  /** Returns a JSON response, compressed if the client accepts that. */
  response(request: Request, headers: Record<string, string> = {}): Response {
    const isSentGzipped = this.isGzipped && takesGzip(request)
    return new Response(isSentGzipped ? bodyOf(this.data) : this.#plain(), {
      headers: {
        ...JSON_TYPE,
        ...(this.isGzipped && { vary: 'Accept-Encoding' }),
        ...(isSentGzipped && { 'content-encoding': 'gzip' }),
        ...headers,
      },
    })
  }

  #plain(): ConstructorParameters<typeof Response>[0] {
    if (!this.isGzipped) return bodyOf(this.data)
    return new Blob([bodyOf(this.data)]).stream().pipeThrough(new DecompressionStream('gzip'))
  }
}

export type RenderedBytes = { data: Uint8Array; isGzipped: boolean }

/**
 * Serializes a value as JSON, or takes a text as it is; long ones are compressed, which reduces the cached size to a
 * tenth.
 */
export async function render(value: unknown): Promise<RenderedBytes> {
  return renderParts([new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value))])
}

/** The same for JSON that is serialized already, in parts. */
export async function renderParts(parts: readonly Uint8Array[]): Promise<RenderedBytes> {
  const plain = new Blob(parts as Uint8Array<ArrayBuffer>[])
  const isGzipped = plain.size >= WORTH_GZIP_BYTES
  const stream = isGzipped ? plain.stream().pipeThrough(new CompressionStream('gzip')) : plain.stream()
  return { data: new Uint8Array(await new Response(stream).arrayBuffer()), isGzipped }
}

/** Sends a value as JSON, compressed if that is worth it and the client accepts it. */
export async function jsonResponse(value: unknown, request: Request): Promise<Response> {
  if (value instanceof Rendered) return value.response(request)
  const text = JSON.stringify(value)
  if (text.length < WORTH_GZIP_BYTES || !takesGzip(request)) return new Response(text, { headers: JSON_TYPE })
  return new Rendered(await render(text)).response(request)
}

/** This process has no shared memory. */
const bodyOf = (data: Uint8Array): Uint8Array<ArrayBuffer> => data as Uint8Array<ArrayBuffer>

const takesGzip = (request: Request): boolean =>
  /\bgzip\b(?!\s*;\s*q=0)/i.test(request.headers.get('accept-encoding') ?? '')

/** Bytes quoted at a time, a few milliseconds' work; other requests are answered in between. */
const SLICE = 1024 * 1024

const SHORT: Readonly<Record<number, string>> = { 8: 'b', 9: 't', 10: 'n', 12: 'f', 13: 'r', 34: '"', 92: '\\' }
/** For each byte what it is in a JSON string, if not itself. */
const ESCAPES = Array.from({ length: 128 }, (_, code) => {
  const short = SHORT[code]
  if (short !== undefined) return new TextEncoder().encode(`\\${short}`)
  return code < 32 ? new TextEncoder().encode(`\\u00${code.toString(16).padStart(2, '0')}`) : undefined
})

/** A UTF-8 text as a JSON string, in parts: a long one is never quoted at once on the serving thread. */
export async function* quoted(text: Uint8Array): AsyncGenerator<Uint8Array> {
  yield new Uint8Array([34])
  for (let from = 0; from < text.byteLength; from += SLICE) {
    if (from > 0) await nextTurn()
    yield quotedSlice(text.subarray(from, from + SLICE))
  }
  yield new Uint8Array([34])
}

function quotedSlice(slice: Uint8Array): Uint8Array {
  let extra = 0
  for (const byte of slice) extra += (ESCAPES[byte]?.length ?? 1) - 1
  if (extra === 0) return slice
  const out = new Uint8Array(slice.byteLength + extra)
  let at = 0
  for (const byte of slice) {
    const escape = ESCAPES[byte]
    if (escape === undefined) out[at++] = byte
    else {
      out.set(escape, at)
      at += escape.length
    }
  }
  return out
}
