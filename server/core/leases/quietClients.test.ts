import { Agent, request } from 'node:http'
import { afterEach, expect, it, vi } from 'vitest'
import { createServiceApp } from '#server/cli/routes.ts'
import { listen, type Fetch } from '#server/listen.ts'
import { createCli } from '#mocks/cli.ts'
import { testDeps, testToken } from '#testing/deps.ts'

afterEach(() => void vi.useRealTimers())

/** A service on a socket, whose clocks for connections are moved by hand. */
async function serve() {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] })
  const { deps } = testDeps()
  const token = await testToken(deps)
  let answer: Fetch = () => new Response()
  const server = await listen((request, env) => answer(request, env), { port: 0 })
  deps.settings.publicUrl = server.url
  const app = createServiceApp(deps)
  answer = (request, env) => app.fetch(request, env as object)

  /** Starts an update by a client that keeps connections as Go's transport does: at most two, last used first. */
  async function client(stack: string, headers: Record<string, string> = {}) {
    const ref = { org: 'organization', project: 'shop', stack }
    const cli = createCli({ fetch, url: server.url, token })
    await cli.initStack(ref)
    const run = await cli.start(ref)
    const agent = new Agent({ keepAlive: true, maxFreeSockets: 2, scheduling: 'lifo' })
    const renew = () =>
      new Promise<number | undefined>((done, failed) => {
        const call = request(`${server.url}${run.at}/renew_lease`, {
          agent,
          method: 'POST',
          headers: { authorization: `update-token ${run.lease}`, 'content-type': 'application/json', ...headers },
        })
        call.on('response', (response) => response.resume().on('end', () => done(response.statusCode)))
        call.on('error', failed)
        call.end(JSON.stringify({ duration: 300 }))
      })
    expect(await Promise.all([renew(), renew()])).toEqual([200, 200])
    const isDisconnected = async () => (await deps.store.read((reader) => reader.update(run.id)))?.disconnected != null
    /** As the kernel closes the connections of a killed process, or Go those idle for 90 s. */
    return { close: () => agent.destroy(), renew, isDisconnected }
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
  for (const killed of [early, forwarded, balanced]) killed.close()
  await expect.poll(early.isDisconnected, { timeout: 15_000 }).toBe(true)
  pass(57_000)
  late.close()
  await expect.poll(late.isDisconnected, { timeout: 15_000 }).toBe(true)
  const last = await client('last')
  pass(13_000)
  idle.close()
  // Killed later than the others: once this is noticed, they would have been.
  last.close()
  await expect.poll(last.isDisconnected, { timeout: 15_000 }).toBe(true)
  expect(await Promise.all([stopped, idle, forwarded, balanced].map(({ isDisconnected }) => isDisconnected()))).toEqual(
    [false, false, false, false],
  )

  stopped.close()
  await server.close()
})
