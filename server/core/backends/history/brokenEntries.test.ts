import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { checkpoint, mirrorWorld, stateKey } from '#testing/backends/mirrorWorld.ts'
import { createMemoryBlobs } from '#server/adapters/memory/memoryBlobs.ts'
import { MOST_LISTED, newestOf } from './newest.ts'

type World = Awaited<ReturnType<typeof mirrorWorld>>

const FIRST_MS = Date.parse('2026-01-01T09:00:00Z')
const entryKey = (n: number): string => `.pulumi/history/shop/prod/prod-${FIRST_MS + n * 60_000}000000.history.json`
const entry = (n: number): string =>
  JSON.stringify({ kind: 'update', startTime: FIRST_MS / 1000 + n * 60 - 5, result: 'succeeded', message: `run ${n}` })

/** A stack with so many runs in its history. */
async function worldOf(runs: number): Promise<World> {
  const world = await mirrorWorld()
  world.blobs.set(stateKey('shop/prod'), checkpoint('shop/prod', ['a']))
  for (let n = 1; n <= runs; n += 1) world.blobs.set(entryKey(n), entry(n))
  return world
}

const broken = async (world: World) => {
  const { elsewhere } = await world.stack('prod')
  const found = elsewhere?.brokenEntries
  return found && { count: found.count, newest: found.newest.map(({ key, why }) => [key, why]) }
}

const messages = async ({ deps, stack }: World) => {
  const { id } = await stack('prod')
  const runs = await deps.store.read((reader) => reader.updates(id, { previews: 'no', limit: 500, offset: 0 }))
  return runs.map(({ request }) => request.message)
}

describe('an entry of the history that cannot be read', () => {
  it('is known by its key, with the reason, and the other runs are shown', async () => {
    const world = await worldOf(6)
    world.blobs.set(entryKey(1), '')
    world.blobs.set(entryKey(2), entry(2).slice(0, 20))
    world.blobs.set(entryKey(4), '[]')
    world.blobs.set(entryKey(5), gzipSync(entry(5)).subarray(0, 30))
    await world.look('shop/prod')
    expect(await messages(world)).toEqual(['run 6', 'run 3'])
    expect(await broken(world)).toEqual({
      count: 4,
      newest: [
        [entryKey(5), 'packed'],
        [entryKey(4), 'noEntry'],
        [entryKey(2), 'truncated'],
        [entryKey(1), 'empty'],
      ],
    })
    await world.look('shop/prod')
    expect(await broken(world)).toMatchObject({ count: 4 })
  })

  it('is listed as a run once it is repaired, and named no longer once it is put aside', async () => {
    const world = await worldOf(4)
    world.blobs.set(entryKey(2), '')
    world.blobs.set(entryKey(3), '{')
    await world.look('shop/prod')
    expect(await broken(world)).toMatchObject({ count: 2 })
    world.blobs.set(entryKey(5), entry(5))
    world.blobs.set(entryKey(2), entry(2))
    world.blobs.drop(entryKey(3))
    world.blobs.set(`${entryKey(3)}.broken`, '{')
    await world.look('shop/prod')
    expect(await broken(world)).toBeNull()
    expect(await messages(world)).toEqual(['run 5', 'run 4', 'run 2', 'run 1'])
  })

  it('takes nothing from what is newer once it is repaired, though its file was written later', async () => {
    const world = await worldOf(3)
    world.blobs.set(entryKey(2), '')
    await world.look('shop/prod')
    const { elsewhere } = await world.stack('prod')
    world.clock.advance(60_000)
    world.blobs.set(stateKey('shop/prod'), checkpoint('shop/prod', ['a', 'imported']))
    await world.look()
    world.clock.advance(60_000)
    world.blobs.set(entryKey(2), entry(2))
    await world.look('shop/prod')
    const after = await world.stack('prod')
    expect(await messages(world)).toContain('run 2')
    expect(after.elsewhere?.lastRun).toEqual(elsewhere?.lastRun)
    expect(after.state).toMatchObject({ resourceCount: 2, updateId: null })
  })

  it('is counted with all others, of which the newest are named, until they are repaired', async () => {
    const world = await worldOf(30)
    for (let n = 1; n <= 25; n += 1) world.blobs.set(entryKey(n), '')
    await world.look('shop/prod')
    const found = await broken(world)
    expect(found).toMatchObject({ count: 25 })
    expect(found?.newest).toHaveLength(10)
    for (let n = 11; n <= 25; n += 1) world.blobs.set(entryKey(n), entry(n))
    await world.look('shop/prod')
    await world.look('shop/prod')
    expect(await broken(world)).toMatchObject({ count: 10 })
    expect(await messages(world)).toHaveLength(20)
  })

  it('is found in a row that does not say whether there are any', async () => {
    const world = await worldOf(3)
    world.blobs.set(entryKey(1), '')
    await world.look('shop/prod')
    const { id, elsewhere } = await world.stack('prod')
    const { brokenEntries: _, ...before } = elsewhere ?? {}
    await world.deps.store.write((writer) => writer.patchStack(id, { elsewhere: before as typeof elsewhere }))
    await world.look('shop/prod')
    expect(await broken(world)).toEqual({ count: 1, newest: [[entryKey(1), 'empty']] })
  })
})

