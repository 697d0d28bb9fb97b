import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { createClock as createSystemClock } from '#server/adapters/clock.ts'
import { collectGarbage } from '#server/adapters/garbage.ts'
import { gunzip, unzstd } from '#server/adapters/gunzip.ts'
import { createMemoryBlobs, type MemoryBlobs } from '#server/adapters/memory/memoryBlobs.ts'
import { openStore } from '#server/adapters/openStore.ts'
import { createTextWorker } from '#server/adapters/textThreads/textWorker.ts'
import type { BlobStore } from '#server/blobs/port.ts'
import { followBackends, lookNow, noteView } from '#server/core/backends/follow.ts'
import type { Deps } from '#server/deps.ts'
import { measureStore } from '#server/store/measured.ts'
import { createMetrics } from '#server/metrics.ts'
import { jobsOutside } from '#server/texts/waiting/outside.ts'
import { checkpoint, stateKey } from '#testing/backends/mirrorWorld.ts'
import { aBackend } from '#testing/store/rows.ts'
import { createClock, testDeps } from '#testing/deps.ts'
import { type Figure, isMet, line } from './figures.ts'
import { largeState } from './largeState.ts'
import { load, machine } from './machine.ts'
import { median } from './statistics.ts'

const STACKS = 5_000
const IDLE_STACKS = 1_000
const LATENCY_MS = 20
const LARGE = 30_000
const LOCK = '{"pid":1,"username":"ada","hostname":"laptop","timestamp":"2026-01-05T09:00:00Z"}'

/** The store with a latency for each request, as over a network; each page of a listing is one. */
function distant(blobs: MemoryBlobs): BlobStore {
  return {
    ...blobs,
    async *list(prefix, options) {
      for await (const page of blobs.list(prefix, options)) {
        await wait(LATENCY_MS)
        yield page
      }
    },
    async read(key, options) {
      await wait(LATENCY_MS)
      return blobs.read(key, options)
    },
  }
}

