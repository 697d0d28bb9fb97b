import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser } from '@playwright/test'
import { launch } from './console/browser.ts'
import { isMet, line, medians, type Figure } from './figures.ts'
import { load, machine } from './machine.ts'
import { ROOT, startServer, type ServerProcess } from './serverProcess.ts'

type Part = { measure(browser: Browser, server: ServerProcess): Promise<Figure[]> }

const PARTS: Record<string, () => Promise<Part>> = {
  fleet: () => import('./console/fleet.ts'),
  running: () => import('./console/running.ts'),
  interactions: () => import('./console/interactions.ts'),
  timeline: () => import('./console/timeline.ts'),
}
const USAGE = `npm run bench:console -- [--runs N] [${Object.keys(PARTS).join('|')} …]`

/**
 * The built console with the real service on SQLite, in a real browser: medians over runs, each with a service and a
 * database of its own.
 */
async function main(): Promise<void> {
  const options = { runs: { type: 'string', default: '5' } } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const runs = Number(values.runs)
  if (!(Number.isInteger(runs) && runs > 0) || positionals.some((name) => !(name in PARTS))) throw new Error(USAGE)
  const results: { part: string; load: number; figures: ReturnType<typeof medians> }[] = []
  const browser = await launch()
  try {
    for (const [part, read] of Object.entries(PARTS)) {
      if (positionals.length > 0 && !positionals.includes(part)) continue
      const { measure } = await read()
      const measured: Figure[][] = []
      for (let run = 0; run < runs; run++) {
        const server = await startServer()
        try {
          measured.push(await measure(browser, server))
        } finally {
          await server.stop()
        }
      }
      const figures = medians(measured)
      console.log(`${part}: medians of ${runs}, load ${load()} on ${machine().cores} cores`)
      for (const figure of figures) console.log(line(figure))
      results.push({ part, load: load(), figures })
      if (!figures.every(isMet)) process.exitCode = 1
    }
  } finally {
    await browser.close()
  }
  const directory = join(ROOT, '.cache/bench')
  mkdirSync(directory, { recursive: true })
  const result = { at: new Date().toISOString(), machine: machine(), results }
  writeFileSync(join(directory, 'console.json'), `${JSON.stringify(result, null, 2)}\n`)
}

await main()