describe('a long history', () => {
  it('is read from its newest runs back, and it is known that there are older ones', async () => {
    const world = await worldOf(130)
    await world.look('shop/prod')
    expect(await messages(world)).toHaveLength(100)
    expect((await world.stack('prod')).elsewhere?.hasOlderRuns).toBe(true)
    const few = await worldOf(3)
    await few.look('shop/prod')
    expect((await few.stack('prod')).elsewhere?.hasOlderRuns).toBe(false)
  })

  it.each([
    ['many years', 3_600_000],
    ['one hour', 150],
  ])('is not listed as a whole if it has tens of thousands of files in %s', async (_, gapMs) => {
    const now = FIRST_MS + 24_000 * gapMs
    const blobs = createMemoryBlobs(() => now)
    const key = (n: number) => `.pulumi/history/shop/prod/prod-${FIRST_MS + n * gapMs}000000.history.json`
    for (let n = 1; n <= 24_000; n += 1) blobs.set(key(n), '')
    const files = { prefix: '.pulumi/history/shop/prod/', stem: 'prod-' }
    const { objects, from } = await newestOf(blobs, files, { purpose: 'history', now, enough: 200 })
    expect(objects.at(-1)?.key).toBe(key(24_000))
    expect(objects.length).toBeGreaterThanOrEqual(200)
    expect(objects.length).toBeLessThanOrEqual(MOST_LISTED)
    expect(from).not.toBeNull()
    expect(blobs.requests.get('history')).toBeLessThan(24)
  })

  it('is held in part only, where a listing cannot begin in the middle', async () => {
    const blobs = { ...createMemoryBlobs(() => 0), startsAfter: false }
    for (let n = 10_000; n < 34_000; n += 1) blobs.set(`.pulumi/history/shop/prod/prod-${n}.history.json`, '')
    const files = { prefix: '.pulumi/history/shop/prod/', stem: 'prod-' }
    const { objects, from } = await newestOf(blobs, files, { purpose: 'history', now: 0, enough: 200 })
    expect(objects).toHaveLength(MOST_LISTED)
    expect(objects.at(-1)?.key).toMatch(/prod-33999/)
    expect(from).toMatch(/prod-28999/)
  })
})

it('leaves out numbered copies of a state in two requests, however many there are', async () => {
  const world = await mirrorWorld()
  for (const stack of ['shop/dev', 'shop/prod', 'web/prod']) world.blobs.set(stateKey(stack), checkpoint(stack, ['a']))
  const copies = 20_000
  for (let n = 0; n < copies; n += 1) world.blobs.set(`${stateKey('shop/prod')}.${10n ** 18n + BigInt(n)}`, '')
  world.blobs.set(`${stateKey('shop/prod')}.bak`, '')
  world.blobs.set('.pulumi/stacks/shop/prod.pulumi-tags', '{"version":1,"tags":{"env":"live"}}')
  await world.look()
  expect((await world.stacks()).map(({ project, name }) => `${project}/${name}`).toSorted()).toEqual([
    'shop/dev',
    'shop/prod',
    'web/prod',
  ])
  expect((await world.stack('prod')).tags).toEqual({ env: 'live' })
  expect(world.blobs.requests.get('list')).toBeLessThan(6)
})
