import { expect, it } from 'vitest'
import { STACK, testService } from '#testing/service.ts'
import { createClock } from '#testing/deps.ts'
import { createMemoryStore } from '#server/adapters/memory/memoryStore.ts'
import type { Store } from '#server/store/port.ts'
import { TextJobError, textJobsHere } from '#server/texts/textJobs.ts'

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

it('a start is refused, and does not try for ever, if an expired update that holds the stack cannot be closed', async () => {
  const { cli: newCli, deps, clock, lines } = await testService()
  const cli = newCli()
  await cli.initStack(STACK)
  const run = await cli.start(STACK, { journal: false })
  await run.saveFull({ version: 3, deployment: { manifest: { time: '', magic: '', version: '' } } })
  clock.advance(301_000)
  const { jobs } = deps
  let tries = 0
  const prepare = () => Promise.reject(++tries > 10 ? new Error('for ever') : new TextJobError('the worker died'))
  deps.jobs = { ...textJobsHere, prepare }
  await expect(cli.start(STACK)).rejects.toThrow('[409] Conflict: Another update is currently in progress.')
  expect(lines.filter((line) => line.includes('could not be closed'))).toHaveLength(tries)
  delete deps.jobs
  if (jobs) deps.jobs = jobs
  expect((await cli.start(STACK)).version).toBe(2)
})
