import { Agent, request } from 'node:http'
import { afterEach, expect, it, vi } from 'vitest'
import { createServiceApp } from '#server/cli/routes.ts'
import { type ClientConnection, connectionOf } from '#server/connection.ts'
import { listen, type Fetch } from '#server/listen.ts'
import { createCli } from '#mocks/cli.ts'
import { testDeps, testToken } from '#testing/deps.ts'

afterEach(() => void vi.useRealTimers())

/** For so long the server waits for a new connection of a client that closed its last one; twice the time, in milliseconds. */
const GRACE_OVER_MS = 4_000

/**
 * A service on a socket, whose clocks and timers for connections are moved by hand. What the system reports late (the end of an
 * answer, a closed connection) is awaited before they move, so that a busy machine changes nothing.
 */
async function serve() {
  vi.useFakeTimers({ toFake: ['performance', 'Date', 'setTimeout', 'clearTimeout'] })
  const { deps } = testDeps()
  const token = await testToken(deps)
  let answer: Fetch = () => new Response()
  const server = await listen((request, env) => answer(request, env), { port: 0 })
  deps.settings.publicUrl = server.url
  const app = createServiceApp(deps)
  const connections = new Map<string, Set<ClientConnection>>()
  answer = (request, env) => {
    const lease = request.headers.get('authorization') ?? ''
    const connection = connectionOf(env)
    if (connection) connections.set(lease, (connections.get(lease) ?? new Set()).add(connection))
    return app.fetch(request, env as object)
  }

  /** Starts an update by a client that keeps connections as Go's transport does: at most two, last used first. */
  async function client(stack: string, headers: Record<string, string> = {}) {
    const ref = { org: 'organization', project: 'shop', stack }
    const cli = createCli({ fetch, url: server.url, token })
    await cli.initStack(ref)
    const run = await cli.start(ref)
    const agent = new Agent({ keepAlive: true, maxFreeSockets: 2, scheduling: 'lifo' })
    const authorization = `update-token ${run.lease}`
    const renew = () =>
      new Promise<number | undefined>((done, failed) => {
        const call = request(`${server.url}${run.at}/renew_lease`, {
          agent,
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json', ...headers },
        })
        call.on('response', (response) => response.resume().on('end', () => done(response.statusCode)))
        call.on('error', failed)
        call.end(JSON.stringify({ duration: 300 }))
      })
    expect(await Promise.all([renew(), renew()])).toEqual([200, 200])
    const own = [...(connections.get(authorization) ?? [])]
    await expect.poll(() => own.map(({ active }) => active)).toEqual([0, 0]) // the server has recorded the end of both answers
    const isDisconnected = async () => (await deps.store.read((reader) => reader.update(run.id)))?.disconnected != null
    /** As the kernel closes the connections of a killed process, or Go those idle for 90 s; the server has noticed it. */
    const close = async () => {
      const noticed = own.map((connection) => new Promise((done) => connection.onClose(done)))
      agent.destroy()
      await Promise.all(noticed)
    }
    return { close, isDisconnected }
  }
  return { server, client, pass: (ms: number) => vi.advanceTimersByTime(ms) }
}

it('a client killed 20 s or 77 s after its last call is disconnected, but not one that is idle for 90 s or behind a proxy', async () => {
  const { server, client, pass } = await serve()
  const stopped = await client('stopped')
  const idle = await client('idle')
  const forwarded = await client('forwarded', { 'x-forwarded-for': '192.0.2.7' })
  const balanced = await client('balanced', { host: 'holdfast.example' })
  const early = await client('early')
  const late = await client('late')

  pass(20_000)
  for (const killed of [early, forwarded, balanced]) await killed.close()
  pass(GRACE_OVER_MS)
  await expect.poll(early.isDisconnected).toBe(true)
  pass(57_000 - GRACE_OVER_MS)
  await late.close()
  pass(GRACE_OVER_MS)
  await expect.poll(late.isDisconnected).toBe(true)
  const last = await client('last')
  pass(13_000 - GRACE_OVER_MS)
  await idle.close()
  // Killed later than the others: once this is noticed, they would have been.
  await last.close()
  pass(GRACE_OVER_MS)
  await expect.poll(last.isDisconnected).toBe(true)
  expect(await Promise.all([stopped, idle, forwarded, balanced].map(({ isDisconnected }) => isDisconnected()))).toEqual(
    [false, false, false, false],
  )

  await stopped.close()
  await server.close()
})
