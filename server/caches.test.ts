import { expect, it } from 'vitest'
import { createFolding } from '#domain/events/changes.ts'
import type { Timeline } from '#contract/runCourse.ts'
import { CACHE_BUDGET, createCaches, type KnownWorking } from './caches.ts'
import { knownWorking } from './texts/working/workingCache.ts'
import { readState } from './texts/states.ts'
import { createHarness, type Harness } from '#testing/consoleHarness.ts'

const REF = 'acme/shop/prod'
const MIB = 1024 * 1024

/** An app with one stack, with the same state in each app. */
async function app() {
  const harness = await createHarness()
  await harness.cli.createStack(REF)
  await harness.cli.import(REF, { manifest: { time: '2026-01-01T00:00:00Z', magic: '', version: '' } })
  return harness
}

const stateOf = ({ deps }: Harness) =>
  deps.store.read(async (reader) => {
    const stack = await reader.stack({ org: 'acme', project: 'shop', name: 'prod' })
    return readState(deps, reader, stack?.stateId ?? '')
  })

const figures = ({ readings }: Pick<ReturnType<typeof createCaches>, 'readings'>, name: string) =>
  Object.fromEntries(
    readings()
      .find((reading) => reading.name === name)
      ?.values.map(({ labels, value }) => [labels?.['cache'], value]) ?? [],
  )

const saved = (bytes: number): KnownWorking => ({
  mark: 'first',
  sequenceNumber: 1,
  kind: 'full',
  parts: [],
  bytes,
  patches: 0,
  patchBytes: 0,
})

const created = (sequence: number, urn: string) => ({
  sequence,
  timestamp: 1,
  resOutputsEvent: { metadata: { op: 'create', urn, type: 'a:b:C', old: null, new: null, provider: '' } },
})

const timelineOf = (steps: number): Timeline => ({
  source: 'journal',
  precisionMs: 1,
  from: 0,
  to: 1,
  parallel: null,
  journalPeriodMs: null,
  saves: null,
  batches: { at: [], entries: [] },
  urns: Array.from({ length: steps }, (_, at) => `urn:pulumi:prod::shop::a:b:C::${at}`),
  steps: Array.from({ length: steps }, (_, at) => ({
    urn: at,
    op: 'create',
    begin: 0,
    end: 1,
    outcome: 'done',
    custom: true,
    parent: -1,
    provider: -1,
    after: [],
  })),
})

it('the caches of two apps in one process are separate', async () => {
  const [one, other] = [await app(), await app()]
  const document = await stateOf(one)
  expect(await stateOf(one)).toBe(document)
  expect(figures(other.deps.caches, 'holdfast_cache_entries')).toEqual({
    states: 0,
    working: 0,
    replays: 0,
    readable: 0,
    dataKeys: 0,
    inFlight: 0,
    changes: 0,
    timelines: 0,
    admitted: 0,
  })
  const itsOwn = await stateOf(other)
  expect(itsOwn).toEqual(document)
  expect(itsOwn).not.toBe(document)
  one.deps.caches.working.set('update-1', saved(1))
  expect(knownWorking(one.deps, 'update-1', 'first')).toBeDefined()
  expect(knownWorking(other.deps, 'update-1', 'first')).toBeUndefined()
})

it('a cache stays within its share of the budget, and evicts the least recently used', () => {
  const caches = createCaches()
  for (const name of ['a', 'b', 'c']) caches.states.set(name, { value: {}, bytes: 4 * MIB })
  caches.states.get('a')
  caches.states.set('d', { value: {}, bytes: 4 * MIB })
  caches.states.set('too large', { value: {}, bytes: CACHE_BUDGET.states + 1 })
  expect([...caches.states.keys()].toSorted()).toEqual(['a', 'c', 'd'])
  for (let n = 0; n < 10; n++) caches.working.set(`update-${n}`, saved(50 * MIB))
  for (let n = 0; n < 30_000; n++) caches.readable.set(`hash-${n}`, n % 2 === 0)
  const key = crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt'])
  for (let n = 0; n < 2000; n++) caches.dataKeys.set(`wrapped-${n}`, key)
  for (let n = 0; n < 10; n++)
    caches.replays.set(`update-${n}`, { mark: { journal: 1, working: '' }, text: new Uint8Array(MIB), hash: '' })
  const operation = { type: 'creating', urn: 'u'.repeat(200), name: 'name', resourceType: 'a:b:C', since: 1 }
  const open = new Map(Array.from({ length: 500 }, (_, at) => [at, operation]))
  for (let n = 0; n < 30; n++) caches.inFlight.set(`update-${n}`, { entries: 500, last: 500, open })
  for (let n = 0; n < 30; n++) {
    const folding = createFolding()
    folding.add(Array.from({ length: 400 }, (_, at) => created(at + 1, `urn:pulumi:prod::shop::a:b:C::${n}-${at}`)))
    caches.changes.set(`update-${n}`, { folding, received: 400 })
  }
  for (let n = 0; n < 30; n++) caches.timelines.set(`update-${n}`, timelineOf(8_000))
  for (let n = 0; n < 3_000; n++) caches.admitted.set(`token-${n}`, 'acme/shop/production update-1')
  expect(caches.replays.size).toBe(4)
  const bytes = figures(caches, 'holdfast_cache_bytes')
  for (const [name, budget] of Object.entries(CACHE_BUDGET)) {
    expect(bytes[name], name).toBeGreaterThan(0)
    expect(bytes[name], name).toBeLessThanOrEqual(budget)
  }
  expect(figures(caches, 'holdfast_cache_budget_bytes')).toEqual(CACHE_BUDGET)
})

it('a replay larger than the share of all replays is kept as the only one', () => {
  const caches = createCaches()
  const mark = { journal: 1, working: '' }
  caches.replays.set('small', { mark, text: new Uint8Array(1), hash: '' })
  const text = new Uint8Array(CACHE_BUDGET.replays + 1)
  caches.replays.set('large', { mark, text, hash: '' })
  expect([...caches.replays.keys()]).toEqual(['large'])
  expect(figures(caches, 'holdfast_cache_bytes')).toMatchObject({ replays: text.length })
})
