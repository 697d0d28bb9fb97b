import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { createCli } from '#mocks/cli.ts'
import type { Shape } from '#testing/states/generateGraph.ts'
import { launch } from './console/browser.ts'
import { line, medians, type Figure, type MedianFigure } from './figures.ts'
import { moved, nearestBox, openTimes, pageThreads, spentSince, weight } from './graphPage.ts'
import { ink, recordLines } from '#testing/graphPage/ink.ts'
import {
  closedGroups,
  IN_HEADER,
  type Legibility,
  legibility,
  paintedAnew,
  recordPaint,
} from '#testing/graphPage/legibility.ts'
import { generatedState } from '#testing/states/graphState.ts'
import { load, machine } from './machine.ts'
import { ROOT, startServer, type ServerProcess } from './serverProcess.ts'

const SHAPES: readonly Shape[] = ['aws', 'k8s', 'chain', 'flat', 'serverless']
const SIZES = [60, 300, 1_000, 10_000, 30_000]
const WINDOW = { width: 1400, height: 860 }
const USAGE =
  'npm run bench:graph -- [--runs N] [--seed N] [--sizes 60,300] [--pictures DIR] [--out NAME] [aws|k8s|chain|flat|serverless …]'

/** The graph of generated stacks: the built console, the real service, a real browser. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      runs: { type: 'string', default: '3' },
      seed: { type: 'string', default: '1' },
      sizes: { type: 'string' },
      pictures: { type: 'string' },
      out: { type: 'string', default: 'graph' },
      still: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  if (positionals.some((word) => !SHAPES.some((shape) => shape === word))) throw new Error(USAGE)
  const shapes = SHAPES.filter((shape) => positionals.length === 0 || positionals.includes(shape))
  const sizes = values.sizes?.split(',').map(Number) ?? SIZES
  const server = await startServer()
  const browser = await launch()
  const results: { shape: Shape; size: number; load: number; figures: MedianFigure[] }[] = []
  try {
    const session = await signIn(browser, server)
    for (const shape of shapes) {
      for (const size of sizes) {
        const ref = { org: 'organization', project: 'shop', stack: `${shape}-${size}` }
        const cli = createCli({ fetch: (request) => fetch(request), url: server.url, token: server.token })
        await cli.initStack(ref)
        const text = JSON.stringify(generatedState(shape, size, Number(values.seed))).replaceAll(
          'urn:pulumi:prod::',
          `urn:pulumi:${ref.stack}::`,
        )
        await cli.importState(ref, JSON.parse(text))
        const runs: Figure[][] = []
        const once: Figure[] = []
        for (let run = 0; run < Number(values.runs); run++) {
          const picture = values.pictures && run === 0 ? join(values.pictures, `${shape}-${size}`) : undefined
          const { figures, opened } = await measure(browser, server, ref.stack, {
            session,
            picture,
            opens: run === 0, // legibility does not differ from run to run
            isStill: values.still,
          })
          runs.push(figures)
          once.push(...opened)
        }
        const figures = [...medians(runs), ...medians([once])]
        console.log(`${shape}, ${size} resources, load ${load()}`)
        for (const figure of figures) console.log(line(figure))
        results.push({ shape, size, load: load(), figures })
        write(values.out, { seed: Number(values.seed), results }) // an interrupted run keeps its results
      }
    }
  } finally {
    await browser.close()
    await server.stop()
  }
}

function write(name: string, measured: { seed: number; results: unknown[] }): void {
  const directory = join(ROOT, '.cache/bench')
  mkdirSync(directory, { recursive: true })
  const result = { at: new Date().toISOString(), machine: machine(), ...measured }
  writeFileSync(join(directory, `${name}.json`), `${JSON.stringify(result, null, 1)}\n`)
}

const openMs = (size: string) => (size === '30000' ? 300 : size === '10000' ? 200 : 150)

/** The server's own host name: cookies belong to it. */
const addressOf = ({ url }: ServerProcess): string => url.replace('127.0.0.1', 'localhost')

type Session = Awaited<ReturnType<BrowserContext['storageState']>>

