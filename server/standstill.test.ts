import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Listening, listen } from './listen.ts'

const TIMES = { headersMs: 200, checkedEveryMs: 20 }

let service: Listening
let client: Socket
beforeEach(async () => {
  service = await listen(() => new Response('hello'), { host: '127.0.0.1', port: 0, ...TIMES })
  client = connect(service.port, '127.0.0.1')
  await new Promise((done) => client.once('connect', done))
})
afterEach(async () => {
  client.destroy()
  await service.close()
})

/** Everything that the server sends until it closes the connection, or until `end` occurs in it. */
const received = (end?: string) =>
  new Promise<string>((done) => {
    let text = ''
    client.on('data', (bytes: Buffer) => {
      text += bytes.toString()
      if (end !== undefined && text.includes(end)) done(text)
    })
    client.once('close', () => done(text))
  })

/** Lets no event be handled for a time, as for a process that is stopped. */
const standStill = (ms: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

it('a request that arrived in time is answered, although the process stood still beyond the limit', async () => {
  const answer = received('hello')
  // The server knows the connection before it stands still.
  await expect.poll(() => client.readyState).toBe('open')
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  standStill(3 * TIMES.headersMs)
  expect(await answer).toMatch(/^HTTP\/1\.1 200 /)
})

it('a client that sends nothing more is refused after the limit, also after a standstill', async () => {
  const answer = received()
  client.write('GET / HTTP/1.1\r\nHost: ')
  standStill(3 * TIMES.headersMs)
  expect(await answer).toMatch(/^HTTP\/1\.1 408 Request Timeout/)
})

it.each([
  ['too slow', 'GET / HTTP/1.1\r\n', '408 Request Timeout'],
  ['not HTTP', 'hello\r\n\r\n', '400 Bad Request'],
  ['headers beyond the limit', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, '431 Request Header Fields'],
])('a request that is %s is refused as by Node itself', async (_, text, status) => {
  const answer = received()
  client.write(text)
  expect(await answer).toContain(`HTTP/1.1 ${status}`)
})
