// No two places of the console say something else about one stack: the same random fleet, read through every list.
import { describe, expect, it } from 'vitest'
import { begins } from '#testing/samples/sampleJournal.ts'
import { ActivityPage } from '#contract/activity.ts'
import { Leases, type LeaseVerdict } from '#contract/leases.ts'
import { StackGraph } from '#contract/stackGraph.ts'
import { Attention, Dashboard, Health, StackDetail, StackPage } from '#contract/stacks.ts'
import { isProbablyGone } from '#domain/lease/lease.ts'
import { createHarness, type Harness } from '#testing/consoleHarness.ts'
import { seeded } from '#mocks/seeded.ts'
import { NEEDS_ATTENTION } from './stacks/stackFilter.ts'

const STACKS = 8
const STEPS = 60
const FLEETS = 6
const nameOf = (n: number) => `organization/shop/s${n}`
const TYPE = 'random:index/randomId:RandomId'
const urnOf = (n: number, name: string) => `urn:pulumi:s${n}::shop::${TYPE}::${name}`
const create = (n: number, sequenceID: number) =>
  begins(sequenceID, { type: 'creating', resource: { urn: urnOf(n, `r${sequenceID}`), type: TYPE, custom: true } })

type Run = Awaited<ReturnType<Harness['cli']['start']>>

/** Lets clients do something at random: start, work, renew, end, disappear, be refused, import states of any kind. */
async function live(harness: Harness, seed: number, look: () => Promise<void>): Promise<void> {
  const { cli, wait } = harness
  const random = seeded(seed)
  const runs = new Map<number, Run>()
  for (let n = 0; n < STACKS; n++) await cli.createStack(nameOf(n))
  const statesOf = (n: number) => [
    {},
    { resources: [{ urn: urnOf(n, 'a'), type: TYPE, parent: urnOf(n, 'nobody') }] },
    {
      resources: [{ urn: urnOf(n, 'a'), type: TYPE, custom: true, id: 'a' }],
      pending_operations: [create(n, 1).operation],
    },
    { resources: [{ urn: urnOf(n, 'a'), type: TYPE, custom: true, id: 'a', initErrors: ['not ready'] }] },
  ]
  const acts: ((n: number) => Promise<unknown>)[] = [
    async (n) => runs.set(n, await cli.start(nameOf(n), { kind: random() < 0.8 ? 'update' : 'refresh' })),
    async (n) => runs.get(n)?.journal(create(n, Math.ceil(random() * 1000))),
    async (n) => runs.get(n)?.renew(),
    async (n) => runs.get(n)?.complete(random() < 0.5 ? 'succeeded' : 'failed'),
    async (n) => runs.delete(n),
    (n) => cli.start(nameOf(n)),
    (n) => cli.import(nameOf(n), statesOf(n)[Math.floor(random() * 4)] ?? {}),
    async (n) => {
      const run = await cli.start(nameOf(n))
      await wait(5)
      await run.complete('succeeded')
    },
    async () => {
      // Clients that work on, for longer than their runs usually take.
      for (let times = 0; times < 3; times++) {
        await wait(60)
        for (const [n, run] of runs) await run.journal(create(n, Math.ceil(random() * 1000))).catch(() => undefined)
      }
    },
    () => wait(Math.ceil(random() * 240)),
    async () => {
      // Clients that only renew, for longer than one counts as not progressing.
      for (let times = 0; times < 6; times++) {
        await wait(180)
        for (const run of runs.values()) await run.renew().catch(() => undefined)
      }
    },
  ]
  for (let step = 0; step < STEPS; step++) {
    // A refusal is one of the things that happen.
    await acts[Math.floor(random() * acts.length)]?.(Math.floor(random() * STACKS)).catch(() => undefined)
    if (step % 4 === 3) await look()
  }
}

/** The verdicts that a lease may have when only the lease decides the health; undefined: none is held. */
const VERDICTS: Partial<Record<Health, (LeaseVerdict | undefined)[]>> = {
  notResponding: ['notResponding', 'disconnected'],
  notProgressing: ['notProgressing'],
  blocking: ['alive'],
  slow: ['alive'],
  running: ['alive'],
  ok: [undefined],
  empty: [undefined],
}

