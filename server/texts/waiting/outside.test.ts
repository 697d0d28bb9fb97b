import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { aState, seed } from '#testing/store/rows.ts'
import { createTextWorker } from '../../adapters/textThreads/textWorker.ts'
import { createMemoryStore } from '#server/adapters/memory/memoryStore.ts'
import type { TextJobs } from '../textJobs.ts'
import { jobsOutside, outside } from './outside.ts'

const worker = createTextWorker({ largeBytes: 0 })
let jobs: TextJobs
afterAll(() => worker.close())

let clock = 0
let store: ReturnType<typeof createMemoryStore>
beforeEach(async () => {
  clock = 1_000
  ;({ store, jobs } = jobsOutside(createMemoryStore({ clock: () => clock++ }), worker.jobs))
  await seed(store)
})

const TEXT = new TextEncoder().encode('{"version":3,"deployment":{}}')

describe('work that a read transaction needs', () => {
  it('is done once, after the transaction; what is returned is from one that sees what was written meanwhile', async () => {
    const seen: (string | undefined)[] = []
    let works = 0
    const answer = await store.read(async (reader) => {
      seen.push(await reader.meta('key'))
      const work = await outside(jobs, 'work', async () => {
        works += 1
        await store.write((writer) => writer.setMeta('key', 'written meanwhile'))
        return 'done'
      })
      return { work, at: await reader.meta('key') }
    })
    expect(answer).toEqual({ work: 'done', at: 'written meanwhile' })
    expect(seen).toEqual([undefined, 'written meanwhile'])
    expect(works).toBe(1)
  })

  it('throws its error where it was asked for', async () => {
    const answer = await store.read(() =>
      outside(jobs, 'work', () => Promise.reject(new Error('too long'))).catch((error: unknown) => String(error)),
    )
    expect(answer).toBe('Error: too long')
  })

  it('still reads the text of a state', async () => {
    await store.write((writer) => writer.putState(aState(), TEXT))
    const text = await store.read((reader) => outside(jobs, 'text', () => reader.stateText('state-1')))
    expect(text).toEqual(TEXT)
  })

  it('is never asked of the thread inside of the transaction', async () => {
    const later = { bytes: TEXT.length, text: async () => TEXT.slice() }
    await expect(store.read(() => jobs.outline(later))).rejects.toThrow('outside of the read transaction')
    expect(await store.read(() => outside(jobs, 'outline', () => jobs.outline(later)))).toMatchObject({ version: 3 })
    expect(await store.write(() => jobs.outline(later))).toMatchObject({ version: 3 })
  })

  it('may be named by the time: a call has one', async () => {
    const at = await store.read(async () => {
      const now = await store.now()
      return outside(jobs, `work at ${now}`, async () => now)
    })
    expect(await store.read(() => store.now())).toBeGreaterThan(at)
  })

  it('is refused if it is other work each time', async () => {
    let count = 0
    const endless = store.read(async () => {
      for (;;) await outside(jobs, `work ${count++}`, async () => undefined)
    })
    await expect(endless).rejects.toThrow('does the key of one change each time')
  })
})
