import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { BACKENDS, openBackend, type Backend, type BackendName } from './backend.ts'
import { isMet, line, medians, type Figure, type MedianFigure } from './figures.ts'
import { fsyncTime, load, machine } from './machine.ts'
import { ROOT } from './serverProcess.ts'

/** One part: measures once, with a service and rows of its own. */
type Part = {
  load(): Promise<{ measure(backend: Backend): Promise<Figure[]> }>
  on: readonly BackendName[]
  /** Number of runs, if the default of five adds nothing. */
  runs?: number
}

const PARTS: Record<string, Part> = {
  start: { load: () => import('./start.ts'), on: ['sqlite'], runs: 3 },
  journal: { load: () => import('./journal.ts'), on: BACKENDS },
  approvals: { load: () => import('./approvals.ts'), on: BACKENDS, runs: 1 },
  clients: { load: () => import('./clients.ts'), on: BACKENDS },
  cli: { load: () => import('./cli.ts'), on: BACKENDS, runs: 3 },
  states: { load: () => import('./largeStates.ts'), on: BACKENDS },
  search: { load: () => import('./search.ts'), on: BACKENDS, runs: 1 },
}

const RUNS = 5
const USAGE = `npm run bench:service -- [--runs N] [${[...Object.keys(PARTS), ...BACKENDS].join('|')} …]`

/** Runs the named parts (all by default) on the named backends (all by default). */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { runs: { type: 'string' } }, allowPositionals: true })
  const unknown = positionals.find((word) => !(word in PARTS) && !BACKENDS.some((name) => name === word))
  const runs = values.runs === undefined ? undefined : Number(values.runs)
  if (unknown !== undefined || (runs !== undefined && !(Number.isInteger(runs) && runs > 0))) {
    throw new Error(`Unknown part, backend or number of runs. ${USAGE}`)
  }
  const isWanted = (word: string, among: readonly string[]) =>
    positionals.includes(word) || !positionals.some((other) => among.includes(other))
  const names = Object.keys(PARTS)
  for (const [name, part] of Object.entries(PARTS)) {
    if (!isWanted(name, names)) continue
    const results: Result[] = []
    for (const on of part.on) {
      if (isWanted(on, BACKENDS)) results.push(await runPart(name, part, { on, runs: runs ?? part.runs ?? RUNS }))
    }
    if (results.length > 0) write(name, results)
    if (!results.every(({ figures }) => figures.every(isMet))) process.exitCode = 1
  }
}

type Result = {
  on: BackendName
  load: { least: number; most: number }
  /** How long the disk takes to store 16 kB durably, measured before each run, because others use the same disk. */
  fsyncMs: number
  figures: MedianFigure[]
}

async function runPart(name: string, part: Part, { on, runs }: { on: BackendName; runs: number }): Promise<Result> {
  const { measure } = await part.load()
  const backend = await openBackend(on)
  const [measured, loads]: [Figure[][], number[]] = [[], []]
  try {
    for (let run = 0; run < runs; run++) {
      const disk: Figure = { what: 'fsync of this disk meanwhile', value: fsyncTime(tmpdir()).p50, unit: 'ms' }
      measured.push([...(await measure(backend)), disk])
      loads.push(load())
    }
  } finally {
    await backend.close()
  }
  const figures = medians(measured)
  const range = { least: Math.min(...loads), most: Math.max(...loads) }
  const times = runs === 1 ? 'one run' : `medians of ${runs}`
  console.log(`${name} on ${on}: ${times}, load ${range.least} to ${range.most} on ${machine().cores} cores`)
  for (const figure of figures) console.log(line(figure))
  return { on, load: range, fsyncMs: figures.at(-1)?.value ?? NaN, figures }
}

/** One file for each part, so that a part can be measured again by itself. */
function write(name: string, results: Result[]): void {
  const directory = join(ROOT, '.cache/bench')
  mkdirSync(directory, { recursive: true })
  const result = { at: new Date().toISOString(), machine: machine(), results }
  writeFileSync(join(directory, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`)
}

await main()
