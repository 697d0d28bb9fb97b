import { afterEach, describe, expect, it, vi } from 'vitest'
import { LiveEvent } from '#contract/events.ts'
import { hashSecret } from '../secretValue.ts'
import { createHarness, type Harness } from '#testing/consoleHarness.ts'

afterEach(() => void vi.useRealTimers())

async function listen({ ui, token }: Harness, authorization = `token ${token}`) {
  const abort = new AbortController()
  const request = new Request('http://localhost/api/ui/live', { headers: { authorization }, signal: abort.signal })
  const response = await ui.fetch(request)
  const reader = response.body?.getReader()
  const next = async () => {
    const bytes = (await reader?.read())?.value
    return bytes && new TextDecoder().decode(bytes)
  }
  const event = async () => LiveEvent.parse(JSON.parse((await next())?.replace(/^data: /, '') ?? ''))
  return { response, next, event, abort, reader }
}

const PROD = { org: 'organization', project: 'shop', stack: 'prod' }

describe('the event stream', () => {
  it('starts with the number of the last event, and continues without a gap', async () => {
    const harness = await createHarness()
    harness.deps.bus.publish({ type: 'tokens' })
    const { response, event } = await listen(harness)
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    expect(await event()).toEqual({ type: 'hello', seq: 1, now: harness.now() })
    harness.deps.bus.publish({ type: 'stack', stack: PROD, what: 'created' })
    harness.deps.bus.publish({ type: 'tokens' })
    expect([await event(), await event()]).toEqual([
      { type: 'stack', seq: 2, stack: PROD, what: 'created' },
      { type: 'tokens', seq: 3 },
    ])
  })

  it('leaves nothing behind when the page closes', async () => {
    const harness = await createHarness()
    const first = await listen(harness)
    const second = await listen(harness)
    expect(harness.deps.bus.listeners()).toBe(2)
    await first.event()
    first.abort.abort()
    expect(await first.next()).toBeUndefined()
    await second.reader?.cancel()
    expect(harness.deps.bus.listeners()).toBe(0)
  })

  it('sends a heartbeat every 15 seconds with the latest number', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const harness = await createHarness()
    const { event } = await listen(harness)
    await event()
    vi.advanceTimersByTime(15_000)
    expect(await event()).toEqual({ type: 'heartbeat', seq: 0 })
    harness.deps.bus.publish({ type: 'tokens' })
    await event()
    vi.advanceTimersByTime(15_000)
    expect(await event()).toEqual({ type: 'heartbeat', seq: 1 })
  })

  it('ends when the token is revoked', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const harness = await createHarness()
    const { event, next } = await listen(harness)
    await event()
    await harness.deps.store.write(async (writer) => {
      const row = await writer.tokenByHash(hashSecret(harness.token))
      if (row) await writer.patchToken(row.id, { revokedAt: harness.now() })
    })
    vi.advanceTimersByTime(15_000)
    expect(await next()).toBeUndefined()
    expect(harness.deps.bus.listeners()).toBe(0)
  })

  it('disconnects a page that does not read', async () => {
    const harness = await createHarness()
    await listen(harness)
    for (let i = 0; i < 2000; i++) harness.deps.bus.publish({ type: 'tokens' })
    expect(harness.deps.bus.listeners()).toBe(0)
  })

  it('ends once for a page that reads too slowly when the server stops', async () => {
    const harness = await createHarness()
    const stopping = new AbortController()
    harness.deps.stopping = stopping.signal
    const { next } = await listen(harness)
    for (let i = 1; i < 1000; i++) harness.deps.bus.publish({ type: 'tokens' })
    expect(harness.deps.bus.listeners()).toBe(1)
    stopping.abort() // an error in a listener of this signal would terminate the process
    expect(harness.deps.bus.listeners()).toBe(0)
    let count = 0
    while ((await next()) !== undefined) count++
    expect(count).toBe(1000)
  })

  it.each([
    ['before its stream began; the server stops later', true],
    ['before its stream began, while the server stops', false],
  ])('sends no event for a request that ended %s', async (_, isStoppedLater) => {
    const harness = await createHarness()
    const stopping = new AbortController()
    harness.deps.stopping = stopping.signal
    if (!isStoppedLater) stopping.abort()
    const headers = { authorization: `token ${harness.token}` }
    const request = new Request('http://localhost/api/ui/live', { headers, signal: AbortSignal.abort() })
    const reader = (await harness.ui.fetch(request)).body?.getReader()
    stopping.abort()
    expect(await reader?.read()).toEqual({ done: true, value: undefined })
    expect(harness.deps.bus.listeners()).toBe(0)
  })

  it('reports what the CLI does', async () => {
    const harness = await createHarness()
    const { event } = await listen(harness)
    await event()
    await harness.cli.createStack('organization/shop/prod')
    expect(await event()).toMatchObject({ type: 'stack', stack: PROD, what: 'created' })
  })
})
