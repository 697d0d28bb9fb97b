import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Source } from './liveConnection.ts'
import { startLive } from './liveSharing.ts'
import { useLiveState } from './liveState.ts'
import { sessionQueries } from '../session.ts'

type Hold = () => Promise<void>
type Request = { hold: Hold; resolve: () => void; reject: (error: Error) => void }

/**
 * What the browser's lock manager does: one holder at a time, the rest in a row, or robbed. A lock is granted some time
 * before its holder is called; an abort in between comes too late.
 */
class Locks {
  #row: Request[] = []
  #holder: Request | undefined

  request(_: string, { signal, steal = false }: { signal?: AbortSignal; steal?: boolean }, hold: Hold): Promise<void> {
    return new Promise((resolve, reject) => {
      const request = { hold, resolve, reject }
      if (steal) {
        this.#holder?.reject(new DOMException('stolen', 'AbortError'))
        this.#holder = undefined
        this.#row.unshift(request)
      } else this.#row.push(request)
      signal?.addEventListener('abort', () => {
        if (!this.#row.includes(request)) return
        this.#row = this.#row.filter((other) => other !== request)
        reject(new DOMException('aborted', 'AbortError'))
      })
      this.#grant()
    })
  }

  #grant(): void {
    const request = this.#holder ? undefined : this.#row.shift()
    if (!request) return
    this.#holder = request
    setImmediate(() => void this.#call(request))
  }

  async #call(request: Request): Promise<void> {
    await request.hold()
    request.resolve()
    if (this.#holder !== request) return
    this.#holder = undefined
    this.#grant()
  }
}

type Opened = { source: EventSource; isClosed: boolean }
let opened: Opened[]
const deps = {
  open: (): Source => {
    const entry: Opened = {
      source: { close: () => (entry.isClosed = true) } as unknown as EventSource,
      isClosed: false,
    }
    opened.push(entry)
    return entry.source
  },
  now: Date.now,
}
const say = (event: object) =>
  opened.at(-1)?.source.onmessage?.(new MessageEvent('message', { data: JSON.stringify(event) }))

const tab = () => {
  const client = new QueryClient()
  const { queryKey } = sessionQueries.tokens()
  client.setQueryData(queryKey, { tokens: [] })
  const stop = startLive(client, { deps })
  return { stop, isStale: () => client.getQueryState(queryKey)?.isInvalidated === true }
}

let locks: Locks
beforeEach(() => {
  opened = []
  locks = new Locks()
  vi.stubGlobal('navigator', { locks })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('keeps one connection for all tabs, and every tab receives the events', async () => {
  const tabs = [tab(), tab(), tab()]
  await expect.poll(() => opened).toHaveLength(1)
  say({ type: 'hello', seq: 1, now: Date.now() })
  say({ type: 'tokens', seq: 2 })
  await expect.poll(() => tabs.map(({ isStale }) => isStale())).toEqual([true, true, true])
  expect(opened).toHaveLength(1)
  for (const { stop } of tabs) stop()
})

it('passes the connection on when its tab is closed, and the others fetch what they missed', async () => {
  const [first, second] = [tab(), tab()]
  await expect.poll(() => opened).toHaveLength(1)
  say({ type: 'hello', seq: 5, now: Date.now() })
  await new Promise((resolve) => setImmediate(resolve))
  first.stop()
  await expect.poll(() => opened).toHaveLength(2)
  expect(opened[0]?.isClosed).toBe(true)
  expect(second.isStale()).toBe(false)
  say({ type: 'hello', seq: 9, now: Date.now() })
  await expect.poll(() => second.isStale()).toBe(true)
  second.stop()
})

it('informs a later tab that the connection is live', async () => {
  const first = tab()
  await expect.poll(() => opened).toHaveLength(1)
  opened[0]?.source.onopen?.(new Event('open'))
  useLiveState.setState({ state: 'reconnecting' }) // every tab has a store of its own; here they share one
  const second = tab()
  await expect.poll(() => useLiveState.getState().state).toBe('live')
  first.stop()
  second.stop()
})

it('keeps its own connection when the browser has no locks', async () => {
  vi.stubGlobal('navigator', {})
  const tabs = [tab(), tab()]
  expect(opened).toHaveLength(2)
  for (const { stop } of tabs) stop()
  expect(opened.every(({ isClosed }) => isClosed)).toBe(true)
})

it('releases the lock at once when it is granted to a tab that just stopped', async () => {
  tab().stop() // granted already, but not called yet
  const second = tab()
  await expect.poll(() => opened).toHaveLength(1)
  say({ type: 'hello', seq: 1, now: Date.now() })
  say({ type: 'tokens', seq: 2 })
  await expect.poll(() => second.isStale()).toBe(true)
  expect(opened).toMatchObject([{ isClosed: false }])
  second.stop()
})

describe('the lock that one tab holds for the connection', () => {
  const NAME = 'holdfast-live'
  /** Until it is called, messages and calls of the lock manager have had their turn. */
  const settle = async () => {
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }
  const seconds = async (count: number) => {
    for (let second = 0; second < count; second += 1) {
      vi.advanceTimersByTime(1000)
      await settle()
    }
  }
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))

  it('is taken over when the holder does not answer', async () => {
    const robbed = locks.request(NAME, {}, () => new Promise(() => undefined))
    robbed.catch(() => undefined)
    const first = tab()
    await seconds(10)
    expect(opened).toHaveLength(1)
    await expect(robbed).rejects.toThrow('stolen')
    first.stop()
  })

  it('is left alone when the holder answers, however long it is idle', async () => {
    const tabs = [tab(), tab(), tab()]
    await seconds(60)
    expect(opened).toHaveLength(1)
    for (const { stop } of tabs) stop()
  })

  it('is taken over when the holder answered once and then stopped', async () => {
    const channel = new BroadcastChannel(NAME)
    const robbed = locks.request(NAME, {}, () => new Promise(() => undefined))
    robbed.catch(() => undefined)
    const first = tab()
    channel.postMessage({ type: 'itIs', state: { state: 'live' }, seq: 3 })
    await settle()
    expect(useLiveState.getState().state).toBe('live')
    await seconds(10)
    expect(opened).toHaveLength(1)
    first.stop()
    channel.close()
  })

  it('is left alone when the holder has read newer events than this tab, which refetches everything', async () => {
    const channel = new BroadcastChannel(NAME)
    const isOver = Promise.withResolvers<void>()
    const held = locks.request(NAME, {}, () => isOver.promise)
    const first = tab()
    channel.postMessage({ type: 'itIs', state: { state: 'live' }, seq: 3 })
    channel.postMessage({ type: 'itIs', state: { state: 'live' }, seq: 4 })
    await expect.poll(() => first.isStale()).toBe(true)
    first.stop()
    isOver.resolve()
    await held
    channel.close()
  })

  it('is taken over from a holder that then closes its connection, receives from the new one, and queues again', async () => {
    const first = tab()
    await settle()
    say({ type: 'hello', seq: 1, now: Date.now() })
    const channel = new BroadcastChannel(NAME)
    const isOver = Promise.withResolvers<void>()
    const held = locks.request(NAME, { steal: true }, () => isOver.promise)
    await settle()
    expect(opened).toMatchObject([{ isClosed: true }])
    channel.postMessage({ type: 'event', data: JSON.stringify({ type: 'tokens', seq: 2 }) })
    await expect.poll(() => first.isStale()).toBe(true)
    isOver.resolve()
    await held
    await settle()
    expect(opened).toMatchObject([{ isClosed: true }, { isClosed: false }])
    first.stop()
    channel.close()
  })
})
