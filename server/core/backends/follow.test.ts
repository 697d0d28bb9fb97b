import { describe, expect, it } from 'vitest'
import { createCaches } from '#server/caches.ts'
import { checkpoint, mirrorWorld, ORG, stateKey } from '#testing/backends/mirrorWorld.ts'
import { puppetRun } from '#testing/backends/puppetCli.ts'
import { SERVER } from '../access/audit.ts'
import { closeConnections, connectionTo } from './connections.ts'
import { disconnectBackend } from './disconnect.ts'
import { followBackends, lookNow, noteView, openStack } from './follow.ts'
import { freeTurns, takeTurn } from './turns.ts'

type World = Awaited<ReturnType<typeof mirrorWorld>>

/** The verbs of an update of a stack that has one resource; without creates it only takes its lock and writes. */
const runOf = ({ blobs, clock }: World, stack: string, creates = ['b']) =>
  puppetRun({ store: blobs, clock: clock.now, stack, has: ['a'], creates, lock: 'lock-1' })

/** The timer of the server for so many seconds; returns the requests of that time, by purpose. */
async function follow({ deps, clock, blobs }: World, seconds: number): Promise<Record<string, number>> {
  const before = new Map(blobs.requests)
  for (let second = 0; second < seconds; second++) {
    clock.advance(1_000)
    await followBackends(deps)
  }
  return Object.fromEntries(
    [...blobs.requests].map(([purpose, count]) => [purpose, count - (before.get(purpose) ?? 0)]),
  )
}

/** The same backend in another process on the same database. */
const otherProcess = (world: World): World => ({ ...world, deps: { ...world.deps, caches: createCaches() } })

const sum = (requests: Record<string, number>) => Object.values(requests).reduce((all, count) => all + count, 0)

async function fleet(count: number) {
  const world = await mirrorWorld()
  for (let n = 0; n < count; n++) world.blobs.set(stateKey(`shop/s${n}`), checkpoint(`shop/s${n}`, ['a']))
  await follow(world, 1)
  return world
}

