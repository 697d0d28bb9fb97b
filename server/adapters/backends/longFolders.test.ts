import type { Dirent } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { BlobStore } from '#server/blobs/port.ts'
import { listFiles } from '#server/core/backends/listing.ts'
import { MOST_LISTED, newestOf } from '#server/core/backends/history/newest.ts'
import { type Cloud, clouds } from '#testing/backends/clouds.ts'
import { type Double } from '#testing/backends/doubles/double.ts'
import { setVendors } from '#testing/backends/environment.ts'
import { SYSTEM, type System } from './folder/files.ts'
import { open as openFolder } from './folder/open.ts'

/** A history of 40,000 runs, the last one of which was now: more than is held. */
const RUNS = 40_000
const NOW = Date.parse('2026-11-26T12:00:00Z')
const GAP_MS = 15 * 60_000
const FOLDER = '.pulumi/history/shop/prod/'
const nameOf = (run: number) => `prod-${NOW - (RUNS - run) * GAP_MS}000000.history.json`
const FILES = { prefix: FOLDER, stem: 'prod-' }
const newest = (store: BlobStore) => newestOf(store, FILES, { purpose: 'history', now: NOW, enough: 200 })

/** And 20,000 copies of a state, with what is before and behind them. */
const COPIES = 20_000
const STATES = ['dev.json', 'prod.json', 'prod.json.bak', 'zoo.json']
const STACKS = '.pulumi/stacks/shop/'
const copyOf = (n: number) => `prod.json.${10n ** 18n + BigInt(n)}`
const states = async (store: BlobStore) => {
  const { objects, hasCopies } = await listFiles(store, STACKS, new AbortController().signal, 0)
  return { names: objects.map(({ key }) => key.slice(STACKS.length)).toSorted(), hasCopies }
}

describe.each(clouds)('a long folder of $name', (cloud: Cloud) => {
  let double: Double
  let store: BlobStore
  let putBack: () => void
  beforeEach(async () => {
    double = await cloud.start()
    putBack = setVendors(cloud.environment(double.host))
    store = await cloud.open(double.host)
  })
  afterEach(async () => {
    await store.close()
    putBack()
    await double.stop()
  })

  it('is listed from its newest files, in 11 requests instead of 40', async () => {
    for (let run = 1; run <= RUNS; run += 1) double.put(FOLDER + nameOf(run), '')
    const { objects, from } = await newest(store)
    expect(objects.at(-1)?.key).toBe(FOLDER + nameOf(RUNS))
    expect(objects.length).toBeGreaterThan(200)
    expect(objects.length).toBeLessThan(MOST_LISTED)
    expect(from).not.toBeNull()
    expect(double.asked).toHaveLength(11)
  })

  it('is left behind where it is copies of a state, in 2 requests instead of 21', async () => {
    for (const name of STATES) double.put(STACKS + name, '{}')
    for (let n = 0; n < COPIES; n += 1) double.put(STACKS + copyOf(n), '')
    expect(await states(store)).toEqual({ names: STATES, hasCopies: true })
    expect(double.asked).toHaveLength(2)
  })
})

describe.each(clouds)('the versions of a state of $name', (cloud: Cloud) => {
  it('are asked for in one request, however many copies lie beside it', async () => {
    const double = await cloud.start()
    const putBack = setVendors(cloud.environment(double.host))
    const store = await cloud.open(double.host)
    for (const text of ['one', 'two']) double.put(`${STACKS}prod.json`, text)
    for (let n = 0; n < COPIES; n += 1) double.put(STACKS + copyOf(n), '')
    expect(await store.versions?.(`${STACKS}prod.json`, { purpose: 'history' })).toHaveLength(2)
    expect(double.asked).toHaveLength(1)
    await store.close()
    putBack()
    await double.stop()
  })
})

describe('a long folder of a file system', () => {
  let root: string
  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'holdfast-long-'))
    for (const folder of [FOLDER, STACKS]) await mkdir(path.join(root, folder), { recursive: true })
    await writeFile(path.join(root, 'one'), '')
  })
  afterEach(() => rm(root, { recursive: true }))

  /** The folder with these names in it; each of its files is the same one. Counts how many are looked at. */
  async function opened(folder: string, names: readonly string[]) {
    const asked = { names: 0, files: 0 }
    const entries = names.map((name) => ({ name, isFile: () => true }) as Dirent)
    const inside = path.join(root, folder)
    const system = {
      ...SYSTEM,
      async readdir(at: string, options: { withFileTypes: true }) {
        if (`${at}/` !== inside) return SYSTEM.readdir(at, options)
        asked.names += 1
        return entries.toReversed() // a file system gives them in any order
      },
      async stat(file: string, options: { bigint: true }) {
        if (!file.startsWith(inside)) return SYSTEM.stat(file, options)
        asked.files += 1
        return SYSTEM.stat(path.join(root, 'one'), options)
      },
    } as System
    return { asked, store: await openFolder({ kind: 'folder', path: root }, { system }) }
  }

  it('is read by its names, of which 9,482 files are looked at instead of 40,000', async () => {
    const { store, asked } = await opened(
      FOLDER,
      Array.from({ length: RUNS }, (_, index) => nameOf(index + 1)),
    )
    const { objects, from } = await newest(store)
    expect(objects.at(-1)?.key).toBe(FOLDER + nameOf(RUNS))
    expect(objects.length).toBeGreaterThan(200)
    expect(objects.length).toBeLessThan(MOST_LISTED)
    expect(from).not.toBeNull()
    expect(asked).toEqual({ names: 4, files: 9_482 })
  })

  it('is left behind where it is copies of a state, of which 1,002 files are looked at', async () => {
    const copies = Array.from({ length: COPIES }, (_, n) => copyOf(n))
    const { store, asked } = await opened(STACKS, [...STATES, ...copies])
    expect(await states(store)).toEqual({ names: STATES, hasCopies: true })
    expect(asked).toEqual({ names: 2, files: 1_002 })
  })

  it('is listed in the order of keys across its folders, from any key on', async () => {
    const names = ['b/c', 'a-', 'a.json', 'a/z', 'a/b/c', 'a0', 'b!', 'é', '\uff5e', '🚀/x', 'a/b.json']
    const keys = ['a-', 'a.json', 'a/b.json', 'a/b/c', 'a/z', 'a0', 'b!', 'b/c', 'é', '\uff5e', '🚀/x']
    for (const name of names) {
      await mkdir(path.dirname(path.join(root, STACKS, name)), { recursive: true })
      await writeFile(path.join(root, STACKS, name), '')
    }
    const store = await openFolder({ kind: 'folder', path: root })
    const listed = async (after?: string) => {
      const found: string[] = []
      const from = after === undefined ? {} : { after: STACKS + after }
      for await (const page of store.list(STACKS, { purpose: 'list', ...from }))
        found.push(...page.map(({ key }) => key.slice(STACKS.length)))
      return found
    }
    expect(await listed()).toEqual(keys)
    for (const [index, key] of keys.entries()) expect(await listed(key)).toEqual(keys.slice(index + 1))
    expect(await listed('a/b/a')).toEqual(keys.slice(3))
    expect(await listed('a/')).toEqual(keys.slice(2))
    expect(await listed('zzz')).toEqual(keys.slice(8))
  })
})
