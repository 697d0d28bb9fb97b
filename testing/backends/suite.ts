import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BlobStore } from '#server/blobs/port.ts'
import { type Bench, bytesOf, CALL, type Conditions, type TestedStore } from './bench.ts'
import { conditionSuite } from './conditions.ts'
import { listSuite } from './lists.ts'
import { objectSuite } from './objects.ts'

type Options = {
  /** Conditions that this server is known to ignore, each with the reason: its cases are skipped by name. */
  ignores?: Partial<Record<keyof Conditions, string>>
  /** Keys that this server stores under another name (`ODD_KEYS` in `objects.ts`), each with the reason: skipped. */
  changes?: Record<string, string>
}

/**
 * Tests that every adapter of a backend must pass; `start` starts what it is tested on, once. First the
 * adapter's verbs say which conditions are honoured: a server that ignores one proves nothing, and fails by its name.
 */
export function blobStoreSuite(
  name: string,
  start: () => Promise<TestedStore>,
  { ignores = {}, changes = {} }: Options = {},
): void {
  describe(`${name} as every backend`, () => {
    let tested: TestedStore | undefined
    let store: BlobStore | undefined
    beforeAll(async () => {
      tested = await start()
    })
    beforeEach(async () => {
      store = await tested?.open()
    })
    afterEach(() => store?.close())
    afterAll(() => tested?.stop?.())
    const bench: Bench = () => {
      if (store === undefined || tested === undefined) throw new Error('it is opened before each test')
      return { store, tested }
    }

    it('is a server that honours conditions', async () => {
      const honoured = await conditionsOf(bench().store)
      const ignored = Object.entries(honoured).flatMap(([verb, isHonoured]) => (isHonoured ? [] : [verb]))
      expect(`${name} ignores conditions of: ${ignored.join(', ')}`).toBe(
        `${name} ignores conditions of: ${Object.keys(ignores).join(', ')}`,
      )
    })
    objectSuite(bench, changes)
    conditionSuite(bench, ignores)
    listSuite(bench, changes)
  })
}

/** Asks by the verbs of the port whether a write under a condition that does not hold is refused. */
export async function conditionsOf(store: BlobStore): Promise<Conditions> {
  const key = '.pulumi/conditions/probe.json'
  await store.put(key, bytesOf('one'), CALL)
  const first = await store.read(key, CALL)
  await store.put(key, bytesOf('two'), CALL)
  const stale = typeof first === 'string' ? '' : first.mark
  return {
    create: (await store.create(key, bytesOf('three'), CALL)) === 'present',
    replace: (await store.replace(key, bytesOf('three'), stale, CALL)) === 'changed',
    remove: (await store.remove(key, { ...CALL, mark: stale })) === 'changed',
  }
}