describe('following a backend', () => {
  it('costs few requests while nobody looks', async () => {
    const world = await fleet(40)
    expect(sum(await follow(world, 3_600))).toBeLessThanOrEqual(100)
  })

  it('costs 120 requests in an hour that nobody looks at 1,000 stacks with their .bak', async () => {
    const world = await mirrorWorld()
    for (let n = 0; n < 1_000; n++)
      for (const ending of ['', '.bak'])
        world.blobs.set(`${stateKey(`shop/s${n}`)}${ending}`, checkpoint(`shop/s${n}`, ['a']))
    await follow(world, 1)
    expect(await follow(world, 3_600)).toMatchObject({ locks: 30, list: 90, state: 0 })
  })

  it('shows a lock within seconds while somebody looks', async () => {
    const world = await fleet(3)
    noteView(world.deps, world.backend.id, world.clock.now())
    await follow(world, 20)
    const [, lock] = runOf(world, 'shop/s1', [])
    await lock?.run()
    await follow(world, 4)
    expect((await world.stack('s1')).elsewhere?.locks).toMatchObject([{ id: 'lock-1', file: { username: 'ada' } }])
  })

  it('follows a run closely until it ends, though nobody looks', async () => {
    const world = await fleet(3)
    const verbs = runOf(world, 'shop/s1')
    for (const verb of verbs.slice(0, 6)) {
      world.clock.advance(1_000)
      await verb.run()
    }
    await follow(world, 116)
    expect((await world.stack('s1')).elsewhere?.word).toBe('working')
    for (const verb of verbs.slice(6)) await verb.run()
    await follow(world, 20)
    expect(await world.stack('s1')).toMatchObject({
      elsewhere: { word: null, locks: [] },
      latest: { status: 'succeeded' },
      state: { resourceCount: 2 },
    })
  })

  it('asks a backend that fails less and less often, and at once again after it answered', async () => {
    const world = await fleet(2)
    noteView(world.deps, world.backend.id, world.clock.now())
    world.blobs.fail({ kind: 'throttled', retryAfterS: null })
    const first = sum(await follow(world, 60))
    const later = sum(await follow(world, 3_600))
    expect(first).toBeLessThanOrEqual(3)
    expect(later).toBeLessThanOrEqual(12)
    expect(await world.row()).toMatchObject({ problem: expect.stringContaining('fewer requests') as string })
    world.blobs.fail(undefined)
    await follow(world, 601)
    expect(await world.row()).toMatchObject({ problem: null })
  })

  it('does not let a backend that fails delay another', async () => {
    const world = await mirrorWorld()
    const { deps, blobs } = world
    blobs.set(stateKey('shop/prod'), checkpoint('shop/prod', ['a']))
    await deps.store.write((writer) =>
      writer.insertBackend({ ...world.backend, id: 'other', org: 'other', address: 's3://gone' }),
    )
    const opened = deps.openBackend
    deps.openBackend = async (address) => {
      if (address === 's3://gone') throw new Error('cannot be opened')
      if (opened === undefined) throw new Error('the world has one')
      return opened(address)
    }
    await follow(world, 2)
    expect((await world.stacks()).map(({ name }) => name)).toEqual(['prod'])
    expect(world.lines.filter((line) => line.includes('cannot be opened'))).not.toEqual([])
  })

  it('is done by one of several processes on a database, and taken over from one that died', async () => {
    const world = await fleet(2)
    const other = otherProcess(world)
    expect(sum(await follow(other, 30))).toBe(0)
    world.blobs.set(stateKey('shop/s0'), checkpoint('shop/s0', ['a', 'b']))
    expect(sum(await follow(other, 400))).toBeGreaterThan(0)
    expect((await other.stack('s0')).state?.resourceCount).toBe(2)
    expect(sum(await follow(world, 20))).toBe(0)
    await closeConnections(other.deps)
    expect(sum(await follow(world, 5))).toBeGreaterThan(0)
  })

  it('is started at once by the only process on a database, whatever one before it left', async () => {
    const world = await fleet(2)
    const restarted = otherProcess(world)
    await freeTurns(restarted.deps)
    expect(sum(await follow(restarted, 2))).toBeGreaterThan(0)
  })

  it('is refused to nobody who asks while another process takes each turn', async () => {
    const world = await fleet(2)
    const other = otherProcess(world)
    const connected = connectionTo(other.deps, world.backend)
    const { list } = world.blobs
    let taken = 0
    world.blobs.list = async function* (...asked: Parameters<typeof list>) {
      taken++
      await takeTurn(other.deps, world.backend.id, connected, { isAsked: true })
      connected.turnUntil = 0
      yield* list(...asked)
    }
    await expect(lookNow(world.deps, world.backend)).resolves.toBeUndefined()
    expect(taken).toBeGreaterThan(1)
  })

  it('is left to the process that somebody asked, until another is asked: then each look is written', async () => {
    const world = await fleet(3)
    const other = otherProcess(world)
    await lookNow(other.deps, world.backend)
    noteView(world.deps, world.backend.id, world.clock.now())
    expect(sum(await follow(world, 60))).toBeLessThanOrEqual(4) // one look, until it learns that it lost its turn
    world.blobs.set(stateKey('shop/s0'), checkpoint('shop/s0', ['a', 'b']))
    await lookNow(world.deps, world.backend)
    expect((await world.stack('s0')).state?.resourceCount).toBe(2)
    world.blobs.set(stateKey('shop/s0'), checkpoint('shop/s0', ['a', 'b', 'c']))
    await lookNow(other.deps, world.backend) // it believes that it is still its turn
    expect((await world.stack('s0')).state?.resourceCount).toBe(3)
  })

  it('stays with one process while pages of several show its stacks, and reads the history of those', async () => {
    const world = await fleet(3)
    const other = otherProcess(world)
    for (const verb of runOf(world, 'shop/s1')) await verb.run()
    openStack(other.deps, world.backend, 'shop/s1', world.clock.now())
    expect(sum(await follow(other, 3))).toBe(0)
    await follow(world, 3)
    expect(await world.stack('s1')).toMatchObject({ latest: { status: 'succeeded' }, state: { resourceCount: 2 } })
  })

  it('reads the history of a stack that was opened when a look failed, as soon as one succeeds', async () => {
    const world = await fleet(1)
    for (const verb of runOf(world, 'shop/s0')) await verb.run()
    world.blobs.fail({ kind: 'throttled', retryAfterS: null })
    openStack(world.deps, world.backend, 'shop/s0', world.clock.now())
    await follow(world, 2)
    world.blobs.fail(undefined)
    await follow(world, 60)
    expect(await world.stack('s0')).toMatchObject({ latest: { status: 'succeeded' } })
  })

  it('is one look for all who ask before it begins', async () => {
    const world = await fleet(3)
    const before = world.blobs.requests.get('list') ?? 0
    await lookNow(world.deps, world.backend)
    const each = (world.blobs.requests.get('list') ?? 0) - before
    await Promise.all(Array.from({ length: 9 }, (_, n) => lookNow(world.deps, world.backend, `no such ${n}`)))
    expect((world.blobs.requests.get('list') ?? 0) - before).toBeLessThanOrEqual(3 * each)
    const connected = world.deps.caches.backends.get(world.backend.id)
    expect([connected?.openedAt.size, connected?.opening.size]).toEqual([0, 0])
  })

  it('leaves a backend that fails alone, though its stacks are opened', async () => {
    const world = await fleet(2)
    world.blobs.fail({ kind: 'throttled', retryAfterS: null })
    await follow(world, 130)
    const before = new Map(world.blobs.requests)
    openStack(world.deps, world.backend, 'shop/s0', world.clock.now())
    openStack(world.deps, world.backend, 'shop/s1', world.clock.now())
    await follow(world, 1)
    expect(world.blobs.requests).toEqual(before)
  })

  it('counts its requests by purpose', async () => {
    const world = await fleet(5)
    const counted = world.deps.caches.backends.get(world.backend.id)?.counter.requests() ?? []
    expect(Object.fromEntries(counted.map(({ purpose, lastDay }) => [purpose, lastDay]))).toEqual(
      Object.fromEntries(world.blobs.requests),
    )
  })

  it('ends when the server stops', async () => {
    const world = await fleet(1)
    let isClosed = false
    world.blobs.close = async () => void (isClosed = true)
    world.deps.caches.backends.clear()
    await follow(world, 1)
    await closeConnections(world.deps)
    expect([isClosed, world.deps.caches.backends.size]).toEqual([true, 0])
  })

  it('closes what it opened when a backend moves, does not answer, or was disconnected by another process', async () => {
    const world = await fleet(1)
    let open = 1
    world.blobs.close = async () => void open--
    world.deps.openBackend = async () => {
      open++
      return world.blobs
    }
    const change = (patch: Partial<typeof world.backend>) =>
      world.deps.store.write((writer) => writer.patchBackend(world.backend.id, patch))
    await change({ address: 's3://elsewhere' })
    await follow(world, 1)
    expect(open).toBe(1)
    world.blobs.fail({ kind: 'credentials', problem: 'expired' })
    await change({ address: 's3://further' })
    await follow(world, 60)
    expect(open).toBe(0)
    world.blobs.fail(undefined)
    await follow(world, 120)
    expect(open).toBe(1)
    await world.deps.store.write((writer) => writer.deleteBackend(world.backend.id))
    await follow(world, 1)
    expect([open, world.deps.caches.backends.size]).toEqual([0, 0])
  })

  it('goes on at once if the backend could not be disconnected', async () => {
    const world = await fleet(1)
    world.blobs.close = async () => {
      throw new Error('cannot be closed')
    }
    const who = { by: SERVER, requestId: '' }
    await expect(disconnectBackend(world.deps, ORG, who)).rejects.toThrow('cannot be closed')
    expect(sum(await follow(world, 1))).toBeGreaterThan(0)
  })

  it('tells open pages of what changed', async () => {
    const world = await fleet(2)
    const heard: string[] = []
    world.deps.bus.subscribe(
      (event) => void heard.push('stack' in event ? `${event.type} ${event.stack.stack}` : event.type),
    )
    world.blobs.set(stateKey('shop/s1'), checkpoint('shop/s1', ['a', 'b']))
    await follow(world, 121)
    expect(heard).toEqual(['stack s1', 'state s1'])
    expect(ORG).toBe(world.backend.org)
  })
})