/** The mirror on an SQLite file with text threads, as the server has it, of a backend in memory with latency. */
async function server() {
  const data = mkdtempSync(join(tmpdir(), 'holdfast-bench-'))
  const clock = createSystemClock()
  const texts = createTextWorker()
  const opened = measureStore(await openStore({ databaseUrl: undefined, data }, clock, texts.packer), createMetrics({}))
  const { store, jobs } = jobsOutside(opened, texts.jobs)
  const blobs = createMemoryBlobs(clock.now)
  const { deps: common } = testDeps({ store })
  const deps: Deps = { ...common, jobs, gunzip, unzstd, openBackend: async () => distant(blobs) }
  const backend = aBackend({ connectedAt: clock.now() })
  await store.write((writer) => writer.insertBackend(backend))
  const close = async () => {
    await texts.close()
    await store.close()
    rmSync(data, { recursive: true, force: true })
  }
  return { deps, blobs, backend, close, look: () => lookNow(deps, backend) }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

/** Processor time of all threads, which does not depend on what else runs on the machine; seconds. */
async function processorTime(work: () => Promise<unknown>): Promise<number> {
  const from = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(from)
  return (user + system) / 1e6
}

const count = ({ deps }: Awaited<ReturnType<typeof server>>) => deps.store.read((reader) => reader.stackCount())

/** A backend of 5,000 stacks: until all are in lists, until all states are read, later looks, a lock, memory. */
async function many(): Promise<Figure[]> {
  const bench = await server()
  const { blobs, deps } = bench
  for (let n = 0; n < STACKS; n++) {
    const name = `p${n % 40}/s${n}`
    blobs.set(stateKey(name), checkpoint(name, ['a', 'b', 'c']))
    blobs.set(stateKey(name, '.bak'), checkpoint(name, ['a', 'b']))
  }
  const from = performance.now()
  let listedMs = NaN
  let listedCpuS = NaN
  const readCpuS = await processorTime(async () => {
    const whole = bench.look()
    listedCpuS = await processorTime(async () => {
      while ((await count(bench)) < STACKS) await wait(50)
    })
    listedMs = performance.now() - from
    await whole
  })
  const readMs = performance.now() - from
  const again: number[] = []
  const lookCpuS = await processorTime(async () => {
    for (let times = 0; times < 5; times++) again.push(await timed(bench.look))
  })
  const lockMs = await lockOnScreen(bench)
  const megabytes = memoryOf(deps)
  await bench.close()
  return [
    { what: '5,000 stacks: all in lists', value: listedMs / 1000, unit: 's', bound: { most: 3 } },
    { what: '5,000 stacks: all in lists, processor time', value: listedCpuS, unit: 's' },
    { what: '5,000 stacks: all states read', value: readMs / 1000, unit: 's' },
    { what: '5,000 stacks: all states read, processor time', value: readCpuS, unit: 's' },
    {
      what: '5,000 stacks: a later look',
      value: median(again),
      unit: 'ms',
      bound: { most: 300 },
    },
    { what: '5,000 stacks: a later look, processor time', value: (lookCpuS / 5) * 1000, unit: 'ms' },
    { what: 'a lock is on screen after', value: lockMs / 1000, unit: 's', bound: { most: 5 } },
    { what: '5,000 stacks: memory while idle', value: megabytes, unit: 'MB', bound: { most: 15 } },
  ]
}

async function lockOnScreen({ deps, blobs, backend }: Awaited<ReturnType<typeof server>>): Promise<number> {
  noteView(deps, backend.id, await deps.store.now())
  const timer = setInterval(() => void followBackends(deps), 1_000)
  await wait(5_000)
  const from = performance.now()
  blobs.set('.pulumi/locks/organization/p7/s7/lock-1.json', LOCK)
  const isSeen = async () => (await deps.store.read((reader) => reader.lockedElsewhere(1))).length > 0
  while (!(await isSeen())) await wait(50)
  clearInterval(timer)
  return performance.now() - from
}

/** What the app keeps of the backend between looks: freed memory when it is forgotten. */
function memoryOf(deps: Deps): number {
  const used = () => {
    collectGarbage()
    const { heapUsed, external } = process.memoryUsage()
    return (heapUsed + external) / 1e6
  }
  const before = used()
  deps.caches.backends.clear()
  return Math.max(0, before - used())
}

/** A state of 84 MB that changed: until it is in the mirror, without its transfer, and how long the main thread was busy. */
async function large(): Promise<Figure[]> {
  const bench = await server()
  const { blobs } = bench
  const state = largeState('prod', LARGE)
  const put = () => {
    const { deployment } = JSON.parse(state.text().toString()) as { deployment: unknown }
    const text = JSON.stringify({ version: 3, checkpoint: { stack: 'organization/webshop/prod', latest: deployment } })
    blobs.set(stateKey('webshop/prod'), text)
    return text.length / 1e6
  }
  const megabytes = put()
  let firstMs = NaN
  const firstCpuS = await processorTime(async () => {
    firstMs = await timed(bench.look)
  })
  state.change(0.01)
  put()
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const again = await timed(bench.look)
  delay.disable()
  await bench.close()
  return [
    { what: 'size of the large state', value: megabytes, unit: 'MB' },
    { what: 'large state: in the mirror', value: firstMs / 1000, unit: 's', bound: { most: 4 } },
    { what: 'large state: in the mirror, processor time', value: firstCpuS, unit: 's' },
    { what: 'large state: again, a percent changed', value: again / 1000, unit: 's', bound: { most: 4 } },
    { what: 'large state: the main thread was busy at most', value: delay.max / 1e6, unit: 'ms' },
  ]
}

/** An hour of a backend at which nobody looks, by a clock that is moved. */
async function idle(): Promise<Figure[]> {
  const clock = createClock()
  const { deps: common } = testDeps({ clock })
  const blobs = createMemoryBlobs(clock.now)
  const deps: Deps = { ...common, openBackend: async () => blobs }
  await deps.store.write((writer) => writer.insertBackend(aBackend({ connectedAt: clock.now() })))
  for (let n = 0; n < IDLE_STACKS; n++) blobs.set(stateKey(`shop/s${n}`), checkpoint(`shop/s${n}`, ['a']))
  const sum = () => [...blobs.requests.values()].reduce((all, each) => all + each, 0)
  await followBackends(deps)
  const before = sum()
  for (let second = 0; second < 3_600; second++) {
    clock.advance(1_000)
    await followBackends(deps)
  }
  return [{ what: '1,000 stacks: requests in an idle hour', value: sum() - before, unit: '', bound: { most: 200 } }]
}

/** Connected backends on this machine: `npm run bench:backends`. Exits with 1 when a bound is missed. */
async function main(): Promise<void> {
  const { cpu, cores, node } = machine()
  process.stdout.write(`backends on ${cpu}, ${cores} cores, Node ${node}, load ${load()}; latency ${LATENCY_MS} ms\n`)
  const figures = [...(await idle()), ...(await many()), ...(await large())]
  for (const figure of figures) process.stdout.write(`${line(figure)}\n`)
  process.stdout.write(`load afterwards ${load()}\n`)
  if (!figures.every(isMet)) process.exitCode = 1
}

await main()
