import { request } from 'node:http'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { quietClock } from '#testing/processReadings.ts'
import { createPlayground, type Playground } from '#testing/servers/adminHarness.ts'

let playground: Playground
beforeEach(async () => void (playground = await createPlayground()))
afterEach(() => playground.clear())

it.each(['SIGTERM', 'SIGINT'] as const)(
  'a server stopped by %s notifies open consoles, finishes requests in progress, and exits cleanly within 5 s',
  async (signal) => {
    const server = await playground.serve()
    const authorization = `token ${playground.token}`
    const live = await fetch(`${server.url}/api/ui/live`, { headers: { authorization } })
    const reader = live.body?.pipeThrough(new TextDecoderStream()).getReader()
    if (reader === undefined) throw new Error('the event stream has no body')
    expect((await reader.read()).value).toContain('"hello"')

    // The server has received the head of this request and waits for the rest of its body.
    const body = JSON.stringify({ stackName: 'prod' })
    const call = request(`${server.url}/api/stacks/organization/shop`, {
      method: 'POST',
      headers: {
        authorization,
        'content-type': 'application/json',
        'content-length': body.length,
        expect: '100-continue',
      },
    })
    const answered = new Promise<number | undefined>((found, failed) => {
      call.once('response', (response) => {
        response.resume()
        found(response.statusCode)
      })
      call.once('error', failed)
    })
    call.flushHeaders()
    await new Promise((done) => call.once('continue', done))
    call.write(body.slice(0, 5))

    const tookMs = quietClock()
    const ended = server.kill(signal)
    expect((await reader.read()).value).toBe(': bye, the server stops\n\n')
    expect((await reader.read()).done).toBe(true)
    call.end(body.slice(5))
    expect(await answered).toBe(200)
    expect(await ended).toBe(0)
    expect(tookMs()).toBeLessThan(5_000)
    expect(server.output.errors).not.toMatch(/"level":(?:50|60)/)
  },
)

it('a server that is stopped does not wait for a request that never ends', async () => {
  const server = await playground.serve()
  const call = request(`${server.url}/api/stacks/organization/shop`, {
    method: 'POST',
    headers: { authorization: `token ${playground.token}`, 'content-length': 100, expect: '100-continue' },
  })
  const cut = new Promise<void>((done) => call.once('error', () => done()))
  call.flushHeaders()
  await new Promise((done) => call.once('continue', done))
  const tookMs = quietClock()
  expect(await server.kill('SIGTERM')).toBe(0)
  await cut
  expect(tookMs()).toBeLessThan(5_000)
})
