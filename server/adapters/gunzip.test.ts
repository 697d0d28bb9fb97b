import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readBody } from '#server/http/body.ts'
import { RequestError } from '#server/http/requestError.ts'
import { createBodyRoom } from '#server/http/bodyRoom.ts'
import { gunzip } from './gunzip.ts'

const MEGABYTE = 1024 * 1024
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8')

/** The body as a server receives it: with a Content-Length, or chunked. */
const request = (body: Uint8Array, { hasLength, encoding = 'gzip' }: { hasLength: boolean; encoding?: string }) =>
  new Request('http://test/', {
    method: 'POST',
    body: new Uint8Array(body),
    headers: { 'content-encoding': encoding, ...(hasLength ? { 'content-length': String(body.byteLength) } : {}) },
  })

const within = (bytes: number) => ({ bytes, elements: 1_000_000 })
const host = (inflate: typeof gunzip | undefined) => ({ gunzip: inflate, room: createBodyRoom(100 * MEGABYTE) })

function sayingLess(packed: Buffer): Buffer {
  packed.writeUInt32LE(10, packed.length - 4)
  return packed
}

/** Which of the two it is depends on the implementation. */
const DAMAGED = ['gzipDamaged', 'gzipOverrun']

describe.each([
  ['its length sent beforehand, inflated by Node', { hasLength: true }, gunzip],
  ['its length sent beforehand, inflated by web streams', { hasLength: true }, undefined],
  ['its length not sent', { hasLength: false }, gunzip],
] as const)('a body with %s', (_, how, inflate) => {
  const read = async (body: Uint8Array, limit = MEGABYTE) =>
    (await readBody(request(body, how), within(limit), { of: 'lease' }, host(inflate))).bytes

  it.each([10, 900_000])('is decompressed unchanged when it has %d bytes', async (size) => {
    const body = Array.from({ length: size / 10 }, (_value, index) => String(index).padStart(10)).join('')
    expect(text(await read(gzipSync(body)))).toBe(body)
  })

  it('is refused when the output exceeds the limit, and accepted at exactly the limit', async () => {
    expect(await read(gzipSync(Buffer.alloc(1000)), 1000)).toHaveLength(1000)
    await expect(read(gzipSync(Buffer.alloc(1001)), 1000)).rejects.toMatchObject({ refusal: { kind: 'bodyTooLarge' } })
    await expect(read(gzipSync(Buffer.alloc(64 * MEGABYTE)))).rejects.toMatchObject({
      refusal: { kind: 'bodyTooLarge' },
    })
  })

  it('is refused when it inflates to 200 times its size or more, except for the first MiB', async () => {
    const blanks = gzipSync(Buffer.alloc(8 * MEGABYTE))
    await expect(read(blanks, 100 * MEGABYTE)).rejects.toMatchObject({ refusal: { kind: 'gzipTooDense' } })
    expect(await read(gzipSync(Buffer.alloc(MEGABYTE - 1)), 100 * MEGABYTE)).toHaveLength(MEGABYTE - 1)
  })

  it.each([
    // The last bytes, which should hold the length, are arbitrary.
    ['is truncated', gzipSync('x'.repeat(1000)).subarray(0, 20), ['gzipDamaged', 'bodyTooLarge', 'gzipTooDense']],
    ['is not gzip', Buffer.from('{"entries":[]}'), ['gzipDamaged']],
    ['is larger than its header says', sayingLess(gzipSync('x'.repeat(1000))), DAMAGED],
    ['has several members', Buffer.concat([gzipSync('x'.repeat(1000)), gzipSync('{}')]), DAMAGED],
  ])('is refused when it %s', async (_what, body, kinds) => {
    const refused = await read(body).catch((error: unknown) => error)
    expect(kinds).toContain(refused instanceof RequestError ? refused.refusal.kind : refused)
  })
})

it('a plain body that is longer than announced is refused beyond the limit', async () => {
  const lying = new Request('http://test/', {
    method: 'POST',
    body: 'x'.repeat(2000),
    headers: { 'content-length': '10' },
  })
  await expect(readBody(lying, within(1000), { of: 'lease' }, host(gunzip))).rejects.toMatchObject({
    refusal: { kind: 'bodyTooLarge' },
  })
})
