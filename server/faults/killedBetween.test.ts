import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHarness, type Harness } from '#testing/consoleHarness.ts'
import { withFaultPoints } from '#testing/store/faultPoints.ts'
import { createImages } from '#testing/store/killedImages.ts'
import { createCaches } from '../caches.ts'
import { createServiceApp } from '../cli/routes.ts'
import { SERVER } from '../core/access/audit.ts'
import type { Deps } from '../deps.ts'
import { createLiveBus } from '../live.ts'
import { createUiApp } from '../ui/app.ts'
import { masterKeyFiles, readOrMakeMasterKey } from '../adapters/masterKey.ts'
import { openSqliteStore } from '../adapters/sqlite/sqlite.ts'
import { runListed } from '../core/stacks/retentionRuns.ts'
import { checkMasterKey } from '../core/secrets/masterKey.ts'
import { rotateMasterKey } from '../core/secrets/rotation.ts'
import { decrypt, encrypt } from '../core/secrets/vault.ts'
import type { Store } from '../store/port.ts'

vi.setConfig({ testTimeout: 120_000 })

const ORG = 'organization'
const SHOP = 'organization/shop/dev'
const OTHER = 'organization/shop2/dev'
const WHO = { by: SERVER, requestId: '' }
const KEY = '07'.repeat(32) // that of the harness
const urnOf = (name: string, project = 'shop') => `urn:pulumi:dev::${project}::a:b:C::${name}`
const entry = (name: string) => ({ urn: urnOf(name), type: 'a:b:C', custom: true, id: `${name}-id` })
const stateOf = (...names: string[]) => ({
  manifest: { time: '2026-01-05T09:00:00Z', magic: '', version: '' },
  resources: names.map(entry),
})

let directory = ''
const open: Store[] = []
beforeEach(async () => void (directory = await mkdtemp(path.join(tmpdir(), 'holdfast-killed-'))))
afterEach(async () => {
  for (const store of open.splice(0)) await store.close()
  await rm(directory, { recursive: true })
})

/** The service on a data directory. */
const serviceOn = (data: string): Promise<Harness> =>
  createHarness({}, async ({ clock }) => {
    const store = await openSqliteStore({ path: path.join(data, 'holdfast.db'), clock })
    open.push(store)
    return store
  })

/** A new service, and what remains of its data directory if it is killed at any step of `work`. */
async function prepared(prepare: (harness: Harness) => Promise<void>) {
  const data = path.join(directory, 'data')
  mkdirSync(data, { mode: 0o700 })
  writeFileSync(path.join(data, 'master.key'), `${KEY}\n`, { mode: 0o600 })
  const harness = await serviceOn(data)
  await prepare(harness)
  const { images, take, calls } = createImages(data, directory)
  const deps = { ...harness.deps, store: withFaultPoints(harness.deps.store, take) }
  take()
  return { harness, data, deps, images, take, calls }
}

/** The same service on an image, as it starts again. */
async function restarted(image: string, { deps, now }: Harness) {
  const store = await openSqliteStore({ path: path.join(image, 'holdfast.db'), clock: now })
  open.push(store)
  return { ...deps, store, caches: createCaches(), bus: createLiveBus() }
}

/** The answer to a call of either API. */
async function answerOf(deps: Deps, token: string, to: string, body?: unknown): Promise<Json> {
  const app = to.startsWith('/api/ui/') ? createUiApp(deps) : createServiceApp(deps)
  const headers = { authorization: `token ${token}`, 'content-type': 'application/json' }
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const response = await app.request(to, { headers, ...sent })
  const text = await response.text()
  if (!response.ok) throw new Error(`${to}: ${response.status} ${text}`)
  return JSON.parse(text) as Json
}
type Json = { [key: string]: unknown }

