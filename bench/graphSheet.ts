import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, Page } from '@playwright/test'
import { createCli } from '#mocks/cli.ts'
import { generateGraph, type Shape } from '#testing/states/generateGraph.ts'
import { stateOf } from '#testing/states/graphState.ts'
import { addressOf, launch, signedIn } from './console/browser.ts'
import { ink, recordLines } from '#testing/graphPage/ink.ts'
import { closedGroups, IN_HEADER, legibility, paintedAnew, recordPaint } from '#testing/graphPage/legibility.ts'
import { ROOT, startServer, type ServerProcess } from './serverProcess.ts'

const SHAPES: readonly Shape[] = ['aws', 'k8s', 'chain', 'flat', 'serverless']
const SIZES = [60, 300, 1_000, 10_000, 30_000]
const THEMES = ['light', 'dark'] as const
const KINDS = ['first', 'opened', 'focus', 'overlay'] as const
const OUT = join(ROOT, '.cache/graphs')

type Taken = { file: string; title: string; note: string }

/**
 * `npm run pictures:graph [-- --sizes 60,300] [aws|k8s|chain|flat|serverless …]`: the graph of every shape and size in both themes: the
 * first view, an opened group, the focus on a resource, an overlay. As files and on one sheet, `.cache/graphs/index.html`, each
 * with the figures of what can be read on it.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { sizes: { type: 'string' } }, allowPositionals: true })
  const shapes = SHAPES.filter((shape) => positionals.length === 0 || positionals.includes(shape))
  const sizes = values.sizes?.split(',').map(Number) ?? SIZES
  mkdirSync(OUT, { recursive: true })
  const server = await startServer()
  const browser = await launch()
  const rows: Taken[][] = []
  try {
    for (const shape of shapes)
      for (const size of sizes) {
        const graph = generateGraph(shape, size)
        const stack = `${shape}-${size}`
        const cli = createCli({ fetch: (request) => fetch(request), url: server.url, token: server.token })
        const ref = { org: 'organization', project: 'shop', stack }
        await cli.initStack(ref)
        const text = JSON.stringify(stateOf(graph)).replaceAll('urn:pulumi:prod::', `urn:pulumi:${stack}::`)
        await cli.importState(ref, JSON.parse(text))
        const node = tellingNode(graph)
        const urn = `urn:pulumi:${stack}::shop::${graph.types[graph.type[node] ?? 0]}::${graph.names[node]}`
        for (const theme of THEMES) rows.push(await takeAll(browser, server, { stack, theme, urn }))
        writeFileSync(join(OUT, 'index.html'), sheet(rows)) // a run that is cut off keeps what it has
      }
  } finally {
    await browser.close()
    await server.stop()
  }
  console.log(`${rows.flat().length} pictures: ${join(OUT, 'index.html')}`)
}

const MANY = 8

/** The resource with the most relations, among those with no more than a few. */
function tellingNode({ names, edgeFrom, edgeTo }: ReturnType<typeof generateGraph>): number {
  const relations = names.map(() => 0)
  for (const end of [...edgeFrom, ...edgeTo]) relations[end] = (relations[end] ?? 0) + 1
  return relations.reduce((best, count, i) => (count <= MANY && count > (relations[best] ?? 0) ? i : best), 0)
}

async function takeAll(
  browser: Browser,
  server: ServerProcess,
  { stack, theme, urn }: { stack: string; theme: (typeof THEMES)[number]; urn: string },
): Promise<Taken[]> {
  const context = await signedIn(browser, server)
  try {
    await context.addInitScript(recordPaint)
    await context.addInitScript(recordLines)
    const page = await context.newPage()
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    const address = `${addressOf(server)}/organization/shop/${stack}/graph`
    const taken: Taken[] = []
    for (const kind of KINDS) {
      const query = kind === 'focus' ? `?focus=${encodeURIComponent(urn)}` : kind === 'overlay' ? '?overlay=type' : ''
      if (kind !== 'opened') await page.goto(address + query)
      if (kind === 'first') await dismissed(page)
      if (kind === 'focus') await page.getByRole('group', { name: /^Around / }).waitFor()
      else await page.waitForFunction(() => performance.getEntriesByName('graph:ready').length > 0)
      if (kind === 'opened' && !(await openOne(page))) continue
      await page.waitForTimeout(1_200) // what is laid out next to the window comes later
      const file = `${stack}-${kind}-${theme}.png`
      const note = kind === 'focus' ? '' : await noteOf(page)
      await page.screenshot({ path: join(OUT, file) })
      taken.push({ file, title: `${stack.replace('-', ', ')}: ${kind}`, note })
      if (note !== '') console.log(`${stack} ${kind} ${theme}: ${note}`)
    }
    return taken
  } finally {
    await context.close()
  }
}

/** The notice of this sign-in covers the page until it is dismissed. */
async function dismissed(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  const seen = page.getByRole('button', { name: 'I have seen this' })
  await seen.click({ timeout: 3_000 }).catch(() => undefined) // there is none if it was seen before
}

/** Opens the group in the middle of the closed ones. */
async function openOne(page: Page): Promise<boolean> {
  const groups = await closedGroups(page).all()
  const group = groups[groups.length >> 1]
  if (!group) return false
  await group.click({ position: IN_HEADER })
  await page.waitForTimeout(1_200)
  const close = page.getByRole('button', { name: 'Close details' })
  if (await close.isVisible()) await close.click()
  return true
}

/** What fills the pane, and defects: letters that are too small, names that are cut too short, an empty pane. */
async function noteOf(page: Page): Promise<string> {
  await paintedAnew(page)
  const { legible, cutNames, paneUsed, labels } = await legibility(page)
  const { covered, named, linesPerBorder, hubsWithLine } = await ink(page)
  return [
    `${Math.round(covered * 100)} % covered, ${named} by name, ${linesPerBorder.toFixed(1)} ends of lines at 100 px`,
    hubsWithLine < 1 && `${Math.round(hubsWithLine * 100)} % of hubs with a line`,
    legible < 1 && `${Math.round(legible * labels)} of ${labels} labels of at least 10 px`,
    cutNames.length > 0 && `cut: ${cutNames.join(', ')}`,
    paneUsed < 0.8 && `${Math.round(paneUsed * 100)} % of the pane used`,
  ]
    .filter((part) => part !== false)
    .join('; ')
}

function sheet(rows: readonly (readonly Taken[])[]): string {
  const picture = ({ file, title, note }: Taken) =>
    `<figure><a href="${file}"><img src="${file}" alt="${title}" loading="lazy"></a><figcaption>${title}${note && `: ${note}`}</figcaption></figure>`
  return `<!doctype html><meta charset="utf-8"><title>Graphs of every shape and size</title>
<style>body{font:13px system-ui;margin:1rem;background:#888}div{display:flex;gap:8px;align-items:start}figure{margin:0 0 8px}img{width:470px}figcaption{width:470px}</style>
${rows.map((row) => `<div>${row.map(picture).join('')}</div>`).join('\n')}
`
}

await main()
