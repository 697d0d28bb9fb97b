import { expect, it } from 'vitest'
import { jsonResponse, render, Rendered } from './rendered.ts'

const long = { names: Array.from({ length: 20_000 }, (_, at) => `bucket-${at}`) }
const rendered = async () => new Rendered<typeof long>(await render(long))
const asked = (accepted?: string) =>
  new Request('http://test/', { headers: accepted === undefined ? {} : { 'accept-encoding': accepted } })

it('a rendered value is sent compressed as it is to a client that accepts gzip', async () => {
  const answer = await rendered()
  const response = answer.response(asked('br, gzip'))
  expect(response.headers.get('content-encoding')).toBe('gzip')
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(answer.data)
  expect(answer.data.byteLength).toBeLessThan(JSON.stringify(long).length / 3)
})

it.each([undefined, 'identity', 'gzip;q=0'])(
  'a rendered value is sent uncompressed to a client that accepts %s',
  async (accepted) => {
    const response = (await rendered()).response(asked(accepted))
    expect(response.headers.get('content-encoding')).toBeNull()
    expect(response.headers.get('vary')).toBe('Accept-Encoding')
    expect(await response.json()).toEqual(long)
  },
)

it('a rendered value is read back unchanged, long or short', async () => {
  expect(await (await rendered()).value()).toEqual(long)
  const short = await render({ type: 'service' })
  expect(short.isGzipped).toBe(false)
  expect(await new Rendered(short).value()).toEqual({ type: 'service' })
})

it('an answer of more than 8 kB is compressed for a client that accepts gzip', async () => {
  const packed = await jsonResponse(long, asked('gzip'))
  expect(packed.headers.get('content-encoding')).toBe('gzip')
  expect(await new Response(packed.body?.pipeThrough(new DecompressionStream('gzip'))).json()).toEqual(long)
  expect((await jsonResponse(long, asked())).headers.get('content-encoding')).toBeNull()
  const short = await jsonResponse({ ok: true }, asked('gzip'))
  expect([short.headers.get('content-encoding'), await short.json()]).toEqual([null, { ok: true }])
})

it('a text is passed through unchanged', async () => {
  const text = await new Rendered(await render('{ "a": 1 }')).response(asked()).text()
  expect(text).toBe('{ "a": 1 }')
})
