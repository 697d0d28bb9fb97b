import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Source } from './liveConnection.ts'
import { startLive } from './liveSharing.ts'
import { useLiveState } from './liveState.ts'
import { sessionQueries } from './session.ts'

/** One holder at a time, the rest in a row: what the browser's lock manager does for us. */
class Locks {
  #row: (() => void)[] = []
  #isHeld = false
  request = async (_: string, { signal }: { signal: AbortSignal }, hold: () => Promise<void>): Promise<void> => {
    if (this.#isHeld) {
      await new Promise<void>((resolve, reject) => {
        this.#row.push(resolve)
        signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
      })
    }
    this.#isHeld = true
    await hold()
    this.#isHeld = false
    this.#row.shift()?.()
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

beforeEach(() => {
  opened = []
  vi.stubGlobal('navigator', { locks: new Locks() })
})
afterEach(() => vi.unstubAllGlobals())

it('keeps one connection for all tabs, and every tab hears the news', async () => {
  const tabs = [tab(), tab(), tab()]
  await vi.waitFor(() => expect(opened).toHaveLength(1))
  say({ type: 'hello', seq: 1, now: Date.now() })
  say({ type: 'tokens', seq: 2 })
  await vi.waitFor(() => expect(tabs.map(({ isStale }) => isStale())).toEqual([true, true, true]))
  expect(opened).toHaveLength(1)
  for (const { stop } of tabs) stop()
})

it('passes the connection on when the tab that keeps it is closed, and the others fetch what they missed', async () => {
  const [first, second] = [tab(), tab()]
  await vi.waitFor(() => expect(opened).toHaveLength(1))
  say({ type: 'hello', seq: 5, now: Date.now() })
  await new Promise((resolve) => setImmediate(resolve))
  first.stop()
  await vi.waitFor(() => expect(opened).toHaveLength(2))
  expect(opened[0]?.isClosed).toBe(true)
  expect(second.isStale()).toBe(false)
  say({ type: 'hello', seq: 9, now: Date.now() })
  await vi.waitFor(() => expect(second.isStale()).toBe(true))
  second.stop()
})

it('tells a tab that comes later that all is live', async () => {
  const first = tab()
  await vi.waitFor(() => expect(opened).toHaveLength(1))
  opened[0]?.source.onopen?.(new Event('open'))
  useLiveState.setState({ state: 'reconnecting' }) // every tab has a store of its own; here they share one
  const second = tab()
  await vi.waitFor(() => expect(useLiveState.getState().state).toBe('live'))
  first.stop()
  second.stop()
})

it('keeps a connection of its own where the browser has no locks', async () => {
  vi.stubGlobal('navigator', {})
  const tabs = [tab(), tab()]
  expect(opened).toHaveLength(2)
  for (const { stop } of tabs) stop()
  expect(opened.every(({ isClosed }) => isClosed)).toBe(true)
})
