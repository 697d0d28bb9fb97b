import { expect, it } from 'vitest'
import { STACK, testService } from '#testing/service.ts'
import { createClock } from '#testing/deps.ts'
import { createMemoryStore } from '#server/adapters/memory/memoryStore.ts'
import type { Store } from '#server/store/port.ts'

/** A store on which no one may read earlier runs while others wait for the stack or, in SQLite, for any write. */
function storeWithoutRunsInWrites(clock: () => number): Store {
  const store = createMemoryStore({ clock })
  const lastRuns = () => Promise.reject(new Error('earlier runs were read in a write'))
  return { ...store, write: (work, options) => store.write((writer) => work({ ...writer, lastRuns }), options) }
}

it('the time from which a run is slow is found by earlier runs, which are read before the stack is locked', async () => {
  const clock = createClock()
  const { cli: newCli, deps } = await testService({ clock, store: storeWithoutRunsInWrites(clock.now) })
  const cli = newCli()
  await cli.initStack(STACK)
  for (let runs = 0; runs < 2; runs++) {
    const run = await cli.start(STACK)
    clock.advance(100_000)
    await run.complete()
  }
  const slowFrom = async (id: string) => (await deps.store.read((reader) => reader.update(id)))?.slowFrom
  const run = await cli.start(STACK)
  expect(await slowFrom(run.id)).toBe(clock.now() + 300_000)
  await run.complete()
  const preview = await cli.start(STACK, { kind: 'preview' })
  expect(await slowFrom(preview.id)).toBeNull()
})
