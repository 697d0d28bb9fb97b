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
