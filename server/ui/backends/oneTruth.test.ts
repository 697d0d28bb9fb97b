// No two places of the console say something else about a mirrored stack: random backends, read through every list.
import { describe, expect, it } from 'vitest'
import { Leases } from '#contract/leases.ts'
import { StackGraph } from '#contract/stackGraph.ts'
import { Attention, Dashboard, Health, StackDetail, StackPage } from '#contract/stacks.ts'
import { LOCK_HEALTH } from '#domain/health/lockHealth.ts'
import { seeded } from '#mocks/seeded.ts'
import { createMemoryBlobs } from '#server/adapters/memory/memoryBlobs.ts'
import { lookNow } from '#server/core/backends/follow.ts'
import { checkpoint, stateKey } from '#testing/backends/mirrorWorld.ts'
import { aBackend } from '#testing/store/rows.ts'
import { puppetCancel, puppetInit, puppetRun, type Verb } from '#testing/backends/puppetCli.ts'
import { createHarness, type Harness } from '#testing/consoleHarness.ts'
import { NEEDS_ATTENTION } from '../stacks/stackFilter.ts'

const STACKS = ['shop/a', 'shop/b', 'shop/c', 'shop/d']
const STEPS = 48
const WORLDS = 3

async function world() {
  const harness = await createHarness()
  const blobs = createMemoryBlobs(harness.now)
  Object.assign(harness.deps, { openBackend: async () => blobs })
  const backend = aBackend({ connectedAt: harness.now() })
  await harness.deps.store.write((writer) => writer.insertBackend(backend))
  for (const stack of STACKS) await puppetInit(blobs, stack)
  const look = async () => {
    // With the history of each: opening a stack reads nothing more then.
    for (const stack of STACKS) await lookNow(harness.deps, backend, stack)
  }
  return { harness, blobs, look }
}

/** Lets CLIs run, die, be cancelled; looks, and then compares. */
async function live({ harness, blobs, look }: Awaited<ReturnType<typeof world>>, seed: number, seen: Set<Health>) {
  const random = seeded(seed)
  const runs: Verb[][] = []
  let count = 0
  const acts: ((stack: string) => Promise<unknown>)[] = [
    async (stack) => {
      const result = random() < 0.7 ? 'succeeded' : 'failed'
      const run = {
        store: blobs,
        clock: harness.now,
        stack,
        has: ['a'],
        creates: [`r${++count}`],
        lock: `lock-${++count}`,
        result,
      } as const
      runs.push(puppetRun(run))
    },
    async () => {
      for (const verbs of runs) for (const verb of verbs.splice(0, 1 + Math.floor(random() * 6))) await verb.run()
    },
    async () => {
      for (const verbs of runs) for (const verb of verbs.splice(0)) await verb.run()
    },
    async () => runs.shift(),
    (stack) => puppetCancel(blobs, stack),
    async (stack) => {
      runs.length = 0 // killed in the middle, then cancelled
      await puppetCancel(blobs, stack)
    },
    async (stack) => blobs.set(stateKey(stack), random() < 0.5 ? '{"version":3' : checkpoint(stack, ['a'])),
    () => harness.wait(Math.ceil(random() * 3_600)),
    () => harness.wait(3 * 3_600),
  ]
  for (let step = 0; step < STEPS; step++) {
    await harness.wait(1)
    await acts[Math.floor(random() * acts.length)]?.(STACKS[Math.floor(random() * STACKS.length)] ?? '')
    if (step % 4 !== 3) continue
    await look()
    await compare(harness, seen)
  }
}

/** A run that is killed in the middle, then forgotten, then cancelled. */
async function killed({ harness, blobs, look }: Awaited<ReturnType<typeof world>>, seen: Set<Health>) {
  for (const verb of puppetRun({
    store: blobs,
    clock: harness.now,
    stack: 'shop/a',
    has: [],
    creates: ['r'],
    lock: 'lock',
  })) {
    await harness.wait(1)
    await verb.run()
    if (verb.name === 'write begin r') break
  }
  for (const after of [1, 1_200, 3 * 3_600]) {
    await harness.wait(after)
    await look()
    await compare(harness, seen)
  }
  await puppetCancel(blobs, 'shop/a')
  await look()
  await compare(harness, seen)
}

async function compare(harness: Harness, seen: Set<Health>): Promise<void> {
  const read = async <T>(type: { parse(json: unknown): T }, path: string) => type.parse(await harness.get(path))
  const { stacks } = await read(StackPage, '/stacks?sort=name')
  const attention = await read(Attention, '/attention')
  const { foreign = [] } = await read(Leases, '/leases')
  const dashboard = await read(Dashboard, '/dashboard')
  const graph = await read(StackGraph, '/stack-graph')
  const healthOf = new Map(stacks.map(({ ref, health, lastUpdate }) => [ref.stack, [health, lastUpdate?.kind]]))
  expect(stacks).toHaveLength(STACKS.length)
  for (const { ref, health, healthReason, elsewhere } of stacks) {
    seen.add(health)
    const detail = await read(StackDetail, `/stacks/${ref.org}/${ref.project}/${ref.stack}`)
    expect([detail.health, detail.healthReason, detail.elsewhere]).toEqual([health, healthReason, elsewhere])
    const word = elsewhere?.holder?.word
    if (word !== undefined) expect(health).toBe(LOCK_HEALTH[word])
    else expect(Object.values(LOCK_HEALTH)).not.toContain(health)
    const isHeld = (elsewhere?.holder?.locks.length ?? 0) > 0 || word === 'unlockedWriter'
    expect(foreign.find(({ stack }) => stack.stack === ref.stack)?.elsewhere).toEqual(isHeld ? elsewhere : undefined)
  }
  const needing = stacks.filter(({ health }) => NEEDS_ATTENTION.includes(health)).map(({ ref }) => ref.stack)
  expect(attention.needs.map(({ ref }) => ref.stack).toSorted()).toEqual(needing.toSorted())
  const needs = attention.needs.map((stack) => ({ ...stack, lastKind: stack.lastUpdate?.kind }))
  for (const { ref, health, lastKind } of [...dashboard.stacks, ...needs, ...graph.stacks])
    expect([health, lastKind]).toEqual(healthOf.get(ref.stack))
  for (const health of Health.options) {
    const same = stacks.filter((stack) => stack.health === health).map(({ ref }) => ref.stack)
    const filtered = await read(StackPage, `/stacks?sort=name&health=${health}`)
    expect(filtered.stacks.map(({ ref }) => ref.stack)).toEqual(same)
    expect(dashboard.healthCounts.find((each) => each.health === health)?.count ?? 0).toBe(same.length)
  }
}

describe('what the console says about a mirrored stack', () => {
  it('is the same everywhere, right after a look', async () => {
    const seen = new Set<Health>()
    for (let seed = 1; seed <= WORLDS; seed++) await live(await world(), seed, seen)
    await killed(await world(), seen)
    for (const health of ['orphaned', 'notResponding', 'failed', 'broken', 'notProgressing', 'running', 'ok'] as const)
      expect(seen).toContain(health)
  })
})
