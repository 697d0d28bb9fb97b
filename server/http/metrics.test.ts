import { describe, expect, it } from 'vitest'
import { createCli } from '#mocks/cli.ts'
import { CACHE_BUDGET } from '../caches.ts'
import { createClock, testDeps, testToken } from '#testing/deps.ts'
import { createApp } from '../app.ts'
import { listen } from '../listen.ts'
import { createMetrics } from '../metrics.ts'
import { createToken } from '../core/access/credentials.ts'
import { closeExpired } from '../core/updates/ends.ts'
import { firstUser } from '../core/access/firstUser.ts'
import { measureStore } from '../store/measured.ts'
import { createMemoryStore } from '#server/adapters/memory/memoryStore.ts'

const PROD = { org: 'organization', project: 'shop', stack: 'the-secret-project' }

/** The app on a measured store, as main sets it up; `from` is the caller's address. */
async function service(options: { publicUrl?: string } = {}) {
  const clock = createClock()
  const metrics = createMetrics({
    host: () => [{ name: 'process_uptime_seconds', help: 'Since the start.', kind: 'gauge', values: [{ value: 12 }] }],
  })
  const store = measureStore(createMemoryStore({ clock: clock.now }), metrics)
  const { deps } = testDeps({ ...options, clock, store })
  const token = await testToken(deps)
  const app = createApp(deps, undefined, metrics)
  const ask = (headers: Record<string, string> = {}, from = '127.0.0.1', url = 'http://localhost:8080') =>
    app.fetch(new Request(`${url}/metrics`, { headers }), { incoming: { socket: { remoteAddress: from } } })
  const cli = createCli({ fetch: (request) => app.fetch(request), url: 'http://localhost:8080', token })
  /** The value of a line that starts like this. */
  const value = async (start: string) => {
    const found = (await (await ask()).text()).split('\n').find((line) => line.startsWith(`${start} `))
    return found === undefined ? undefined : Number(found.slice(start.length + 1))
  }
  return { app, deps, clock, token, ask, cli, value }
}

