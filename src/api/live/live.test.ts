import { QueryClient, type QueryKey } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LiveEvent } from '#contract/events.ts'
import { leaseQueries } from '../leases.ts'
import { createLiveReader } from './live.ts'
import { createSeenSeq, type SeenSeq } from './seenSeq.ts'
import { recoveryQueries } from '../recoveries.ts'
import { resourceQueries } from '../resources.ts'
import { sessionQueries } from '../session.ts'
import { stackQueries } from '../stacks.ts'
import { updateQueries } from '../updates.ts'

const prod = { org: 'acme', project: 'payments', stack: 'prod' }
const dev = { ...prod, stack: 'dev' }

const cached: Record<string, QueryKey> = {
  attention: stackQueries.attention().queryKey,
  list: stackQueries.list({ search: 'pay' }).queryKey,
  detail: stackQueries.detail(prod).queryKey,
  graph: resourceQueries.graph(prod).queryKey,
  history: updateQueries.list(prod).queryKey,
  changes: updateQueries.changes(prod, 'u1').queryKey,
  log: updateQueries.log(prod, 'u1').queryKey,
  otherLog: updateQueries.log(prod, 'u2').queryKey,
  diagnosis: recoveryQueries.diagnosis(prod).queryKey,
  leases: leaseQueries.list().queryKey,
  tokens: sessionQueries.tokens().queryKey,
  otherStack: stackQueries.detail(dev).queryKey,
}

let client: QueryClient
afterEach(() => void vi.useRealTimers())
beforeEach(() => {
  vi.useFakeTimers()
  client = new QueryClient()
  for (const key of Object.values(cached)) client.setQueryData(key, {})
})

const stale = (): string[] =>
  Object.entries(cached).flatMap(([name, key]) => (client.getQueryState(key)?.isInvalidated ? [name] : []))

const hello = (seq: number) => JSON.stringify({ type: 'hello', seq, now: Date.now() })

/** What is stale after a page has read these messages. */
async function staleAfterReading(messages: string[], { joined, seen = createSeenSeq() }: Reading = {}) {
  const reader = createLiveReader(client, seen)
  if (joined) reader.compare(joined.seq)
  for (const message of messages) reader.read(message)
  await vi.advanceTimersByTimeAsync(1000)
  reader.stop()
  return stale()
}
type Reading = { joined?: { seq: number }; seen?: SeenSeq }

const ofStack = ['detail', 'graph', 'history', 'changes', 'log', 'otherLog', 'diagnosis']
const lists = ['attention', 'list']

describe('an event', () => {
  it.each<[LiveEvent, string[]]>([
    [{ type: 'hello', seq: 1, now: Date.now() }, []],
    [{ type: 'stack', seq: 1, stack: prod, what: 'changed' }, [...lists, ...ofStack, 'leases']],
    [{ type: 'lease', seq: 1, stack: prod, updateId: 'u1' }, [...lists, 'detail', 'diagnosis', 'leases']],
    [{ type: 'update', seq: 1, stack: prod, updateId: 'u1', what: 'ended' }, [...lists, ...ofStack, 'leases']],
    [
      { type: 'progress', seq: 1, stack: prod, updateId: 'u1' },
      [...lists, 'detail', 'history', 'changes', 'log', 'leases'],
    ],
    [{ type: 'log', seq: 1, stack: prod, updateId: 'u1' }, ['changes', 'log']],
    [{ type: 'state', seq: 1, stack: prod, version: 3 }, [...lists, ...ofStack]],
    [{ type: 'tokens', seq: 1 }, ['tokens']],
  ])('invalidates what it is about, and nothing else: %o', async (event, expected) => {
    const marked = await staleAfterReading([JSON.stringify(event)])
    expect(marked.toSorted()).toEqual(expected.toSorted())
  })
})

