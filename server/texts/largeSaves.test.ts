import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTextWorker } from '../adapters/textThreads/textWorker.ts'
import { STACK, testService } from '#testing/service.ts'
import { createMemoryStore } from '#server/adapters/memory/memoryStore.ts'
import { type Store, StoreUnavailableError } from '../store/port.ts'
import { LARGE_BYTES } from './textJobs.ts'

const worker = createTextWorker()
afterAll(() => worker.close())

/** Maximum size of a text that may be parsed on this thread; a larger one would delay others. */
const MAX_PARSED = LARGE_BYTES / 8
/** Counts only this thread; the text thread has a `JSON` of its own. */
let longestParsed = 0
beforeEach(() => {
  longestParsed = 0
  const { parse } = JSON
  vi.spyOn(JSON, 'parse').mockImplementation((text: string, reviver) => {
    longestParsed = Math.max(longestParsed, text.length)
    return parse(text, reviver) as unknown
  })
})
afterEach(() => vi.restoreAllMocks())

const LARGE = {
  version: 3,
  deployment: {
    manifest: { time: '2026-01-05T09:00:00Z', magic: '', version: '' },
    resources: Array.from({ length: 9_000 }, (_, at) => ({
      urn: `urn:pulumi:prod::shop::aws:s3/bucket:Bucket::bucket-${at}`,
      type: 'aws:s3/bucket:Bucket',
      custom: true,
      id: `bucket-${at}`,
      inputs: { text: `${at} `.repeat(180) },
    })),
  },
}
const TEXT = JSON.stringify(LARGE)

async function started(store?: Store) {
  const { cli } = await testService({ jobs: worker.jobs, ...(store && { store }) })
  const puppet = cli()
  await puppet.initStack(STACK)
  return { puppet, run: await puppet.start(STACK, { journal: false }) }
}
type World = Awaited<ReturnType<typeof started>>

const saves = {
  full: ({ run }: World) => run.saveFull(LARGE),
  verbatim: ({ run }: World) => run.saveText(TEXT, 1),
}

describe.each(Object.entries(saves))('a large %s save', (kind, save) => {
  it('is parsed in the worker thread, and becomes the state of the update', async () => {
    const world = await started()
    await save(world)
    expect(TEXT.length).toBeGreaterThan(LARGE_BYTES)
    expect({ kind, isBounded: longestParsed < MAX_PARSED }).toEqual({ kind, isBounded: true })
    await world.run.complete()
    vi.restoreAllMocks()
    expect(JSON.stringify(await world.puppet.exportState(STACK))).toBe(TEXT)
  })

  it('is stored after a short outage of the store, although its body was passed to the thread', async () => {
    const store = createMemoryStore({ clock: Date.now })
    let failures = 0
    const world = await started({
      ...store,
      write: async (work) => {
        if (failures !== 1) return store.write(work)
        failures += 1
        throw new StoreUnavailableError('It is away.')
      },
    })
    failures = 1
    await save(world)
    expect(failures).toBe(2)
    await world.run.complete()
    vi.restoreAllMocks()
    expect(JSON.stringify(await world.puppet.exportState(STACK))).toBe(TEXT)
  })
})

it('is refused like a small one when it is not a state', async () => {
  const { run } = await started()
  const broken = { ...LARGE, version: 9 }
  await expect(run.saveFull(broken)).rejects.toThrow(/newer than this server understands/)
})
