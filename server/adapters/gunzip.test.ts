import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readBytes } from '#server/service/body.ts'
import { gunzip } from './gunzip.ts'

const MEGABYTE = 1024 * 1024
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8')

/** As a server gets it: with its length told beforehand, or in chunks. */
const request = (body: Uint8Array, { told, encoding = 'gzip' }: { told: boolean; encoding?: string }) =>
  new Request('http://test/', {
    method: 'POST',
    body: new Uint8Array(body),
    headers: { 'content-encoding': encoding, ...(told ? { 'content-length': String(body.byteLength) } : {}) },
  })

describe.each([
  ['its length told beforehand, inflated by Node', { told: true }, gunzip],
  ['its length told beforehand, inflated by web streams', { told: true }, undefined],
  ['its length not told', { told: false }, gunzip],
] as const)('a body with %s', (_, how, inflate) => {
  const read = (body: Uint8Array, limit = MEGABYTE) => readBytes(request(body, how), limit, inflate)

  it.each([10, 900_000])('of %d bytes comes out as it went in', async (size) => {
    const body = Array.from({ length: size / 10 }, (_value, index) => String(index).padStart(10)).join('')
    expect(text(await read(gzipSync(body)))).toBe(body)
  })

  it('is refused when more than the limit comes out, and taken when it is exactly the limit', async () => {
    expect(await read(gzipSync(Buffer.alloc(1000)), 1000)).toHaveLength(1000)
    await expect(read(gzipSync(Buffer.alloc(1001)), 1000)).rejects.toMatchObject({ status: 413 })
    await expect(read(gzipSync(Buffer.alloc(64 * MEGABYTE)))).rejects.toMatchObject({ status: 413 })
  })

  it.each([
    ['is cut off', gzipSync('x'.repeat(1000)).subarray(0, 20)],
    ['is no gzip at all', Buffer.from('{"entries":[]}')],
  ])('is refused when it %s', async (_what, body) => {
    await expect(read(body)).rejects.toMatchObject({ status: 400 })
  })
})

it('a plain body longer than it was said to be is refused beyond the limit', async () => {
  const lying = new Request('http://test/', {
    method: 'POST',
    body: 'x'.repeat(2000),
    headers: { 'content-length': '10' },
  })
  await expect(readBytes(lying, 1000, gunzip)).rejects.toMatchObject({ status: 413 })
})
