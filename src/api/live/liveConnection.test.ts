import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepConnected, type Source } from './liveConnection.ts'
import type { LiveState } from './liveState.ts'

class FakeSource implements Source {
  onopen: Source['onopen'] = null
  onmessage: Source['onmessage'] = null
  onerror: Source['onerror'] = null
  isClosed = false
  close(): void {
    this.isClosed = true
  }
}

let sources: FakeSource[]
let states: LiveState[]
let messages: string[]
let stop: () => void
const newest = (): EventSource => sources.at(-1) as unknown as EventSource // handlers are typed with their EventSource as `this`

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
  sources = []
  states = []
  messages = []
  stop = keepConnected(
    {
      open: () => {
        sources.push(new FakeSource())
        return newest()
      },
      now: Date.now,
    },
    { message: (data) => messages.push(data), state: (state) => states.push(state) },
  )
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

const open = () => newest().onopen?.(new Event('open'))
const fail = () => newest().onerror?.(new Event('error'))

it('delivers the events of the server', () => {
  open()
  newest().onmessage?.(new MessageEvent('message', { data: 'news' }))
  expect(messages).toEqual(['news'])
})

it('goes from live to reconnecting to offline, with the time it was lost, and back', async () => {
  open()
  await vi.advanceTimersByTimeAsync(5000)
  fail()
  await vi.advanceTimersByTimeAsync(600)
  fail()
  await vi.advanceTimersByTimeAsync(1200)
  open()
  expect(states).toEqual([
    { state: 'live' },
    { state: 'reconnecting' },
    { state: 'offline', since: 1_005_000 },
    { state: 'live' },
  ])
})

it('is connecting, not reconnecting, until the server has answered once', async () => {
  fail()
  await vi.advanceTimersByTimeAsync(600)
  open()
  fail()
  expect(states).toEqual([{ state: 'connecting' }, { state: 'live' }, { state: 'reconnecting' }])
})

it('retries with growing pauses of 15 s at most', async () => {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    fail()
    await vi.advanceTimersByTimeAsync(15_000)
  }
  expect(sources).toHaveLength(11)
  expect(sources.slice(0, -1).every(({ isClosed }) => isClosed)).toBe(true)
})

it('reconnects after the machine slept, because the old connection may be dead', async () => {
  open()
  vi.setSystemTime(Date.now() + 3_600_000)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sources).toHaveLength(2)
})

it('reconnects when nothing arrived for longer than the server ever pauses', async () => {
  open()
  for (let beat = 0; beat < 10; beat += 1) {
    await vi.advanceTimersByTimeAsync(15_000)
    newest().onmessage?.(new MessageEvent('message', { data: 'heartbeat' }))
  }
  expect(sources).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(51_000)
  expect(sources).toHaveLength(2)
  expect([sources[0]?.isClosed, states.at(-1)]).toEqual([true, { state: 'reconnecting' }])
})

it('does not reconnect after it was stopped', async () => {
  fail()
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sources).toHaveLength(1)
})
