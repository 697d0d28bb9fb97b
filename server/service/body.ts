import type { z } from 'zod'
import { badRequest, CliError } from './errors.ts'

/**
 * The bytes of a request body, inflated. Stops as soon as more than `limit` bytes came out, however small the body
 * was, so that a gzip bomb costs no more than an honest body of that size.
 */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? ''
  if (encoding !== '' && encoding !== 'identity' && encoding !== 'gzip') {
    throw new CliError(
      415,
      `Unsupported Media Type: content encoding ${JSON.stringify(encoding.slice(0, 40))}; send gzip or none.`,
    )
  }
  if (request.body === null) return new Uint8Array()
  const source = encoding === 'gzip' ? request.body.pipeThrough(new DecompressionStream('gzip')) : request.body
  const reader = source.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      length += value.byteLength
      if (length > limit) throw new CliError(413, `Request Entity Too Large: at most ${limit} bytes are accepted.`)
      chunks.push(value)
    }
  } catch (error) {
    void reader.cancel().catch(() => undefined) // the rest is not wanted; its failing changes nothing
    if (error instanceof CliError) throw error
    throw badRequest('the body is not valid gzip, or was cut off.')
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
  let json: unknown
  try {
    json = bytes.byteLength === 0 ? {} : JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw badRequest('the body is not valid JSON.')
  }
  const result = schema.safeParse(json)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw badRequest(`the body does not fit: ${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'wrong shape'}.`)
}