/** Everything that the console says about the health and the lease of each stack; throws where two places differ. */
async function compare(harness: Harness, seen: Set<Health>): Promise<void> {
  const read = async <T>(type: { parse(json: unknown): T }, path: string) => type.parse(await harness.get(path))
  const { stacks } = await read(StackPage, '/stacks?sort=name')
  const attention = await read(Attention, '/attention')
  const board = await read(Leases, '/leases')
  const dashboard = await read(Dashboard, '/dashboard')
  const graph = await read(StackGraph, '/stack-graph')
  const { runs } = await read(ActivityPage, '/activity?result=running&kind=not-preview')
  const healthOf = new Map(stacks.map(({ ref, health, lastUpdate }) => [ref.stack, [health, lastUpdate?.kind]]))
  for (const { ref, health, healthReason, lease } of stacks) {
    seen.add(health)
    const detail = await read(StackDetail, `/stacks/${ref.org}/${ref.project}/${ref.stack}`)
    expect([detail.health, detail.healthReason, detail.lease]).toEqual([health, healthReason, lease])
    const onBoard = [...board.leases, ...(board.orphaned ?? [])].find(({ stack }) => stack.stack === ref.stack)
    expect(onBoard?.verdict).toBe(lease?.verdict)
    expect(detail.leaseCard?.verdict).toBe(lease?.verdict)
    // A run is under way exactly where a lease is held.
    const holder = lease === null || lease.verdict === 'orphaned' ? undefined : onBoard
    expect(runs.filter(({ stack }) => stack.stack === ref.stack).map(({ update }) => update.id)).toEqual(
      holder ? [holder.updateId] : [],
    )
    // What is said of the lease follows its verdict; a run that gets on is the only one that is called running.
    expect(VERDICTS[health] ?? [lease?.verdict]).toContain(lease?.verdict)
  }
  const needing = stacks.filter(({ health }) => NEEDS_ATTENTION.includes(health)).map(({ ref }) => ref.stack)
  expect(attention.needs.map(({ ref }) => ref.stack).toSorted()).toEqual(needing.toSorted())
  expect(attention.needsCount).toBe(needing.length)
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

/** What the CLI prints before a preview agrees with the console: who holds the lease, and whether the client responds. */
async function compareWithCli(harness: Harness, seen: Set<LeaseVerdict>): Promise<void> {
  for (let n = 0; n < STACKS; n++) {
    const { lease, leaseCard } = StackDetail.parse(await harness.get(`/stacks/${nameOf(n)}`))
    const preview = await harness.cli.send(`${nameOf(n)}/preview`, {
      name: 'shop',
      runtime: 'nodejs',
      metadata: { message: '', environment: {} },
    })
    const warning = JSON.stringify(preview['messages'] ?? [])
    const held = lease?.verdict === 'orphaned' ? null : leaseCard
    if (held) seen.add(held.verdict)
    expect(warning).toContain(held ? `is held by ${held.holder.login} (${held.kind}, version ${held.version})` : '[]')
    expect(warning.includes('It is not responding')).toBe(isProbablyGone(held?.verdict))
  }
}

describe('what the console and the CLI say about a stack', () => {
  it('is the same everywhere, at any time', async () => {
    const seen = new Set<Health>()
    const verdicts = new Set<LeaseVerdict>()
    for (let seed = 1; seed <= FLEETS; seed++) {
      const harness = await createHarness()
      await live(harness, seed, async () => {
        await compare(harness, seen)
        await compareWithCli(harness, verdicts)
      })
    }
    expect([...verdicts].toSorted()).toEqual(['alive', 'notProgressing', 'notResponding'])
    for (const health of [
      'orphaned',
      'notResponding',
      'failed',
      'broken',
      'notProgressing',
      'blocking',
      'slow',
      'running',
      'ok',
    ] as const)
      expect(seen).toContain(health)
  })
})