/** One sign-in for all measurements: each further one would be announced on the page, above the graph. */
async function signIn(browser: Browser, server: ServerProcess): Promise<Session> {
  const url = addressOf(server)
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${url}/login`)
  await page.getByLabel(/token/i).fill(server.token)
  await page.getByRole('button', { name: /sign in/i }).click()
  await page.waitForURL(`${url}/`)
  const session = await context.storageState()
  await context.close()
  return session
}

async function measure(
  browser: Browser,
  server: ServerProcess,
  stack: string,
  {
    session,
    picture,
    opens,
    isStill,
  }: { session: Session; picture?: string | undefined; opens: boolean; isStill: boolean },
): Promise<{ figures: Figure[]; opened: Figure[] }> {
  const url = addressOf(server)
  const context = await browser.newContext({ viewport: WINDOW, storageState: session })
  try {
    const page = await context.newPage()
    await page.goto(`${url}/`)
    await page.addInitScript(recordPaint)
    await page.addInitScript(recordLines)
    const cdp = await context.newCDPSession(page)
    const threads = await browser.newBrowserCDPSession()
    await cdp.send('Performance.enable')
    const before = await pageThreads(threads)
    await page.goto(`${url}/organization/shop/${stack}/graph`)
    await page.waitForFunction(() => performance.getEntriesByName('graph:ready').length > 0, undefined, {
      timeout: 30_000,
    })
    await page.waitForTimeout(900)
    const times = await openTimes(page)
    const spent = spentSince(before, await pageThreads(threads))
    await paintedAnew(page)
    const first = await legibility(page)
    const filled = await ink(page)
    const light = await weight(page, cdp)
    if (picture !== undefined) await page.screenshot({ path: `${picture}.png` })
    const figures: Figure[] = [
      {
        what: 'from data to the first picture',
        value: times.fromData,
        unit: 'ms',
        bound: { most: openMs(stack.split('-')[1] ?? '') },
      },
      { what: 'from navigation to it', value: times.fromNavigation, unit: 'ms' },
      { what: 'processor time of the page, all in all', value: spent, unit: 'ms' },
      { what: 'from data to positions', value: times.layout, unit: 'ms' },
      { what: 'labels drawn', value: first.labels, unit: '' },
      { what: 'labels of at least 10 px', value: first.legible * 100, unit: '%', bound: { least: 100 } },
      { what: 'median label, height', value: first.medianPx, unit: 'px' },
      { what: 'names whole or of 8 characters', value: first.tellingNames * 100, unit: '%', bound: { least: 95 } },
      { what: 'pane used', value: first.paneUsed * 100, unit: '%', bound: { least: 80 } },
      { what: 'pane covered by cards and lines', value: filled.covered * 100, unit: '%' },
      { what: 'resources drawn by name', value: (100 * filled.named) / Number(stack.split('-')[1]), unit: '%' },
      { what: 'ends of lines at 100 px of border', value: filled.linesPerBorder, unit: '' },
      { what: 'hubs with a line', value: filled.hubsWithLine * 100, unit: '%' },
      { what: 'names that are ranges', value: first.ranges, unit: '', bound: { most: 0 } },
      { what: 'elements', value: light.elements, unit: '', bound: { most: 1500 } },
      { what: 'heap', value: light.heapMB, unit: 'MB', bound: { most: 30 } },
    ]
    const opened: Figure[] = []
    const inner = opens ? await openedGroups(page, picture) : []
    if (inner.length > 0) {
      opened.push(
        {
          what: 'opened: labels of at least 10 px',
          value: 100 * Math.min(...inner.map(({ legible }) => legible)),
          unit: '%',
          bound: { least: 100 },
        },
        {
          what: 'opened: names whole or of 8 characters',
          value: 100 * Math.min(...inner.map(({ tellingNames }) => tellingNames)),
          unit: '%',
          bound: { least: 95 },
        },
        { what: 'opened: pane used', value: 100 * Math.min(...inner.map(({ paneUsed }) => paneUsed)), unit: '%' },
      )
    }
    if (isStill) return { figures, opened }
    const box = await page.locator('.react-flow').boundingBox()
    if (!box) throw new Error('the page has no graph')
    const { x, y } = await nearestBox(page, box)
    const sessions = { browser: threads, cdp }
    const pan = async () => {
      await page.mouse.move(x, y)
      await page.mouse.down()
      const phase = await moved(page, sessions, (step) =>
        page.mouse.move(x + Math.sin(step / 9) * 160, y + Math.cos(step / 7) * 90),
      )
      await page.mouse.move(x, y)
      await page.mouse.up()
      return phase
    }
    const far = await pan()
    await page.mouse.move(x, y)
    const zoomIn = await moved(page, sessions, () => page.mouse.wheel(0, -30))
    const near = await pan()
    const nearWeight = await weight(page, cdp)
    await page.mouse.move(x, y)
    await page.mouse.wheel(0, 1) // painted again, recorded
    await page.waitForTimeout(400)
    const nearLabels = await legibility(page)
    if (picture !== undefined) await page.screenshot({ path: `${picture}-near.png` })
    await page.mouse.move(x, y)
    const zoomOut = await moved(page, sessions, () => page.mouse.wheel(0, 40))
    const phases = { 'pan far': far, 'zoom in': zoomIn, 'pan near': near, 'zoom out': zoomOut }
    figures.push(
      ...Object.entries(phases).flatMap(([name, phase]): Figure[] => [
        { what: `${name}: frame, 95 of 100`, value: phase.p95, unit: 'ms', bound: { most: 17.5 } },
        { what: `${name}: processor time of the page a frame`, value: phase.busy, unit: 'ms', bound: { most: 6 } },
        { what: `${name}: tasks of the page a frame`, value: phase.tasks, unit: 'ms', bound: { most: 6 } },
      ]),
      { what: 'near: labels of at least 10 px', value: nearLabels.legible * 100, unit: '%', bound: { least: 100 } },
      { what: 'near: elements', value: nearWeight.elements, unit: '', bound: { most: 1500 } },
    )
    return { figures, opened }
  } finally {
    await context.close()
  }
}

/** Legibility after a click on a closed group, for three groups; then everything is fitted again. */
async function openedGroups(page: Page, picture: string | undefined): Promise<Legibility[]> {
  const read: Legibility[] = []
  for (let group = 0; group < 3; group++) {
    const groups = await closedGroups(page).all()
    const opened = groups[Math.floor((group * groups.length) / 3)]
    if (!opened) break
    await opened.click({ position: IN_HEADER })
    await page.waitForTimeout(1_500)
    const now = await legibility(page)
    read.push(now)
    if (now.cutNames.length > 0) console.log(`  cut in an opened group: ${now.cutNames.join(', ')}`)
    if (picture !== undefined && group < 2) await page.screenshot({ path: `${picture}-opened-${group}.png` })
    const close = page.getByRole('button', { name: 'Close details' })
    if (await close.isVisible()) await close.click()
    await page.getByRole('button', { name: 'Fit everything' }).click()
    await page.waitForTimeout(900)
  }
  return read
}

await main()
