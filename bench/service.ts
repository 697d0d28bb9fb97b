import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { BUDGETS, builtSizes } from './bundle.ts'
import { createClient, initStack, play, resourceCount, type Client } from './client.ts'
import { fsyncTime, load, machine } from './machine.ts'
import { recordedUpdate } from './recordedUpdate.ts'
import { ROOT, startServer, type ServerProcess } from './serverProcess.ts'
import { median, percentile } from './statistics.ts'

const UPDATES = 10
const IDLE_MS = 10_000

type Figure = { what: string; measured: number; most: number | null; unit: string }
type Measured = { cpuS: number; wallMs: number; completeMs: number; journalMs: number[]; fsyncMs: number; load: number }

/** Plays one update on a stack of its own. The wait for the disk is measured beside it: others use the same disk. */
async function update(server: ServerProcess, client: Client, stack: string, copies: number): Promise<Measured> {
  await initStack(client, server.token, stack)
  const calls = recordedUpdate(stack, copies)
  const fsyncMs = fsyncTime(server.data, 50).p50
  const [cpu, since] = [server.cpu(), performance.now()]
  const timings = await play(client, server.token, calls)
  const wallMs = performance.now() - since
  const cpuS = server.cpu() - cpu
  const resources = await resourceCount(client, server.token, stack)
  if (resources !== 200 * copies) throw new Error(`${resources} resources instead of ${200 * copies}`)
  const of = (what: string) => timings.filter((timing) => timing.what === what).map(({ ms }) => ms)
  return { cpuS, wallMs, completeMs: median(of('complete')), journalMs: of('journal'), fsyncMs, load: load() }
}

async function updates(): Promise<{ cold: Measured; small: Measured[]; large: Measured[]; busyMB: number }> {
  const server = await startServer()
  const client = createClient(server.url)
  try {
    const cold = await update(server, client, 'warm-up', 1)
    const [small, large]: [Measured[], Measured[]] = [[], []]
    for (let at = 0; at < UPDATES; at++) small.push(await update(server, client, `small-${at}`, 1))
    for (let at = 0; at < UPDATES / 2; at++) large.push(await update(server, client, `large-${at}`, 5))
    return { cold, small, large, busyMB: server.rss() }
  } finally {
    client.close()
    await server.stop()
  }
}

/** As a person starts it, once more after it was started before; then left alone. */
async function starts(): Promise<{ secondStartS: number; idleMB: number; idleCpuS: number }> {
  await (await startServer(['scripts/start.js'])).stop()
  const server = await startServer(['scripts/start.js'])
  try {
    const cpu = server.cpu()
    await wait(IDLE_MS)
    return { secondStartS: server.startedInMs / 1000, idleMB: server.rss(), idleCpuS: server.cpu() - cpu }
  } finally {
    await server.stop()
  }
}

function figures(run: Awaited<ReturnType<typeof updates>>, start: Awaited<ReturnType<typeof starts>>): Figure[] {
  const { small, large, cold } = run
  const journal = small.flatMap(({ journalMs }) => journalMs)
  const cpu = median(small.map(({ cpuS }) => cpuS))
  const wall = median(small.map(({ wallMs }) => wallMs))
  const sizes = builtSizes()
  return [
    { what: 'journal call, median', measured: median(journal), most: 2, unit: 'ms' },
    { what: 'journal call, 99 of 100', measured: percentile(journal, 0.99), most: 15, unit: 'ms' },
    {
      what: 'the same, median of the quietest update',
      measured: Math.min(...small.map(({ journalMs }) => median(journalMs))),
      most: null,
      unit: 'ms',
    },
    {
      what: 'fsync of this disk meanwhile, median',
      measured: median(small.map(({ fsyncMs }) => fsyncMs)),
      most: null,
      unit: 'ms',
    },
    { what: '200 resources: CPU of the server', measured: cpu, most: 0.5, unit: 's' },
    { what: '200 resources: CPU, first after a start', measured: cold.cpuS, most: null, unit: 's' },
    { what: '200 resources: time', measured: wall / 1000, most: null, unit: 's' },
    {
      what: '200 resources: complete',
      measured: median(small.map(({ completeMs }) => completeMs)),
      most: null,
      unit: 'ms',
    },
    {
      what: '1,000 resources: CPU, times that of 200',
      measured: median(large.map(({ cpuS }) => cpuS)) / cpu,
      most: 6,
      unit: '×',
    },
    {
      what: '1,000 resources: time, times that of 200',
      measured: median(large.map(({ wallMs }) => wallMs)) / wall,
      most: 6,
      unit: '×',
    },
    {
      what: '1,000 resources: complete',
      measured: median(large.map(({ completeMs }) => completeMs)),
      most: null,
      unit: 'ms',
    },
    { what: 'second npm start: listening after', measured: start.secondStartS, most: 3, unit: 's' },
    { what: 'memory, idle after a start', measured: start.idleMB, most: 150, unit: 'MB' },
    { what: 'memory after 16 updates', measured: run.busyMB, most: null, unit: 'MB' },
    { what: 'CPU in 10 idle seconds', measured: start.idleCpuS, most: null, unit: 's' },
    {
      what: 'first screen, gzipped JavaScript',
      measured: sizes?.firstScreen ?? NaN,
      most: BUDGETS.firstScreen,
      unit: 'kB',
    },
    { what: 'graph, gzipped JavaScript', measured: sizes?.graph ?? NaN, most: BUDGETS.graph, unit: 'kB' },
  ]
}

/** One update in a few numbers, beside what the machine was busy with. */
const summary = ({ journalMs, ...rest }: Measured) => ({
  ...rest,
  journalMs: { p50: median(journalMs), p99: percentile(journalMs, 0.99) },
})

const isMet = ({ measured, most }: Figure) => most === null || measured <= most

function row({ what, measured, most, unit }: Figure): string {
  const digits = measured < 10 ? 2 : measured < 100 ? 1 : 0
  const bound = most === null ? '' : `at most ${most}`
  return `${what.padEnd(42)}${measured.toFixed(digits).padStart(9)} ${unit.padEnd(4)}${bound.padEnd(14)}`
}

const start = await starts() // first: it builds the console when that is missing, and installs nothing
const run = await updates()
const all = figures(run, start)
for (const figure of all) console.log(`${row(figure)}${figure.most === null ? '' : isMet(figure) ? 'ok' : 'MISSED'}`)
const loads = [run.cold, ...run.small, ...run.large].map((each) => each.load)
console.log(
  `Load of the machine while it was measured: ${Math.min(...loads)} to ${Math.max(...loads)} on ${machine().cores} cores.`,
)

const directory = join(ROOT, 'bench/results')
mkdirSync(directory, { recursive: true })
const result = {
  at: new Date().toISOString(),
  machine: machine(),
  load: { least: Math.min(...loads), most: Math.max(...loads) },
  figures: all,
  updates: { small: run.small.map(summary), large: run.large.map(summary) },
}
writeFileSync(join(directory, 'service.json'), `${JSON.stringify(result, null, 2)}\n`)
if (!all.every(isMet)) process.exitCode = 1