describe('a process that is killed between any two of its steps', () => {
  it('while it rotates the master key: the rotation continues, and every secret stays readable', async () => {
    const secrets = new Map<string, string>()
    const { harness, deps, data, images, take, calls } = await prepared(async ({ cli, deps: { store }, deps: all }) => {
      await checkMasterKey(all)
      for (let n = 0; n < 101; n++) await cli.createStack(`${ORG}/shop/s${n}`) // two batches
      for (const stack of await store.read((reader) => reader.stacks({})))
        secrets.set(stack.id, await encrypt(all, stack, btoa(`secret of ${stack.name}`)))
    })
    const files = masterKeyFiles(data)
    const between = (step: () => void) => {
      take()
      step()
      take()
    }
    const keys = {
      ...files,
      prepare: (key: Uint8Array) => between(() => files.prepare(key)),
      adopt: () => between(() => files.adopt()),
    }
    await rotateMasterKey({ ...deps, keys })
    expect(calls()).toBeGreaterThan(200)
    // Before, with both keys, each batch, both fingerprints, each name of the new key.
    expect(images.length).toBeGreaterThanOrEqual(6)

    for (const image of images) {
      const here = await restarted(image, harness)
      await rotateMasterKey({ ...here, keys: masterKeyFiles(image) })
      const after = { ...here, masterKey: readOrMakeMasterKey(image, { mayMake: false }) }
      await checkMasterKey(after)
      for (const stack of await after.store.read((reader) => reader.stacks({})))
        expect(atob(await decrypt(after, stack, secrets.get(stack.id) ?? ''))).toBe(`secret of ${stack.name}`)
    }
  })

  it('while it removes old versions: the oldest are gone, every other one is whole, and the rest follows', async () => {
    const versions = 70 // two transactions
    const { harness, deps, images, calls } = await prepared(async ({ cli }) => {
      await cli.createStack(SHOP)
      for (let n = 1; n <= versions; n++) await cli.import(SHOP, stateOf(`r${n}`))
    })
    const rule = { keepNewest: 2, keepDays: null }
    const [stack] = await deps.store.read((reader) => reader.stacks({}))
    const run = (on: Deps, expected: number) =>
      runListed(on, ORG, { at: harness.now(), rule, stacks: [{ id: stack?.id ?? '', versions: expected }] }, WHO)
    const gone = async (on: Deps) => {
      const { versions: all } = await answerOf(on, harness.token, `/api/ui/stacks/${SHOP}/versions?pageSize=100`)
      return (all as { version: number; removedAt: number | null }[]).flatMap(({ version, removedAt }) =>
        removedAt === null ? [] : [version],
      )
    }
    const { run: whole } = await run(deps, versions - 2)
    expect(whole.versions).toBe(versions - 2)
    expect(calls()).toBeGreaterThan(versions)

    const found = new Set<number>()
    for (const image of images) {
      const here = await restarted(image, harness)
      const removed = await gone(here)
      found.add(removed.length)
      expect(removed.toSorted((a, b) => a - b)).toEqual(Array.from({ length: removed.length }, (_, n) => n + 1))
      for (let version = removed.length + 1; version <= versions; version++) {
        const { deployment } = await answerOf(here, harness.token, `/api/stacks/${SHOP}/export/${version}`)
        expect(deployment).toEqual(stateOf(`r${version}`))
      }
      await run(here, versions - 2 - removed.length)
      expect(await gone(here)).toHaveLength(versions - 2)
    }
    expect([...found].toSorted((a, b) => a - b)).toEqual([0, 50, versions - 2])
  })

  it('while it moves resources to another stack: both states are written or neither, and it can be repeated', async () => {
    const { harness, deps, images, calls } = await prepared(async ({ cli }) => {
      for (const ref of [SHOP, OTHER]) await cli.createStack(ref)
      await cli.import(SHOP, stateOf('stays', 'moves'))
      await cli.import(OTHER, { ...stateOf(), resources: [] })
    })
    const { token } = harness
    const basisOf = async (on: Deps, ref: string) =>
      (await answerOf(on, token, `/api/ui/stacks/${ref}/state`))['basis'] as object
    const move = async (on: Deps) =>
      answerOf(on, token, `/api/ui/stacks/${SHOP}/moves`, {
        basis: await basisOf(on, SHOP),
        destination: { org: ORG, project: 'shop2', stack: 'dev' },
        destinationBasis: await basisOf(on, OTHER),
        urns: [urnOf('moves')],
        reason: 'It belongs there.',
        confirm: SHOP,
      })
    const both = (on: Deps) =>
      Promise.all(
        [SHOP, OTHER].map(async (ref) => {
          const { deployment } = await answerOf(on, token, `/api/stacks/${ref}/export`)
          return ((deployment as Json)['resources'] as { urn: string }[]).map(({ urn }) => urn)
        }),
      )
    await move(deps)
    expect(calls()).toBeGreaterThan(10)
    const before = [[urnOf('stays'), urnOf('moves')], []]
    const root = 'urn:pulumi:dev::shop2::pulumi:pulumi:Stack::shop2-dev'
    const after = [[urnOf('stays')], [root, urnOf('moves', 'shop2')]]

    const found: string[][][] = []
    for (const image of images) {
      const here = await restarted(image, harness)
      const is = await both(here)
      // A quiet store empties its log meanwhile: other files, the same states.
      if (!isDeepStrictEqual(is, found.at(-1))) found.push(is)
      if (is[1]?.length === 0) await move(here)
      expect(await both(here)).toEqual(after)
    }
    expect(found).toEqual([before, after])
  })
})