describe('/metrics shows', () => {
  it('leases by their verdict, orphaned updates, journal entries, and refused starts', async () => {
    const { cli, clock, deps, value } = await service()
    await cli.initStack(PROD)
    const run = await cli.start(PROD)
    await run.does('creating', { type: 'aws:s3/bucket:Bucket', name: 'made' })
    await expect(cli.start(PROD)).rejects.toMatchObject({ status: 409 })
    expect(await value('holdfast_leases{verdict="alive"}')).toBe(1)
    expect(await value('holdfast_journal_entries_total')).toBe(2)
    expect(await value('holdfast_refused_starts_total')).toBe(1)
    clock.advance(250_000)
    expect(await value('holdfast_leases{verdict="alive"}')).toBe(0)
    expect(await value('holdfast_leases{verdict="notResponding"}')).toBe(1)
    clock.advance(60_000)
    await closeExpired(deps)
    expect(await value('holdfast_leases{verdict="notResponding"}')).toBe(0)
    expect(await value('holdfast_orphans')).toBe(1)
  })

  it('how far the stored states are behind the journals', async () => {
    const { cli, clock, value } = await service()
    await cli.initStack(PROD)
    const lag = async () => [await value('holdfast_journal_lag_entries'), await value('holdfast_journal_lag_seconds')]
    const run = await cli.start(PROD)
    expect(await lag()).toEqual([0, 0])
    await run.does('creating', { type: 'aws:s3/bucket:Bucket', name: 'first' })
    clock.advance(20_000)
    await run.does('creating', { type: 'aws:s3/bucket:Bucket', name: 'second' })
    clock.advance(10_000)
    expect(await lag()).toEqual([4, 30])
    await run.complete('succeeded')
    expect(await lag()).toEqual([0, 0])
  })

  it('requests by pattern, method and status, and the time spent in them and in the store', async () => {
    const { app, cli, value, ask } = await service()
    await cli.initStack(PROD)
    for (let n = 0; n < 3; n++) await cli.exportState(PROD)
    await app.fetch(new Request('http://localhost:8080/api/nothing/of/ours', { method: 'BREW' }))
    await app.fetch(new Request('http://localhost:8080/some/page/of-the-console'))
    const name = 'holdfast_http_request_duration_seconds'
    const labels = 'route="/api/stacks/:org/:project/:stack/export",method="GET",status="200"'
    expect(await value(`${name}_count{${labels}}`)).toBe(3)
    expect(await value(`${name}_bucket{${labels},le="+Inf"}`)).toBe(3)
    expect(await value(`${name}_bucket{${labels},le="10"}`)).toBe(3)
    expect(await value(`${name}_count{route="/api/*",method="other",status="404"}`)).toBe(1)
    expect(await value(`${name}_count{route="/*",method="GET",status="404"}`)).toBe(1)
    expect(await value('holdfast_store_duration_seconds_count{operation="write"}')).toBeGreaterThan(0)
    expect(await value('process_uptime_seconds')).toBe(12)
    const text = await (await ask()).text()
    expect(text).not.toContain(PROD.stack)
    // Every line conforms to Prometheus' text format 0.0.4.
    const series = /^(?:# (?:HELP|TYPE) [a-z_]+ .+|[a-z_]+(?:\{[a-z]+="[^"\n]*"(?:,[a-z]+="[^"\n]*")*\})? [0-9.e+-]+)$/
    for (const line of text.trimEnd().split('\n')) expect(line).toMatch(series)
  })

  it('open consoles, but no other listeners to live news', async () => {
    const { deps, app, token, value } = await service()
    const headers = { authorization: `token ${token}` }
    const open = async () => (await app.fetch(new Request('http://localhost:8080/api/ui/live', { headers }))).body
    const consoles = [await open(), await open()]
    deps.bus.subscribe(() => {})
    expect(await value('holdfast_live_listeners')).toBe(2)
    await consoles[0]?.cancel()
    expect(await value('holdfast_live_listeners')).toBe(1)
    for (let i = 0; i < 2000; i++) deps.bus.publish({ type: 'tokens' }) // ends a stream that is not read
    await consoles[1]?.cancel()
    expect(await value('holdfast_live_listeners')).toBe(0)
  })

  it('the size of the caches, and their budget', async () => {
    const { deps, value } = await service()
    deps.caches.states.set('hash', { value: {}, bytes: 1234 })
    expect(await value('holdfast_cache_entries{cache="states"}')).toBe(1)
    expect(await value('holdfast_cache_bytes{cache="states"}')).toBe(1234)
    for (const [name, bytes] of Object.entries(CACHE_BUDGET)) {
      expect(await value(`holdfast_cache_budget_bytes{cache="${name}"}`)).toBe(bytes)
    }
    expect(await value('holdfast_cache_bytes{cache="working"}')).toBe(0)
  })

  it('nothing from a transaction that was rolled back', async () => {
    const { deps, cli, value } = await service()
    await cli.initStack(PROD)
    const run = await cli.start(PROD)
    const rolledBack = deps.store.write(async (writer) => {
      await writer.appendJournal(run.id, [{ sequenceID: 1, operationID: 1, kind: 0, text: '{}' }], 1)
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    expect(await value('holdfast_journal_entries_total')).toBe(0)
  })
})

describe('/metrics is open to', () => {
  it('anyone on this machine', async () => {
    const { ask } = await service()
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
      const response = await ask({}, address)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    }
  })

  it('no one from elsewhere, through a proxy, or under another name', async () => {
    const { ask } = await service()
    expect((await ask({}, '10.0.0.7')).status).toBe(401)
    expect((await ask({ 'x-forwarded-for': '127.0.0.1' })).status).toBe(401)
    expect((await ask({}, '127.0.0.1', 'http://rebound.example')).status).toBe(401)
    expect((await (await service({ publicUrl: 'https://holdfast.example.org' })).ask()).status).toBe(401)
  })

  it('a token from anywhere; one of scope metrics opens nothing else, not even the console', async () => {
    const { app, ask, deps, token } = await service({ publicUrl: 'https://holdfast.example.org' })
    expect((await ask({ authorization: `token ${token}` }, '10.0.0.7')).status).toBe(200)
    expect((await ask({ authorization: 'token hf_wrong' })).status).toBe(401)
    const user = await firstUser(deps)
    const { value } = await deps.store.write((writer) =>
      createToken(deps, writer, { userId: user.id, name: 'prometheus', source: 'terminal', scope: 'metrics' }),
    )
    const authorization = `token ${value}`
    expect((await ask({ authorization }, '10.0.0.7')).status).toBe(200)
    for (const path of ['/api/user', '/api/user/stacks', '/api/ui/session', '/api/ui/stacks', '/api/ui/live']) {
      const refused = await app.fetch(new Request(`http://test${path}`, { headers: { authorization } }))
      expect([path, refused.status]).toEqual([path, 403])
    }
    const body = JSON.stringify({ token: value })
    const headers = { 'content-type': 'application/json' }
    const signIn = await app.fetch(new Request('http://test/api/ui/session', { method: 'POST', headers, body }))
    expect(signIn.status).toBe(403)
    expect(signIn.headers.get('set-cookie')).toBeNull()
    expect(await signIn.json()).toMatchObject({ detail: expect.stringContaining('for /metrics alone') })
  })

  it('a caller with a real connection on loopback', async () => {
    const { app } = await service()
    const server = await listen(app.fetch, { port: 0 })
    try {
      expect((await fetch(`http://127.0.0.1:${server.port}/metrics`)).status).toBe(200)
      expect((await fetch(`http://[::1]:${server.port}/metrics`)).status).toBe(200)
    } finally {
      await server.close()
    }
  })
})
