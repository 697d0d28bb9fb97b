import type { z } from 'zod'
import { createDepthScan } from '#domain/jsonDepth.ts'
import { badRequest, CliError } from './errors.ts'

/** Inflates; undefined when more than `limit` bytes would come out. Throws for what is no gzip. */
export type Gunzip = (packed: Uint8Array, limit: number) => Promise<Uint8Array | undefined>

/**
 * A state nests some ten deep. Of a journal entry that could be read and stored but not be written as a part of a state,
 * its update would never end.
 */
const MOST_DEPTH = 500

/**
 * The bytes of a request body, inflated; all of ours are JSON, and one that nests beyond reason is refused. Stops as soon
 * as more than `limit` bytes came out, however small the body was, so that a gzip bomb costs no more than an honest body
 * of that size. A host that inflates better than web streams do passes its own `gunzip`: a client sends hundreds of small
 * bodies an update, and each stream costs a millisecond.
 */
export async function readBytes(request: Request, limit: number, gunzip?: Gunzip): Promise<Uint8Array> {
  const bytes = await inflated(request, limit, gunzip)
  if (await isTooDeep(bytes)) throw badRequest(`the body nests more than ${MOST_DEPTH} objects and lists.`)
  return bytes
}

/** A few milliseconds' worth: between them, others are answered. */
const LOOKED_AT_ONCE = 1024 * 1024

async function isTooDeep(bytes: Uint8Array): Promise<boolean> {
  const scan = createDepthScan(MOST_DEPTH)
  for (let at = 0; at < bytes.length; at += LOOKED_AT_ONCE) {
    if (at > 0) await new Promise((resolve) => setTimeout(resolve))
    if (scan(bytes.subarray(at, at + LOOKED_AT_ONCE))) return true
  }
  return false
}

async function inflated(request: Request, limit: number, gunzip?: Gunzip): Promise<Uint8Array> {
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? ''
  if (encoding !== '' && encoding !== 'identity' && encoding !== 'gzip') {
    throw new CliError(
      415,
      `Unsupported Media Type: content encoding ${JSON.stringify(encoding.slice(0, 40))}; send gzip or none.`,
    )
  }
  const isGzip = encoding === 'gzip'
  try {
    const length = Number(request.headers.get('content-length') ?? NaN)
    if (!isGzip && length <= limit && length >= LARGE_BYTES) return await readLarge(request, length)
    if (length <= limit && (gunzip !== undefined || !isGzip)) {
      const sent = new Uint8Array(await request.arrayBuffer())
      const whole = isGzip && gunzip !== undefined ? await gunzip(sent, limit) : sent
      if (whole === undefined || whole.byteLength > limit) throw tooLarge(limit)
      return whole
    }
    return await readStream(request, isGzip, limit)
  } catch (error) {
    if (error instanceof CliError) throw error
    throw badRequest('the body is not valid gzip, or was cut off.')
  }
}

const tooLarge = (limit: number) => new CliError(413, `Request Entity Too Large: at most ${limit} bytes are accepted.`)

/** From here on a body is put where it belongs as it comes: as one of many parts, it would be in memory two or three times. */
const LARGE_BYTES = 1024 * 1024

async function readLarge({ body }: Request, length: number): Promise<Uint8Array> {
  const whole = new Uint8Array(length)
  let at = 0
  for await (const part of body ?? []) {
    whole.set(part, at) // throws when there is more than was told
    at += part.byteLength
  }
  if (at < length) throw badRequest('the body was cut off.')
  return whole
}

/** Without a length that was told beforehand, as the bytes come. */
async function readStream({ body }: Request, isGzip: boolean, limit: number): Promise<Uint8Array> {
  if (body === null) return new Uint8Array()
  const reader = (isGzip ? body.pipeThrough(new DecompressionStream('gzip')) : body).getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      length += value.byteLength
      if (length > limit) throw tooLarge(limit)
      chunks.push(value)
    }
  } catch (error) {
    void reader.cancel().catch(() => undefined) // the rest is not wanted; its failing changes nothing
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

/** Parses JSON and checks the parts that the server relies on; everything else in it is kept by those who store it. */
export function parseJson<Schema extends z.ZodType>(bytes: Uint8Array, schema: Schema): z.output<Schema> {
  return fitted(jsonOf(bytes), schema)
}

/** Nothing is an empty object. */
export function jsonOf(bytes: Uint8Array): unknown {
  try {
    return bytes.byteLength === 0 ? {} : JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw badRequest('the body is not valid JSON.')
  }
}

/** What the server relies on of a parsed body; refused when it is not so. */
export function fitted<Schema extends z.ZodType>(json: unknown, schema: Schema): z.output<Schema> {
  const result = schema.safeParse(json)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw badRequest(`the body does not fit: ${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'wrong shape'}.`)
}