describe('reading the stream', () => {
  const everything = Object.keys(cached)
  const tokens = (seq: number) => JSON.stringify({ type: 'tokens', seq })

  const heartbeat = (seq: number) => JSON.stringify({ type: 'heartbeat', seq })

  it('handles events in order, one by one', async () => {
    expect(await staleAfterReading([hello(7), tokens(8)])).toEqual(['tokens'])
  })
  it.each([
    [6, 'everything: something was sent before the page listened', true],
    [7, 'nothing: no event was sent in between', false],
  ])('with a first answer at %d and a greeting at 7, invalidates %s', async (seq, _what, isMissed) => {
    const seen = createSeenSeq()
    seen.note(new Response(null, { headers: { 'X-Holdfast-Seq': String(seq) } }))
    expect(await staleAfterReading([hello(7)], { seen })).toEqual(isMissed ? everything : [])
  })
  it('refetches everything after a gap', async () => {
    expect(await staleAfterReading([hello(7), tokens(9)])).toEqual(everything)
  })
  it('refetches everything after a second greeting: the connection was lost, or the server restarted', async () => {
    expect(await staleAfterReading([hello(7), hello(7)])).toEqual(everything)
  })
  it('treats the first greeting as a second one in a tab that shares the connection of another tab', async () => {
    expect(await staleAfterReading([hello(7)], { joined: { seq: 7 } })).toEqual(everything)
  })
  it.each([
    [8, 'nothing: the page has that event', false],
    [9, 'everything: the page receives no events, or missed one', true],
    [3, 'everything: the server restarted its numbering', true],
  ])('with a heartbeat of %d after event 8 invalidates %s', async (seq, _what, isMissed) => {
    client.removeQueries({ queryKey: cached['tokens'] ?? [] })
    const others = everything.filter((name) => name !== 'tokens')
    expect(await staleAfterReading([hello(7), tokens(8), heartbeat(seq)])).toEqual(isMissed ? others : [])
  })
  it('refetches once for missed events, not at every heartbeat', async () => {
    const queryFn = vi.fn(async () => ({}))
    const { observe } = await watch(client, queryFn)
    const reader = createLiveReader(client)
    for (const message of [hello(7), heartbeat(9), heartbeat(9)]) {
      reader.read(message)
      await vi.advanceTimersByTimeAsync(1000)
    }
    expect(queryFn).toHaveBeenCalledTimes(1)
    observe()
    reader.stop()
  })
  it.each(['{"type":"fromTheFuture","seq":8}', 'not JSON'])('refetches everything after %s', async (message) => {
    expect(await staleAfterReading([hello(7), message])).toEqual(everything)
  })

  it('refetches only when the last answer arrived, however many events come', async () => {
    let answers: (() => void)[] = []
    const queryFn = vi.fn(() => new Promise((resolve) => answers.push(() => resolve({}))))
    const { observe } = await watch(client, queryFn)
    const reader = createLiveReader(client)
    for (let seq = 1; seq <= 300; seq += 1) reader.read(tokens(seq))
    await vi.advanceTimersByTimeAsync(300)
    for (let seq = 301; seq <= 600; seq += 1) reader.read(tokens(seq))
    await vi.advanceTimersByTimeAsync(5000)
    expect(queryFn).toHaveBeenCalledTimes(1)
    for (const resolve of answers.splice(0)) resolve()
    await vi.advanceTimersByTimeAsync(300)
    expect(queryFn).toHaveBeenCalledTimes(2)
    answers = []
    observe()
    reader.stop()
  })

  it('abandons refetches that never settle, and refetches at the next event', async () => {
    const queryFn = vi.fn(() => new Promise(() => undefined))
    const { observe } = await watch(client, queryFn)
    const reader = createLiveReader(client)
    reader.read(tokens(1))
    await vi.advanceTimersByTimeAsync(5000)
    reader.read(tokens(2))
    await vi.advanceTimersByTimeAsync(5000)
    expect(queryFn).toHaveBeenCalledTimes(1) // it may only be slow
    await vi.advanceTimersByTimeAsync(15_000)
    expect(queryFn).toHaveBeenCalledTimes(2)
    observe()
    reader.stop()
  })

  it.each([
    ['on screen', true, 2],
    ['by a page that is not on screen yet, once it is', false, 1],
  ])('refetches a first fetch still in progress %s: its answer may be older', async (_who, isOnScreen, calls) => {
    const { queryKey } = sessionQueries.tokens()
    client.removeQueries({ queryKey })
    const answers: (() => void)[] = []
    const queryFn = vi.fn(() => new Promise((resolve) => answers.push(() => resolve({}))))
    const { observe } = isOnScreen ? await watch(client, queryFn) : { observe: () => undefined }
    if (!isOnScreen) void client.fetchQuery({ queryKey, queryFn })
    const reader = createLiveReader(client)
    reader.read(tokens(1))
    await vi.advanceTimersByTimeAsync(1000)
    expect(queryFn).toHaveBeenCalledTimes(1)
    answers[0]?.()
    await vi.advanceTimersByTimeAsync(1000)
    expect(queryFn).toHaveBeenCalledTimes(calls)
    expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true)
    observe()
    reader.stop()
  })
})

/** A screen that looks at the tokens. */
async function watch(client: QueryClient, queryFn: () => Promise<unknown>) {
  const { QueryObserver } = await import('@tanstack/react-query')
  const observer = new QueryObserver(client, { queryKey: cached['tokens'] ?? [], queryFn, staleTime: Infinity })
  return { observe: observer.subscribe(() => undefined) }
}
