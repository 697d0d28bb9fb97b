import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium, type Browser, type Page } from '@playwright/test'
import { serveDemo } from '../demoServer.ts'
import { SHOTS, type Shot } from './shots.ts'

const OUT = resolve(import.meta.dirname, '../../.cache/pictures')
const THEMES = ['light', 'dark'] as const
const WIDTHS = [1400, 390, 1920] as const
const USAGE = 'npm run pictures [-- [--theme light|dark] [--width 1400|390|1920] WORD …]'
const HEIGHT = { 1400: 900, 390: 844, 1920: 1080 } as const
const WAIT_MS = 20_000
const QUIET_MS = 400

/**
 * `npm run pictures`: the built demo, every page whose name has one of the words (all without), in both themes and three
 * widths: a file each, a sheet for each page (`sheets/`), and all of them on `.cache/pictures/index.html`.
 */
async function main(): Promise<void> {
  const { values, positionals: words } = parseArgs({
    allowPositionals: true,
    options: { theme: { type: 'string' }, width: { type: 'string' }, help: { type: 'boolean' } },
  })
  const shots = SHOTS.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
  const themes = THEMES.filter((theme) => theme === (values.theme ?? theme))
  const widths = WIDTHS.filter((width) => String(width) === (values.width ?? String(width)))
  if (values.help || themes.length === 0 || widths.length === 0) throw new Error(USAGE)
  if (shots.length === 0) throw new Error(`No page is called ${words.join(', ')}. There are: ${names(SHOTS)}.`)
  mkdirSync(join(OUT, 'sheets'), { recursive: true })
  const demo = await serveDemo()
  const executablePath = process.env['HOLDFAST_CHROMIUM']
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--allow-file-access-from-files'],
  })
  const problems: string[] = []
  let count = 0
  try {
    for (const shot of shots) {
      for (const theme of themes) {
        for (const width of widths) {
          count += 1
          // One page that does not load must not cost the pictures of the others.
          const problem = await take(browser, demo.url, { shot, theme, width }).catch(
            (error: unknown) => String(error).split('\n')[0],
          )
          if (problem !== undefined) problems.push(`${fileOf(shot, theme, width)}: ${problem}`)
        }
      }
      await takeSheet(browser, shot)
    }
  } finally {
    await browser.close()
    demo.stop()
  }
  writeFileSync(join(OUT, 'index.html'), pageOf(SHOTS.flatMap((shot) => [`<h2>${shot.name}</h2>`, row(shot, 4)])))
  for (const problem of problems) console.log(problem)
  console.log(`${count} pictures: ${join(OUT, 'index.html')}`)
  if (problems.length > 0) process.exitCode = 1
}

const names = (shots: readonly Shot[]) => shots.map(({ name }) => name).join('; ')

type Theme = (typeof THEMES)[number]
type Width = (typeof WIDTHS)[number]

const slug = ({ name }: Shot) => name.replaceAll(/[^a-z0-9]+/g, '-')
const fileOf = (shot: Shot, theme: Theme, width: Width) => `${slug(shot)}-${theme}-${width}.png`

/** Returns the problems of the page as a whole: an error, or wider than the window. */
async function take(
  browser: Browser,
  url: string,
  { shot, theme, width }: { shot: Shot; theme: Theme; width: Width },
): Promise<string | undefined> {
  const context = await browser.newContext({ viewport: { width, height: HEIGHT[width] }, colorScheme: theme })
  try {
    await context.addCookies([
      { name: 'holdfast_world', value: shot.world, url },
      { name: 'holdfast_overlay', value: shot.network ?? 'none', url },
    ])
    const page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(String(error)))
    await page.goto(url + shot.path)
    const unsettled = await settled(page, shot).catch(
      (error: unknown) => `did not settle: ${String(error).split('\n')[0]}`,
    )
    await page.screenshot({ path: join(OUT, fileOf(shot, theme, width)), fullPage: true })
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    return errors[0] ?? unsettled ?? (excess > 0 ? `wider than the window by ${excess} px` : undefined)
  } finally {
    await context.close()
  }
}

/** The page has its heading and its data, and nothing on it is still loading or moving. */
async function settled(page: Page, { does, network }: Shot): Promise<undefined> {
  await page
    .locator(network === 'slow' ? '[data-waiting], h1' : 'h1')
    .first()
    .waitFor({ timeout: WAIT_MS })
  if (network !== 'slow') await isIdle(page)
  if (does !== undefined) await does(page)
  if (network !== 'slow') await isIdle(page)
  await page.evaluate(() => document.fonts.ready)
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getTiming().iterations !== Infinity) animation.finish()
  })
}

/** Nothing is busy, and nothing that is loaded after the first screen still arrives; running times may go on. */
const isIdle = (page: Page) =>
  page.evaluate(
    ({ quiet, wait }) =>
      new Promise<void>((done, failed) => {
        const began = performance.now()
        let last = began
        const watcher = new MutationObserver(() => (last = performance.now()))
        watcher.observe(document.body, { childList: true, subtree: true })
        const check = () => {
          const now = performance.now()
          if (now - began > wait) failed(new Error('something is still loading'))
          else if (now - last < quiet || document.querySelector('[aria-busy=true]') !== null)
            return setTimeout(check, 50)
          else done()
          watcher.disconnect()
        }
        check()
      }),
    { quiet: QUIET_MS, wait: WAIT_MS },
  )

/** What there is of a page, also from an earlier run: beside each other and large enough to be read. */
async function takeSheet(browser: Browser, shot: Shot): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 2600, height: 900 } })
  const file = join(OUT, 'sheets', 'sheet.html')
  writeFileSync(file, pageOf([row(shot, 2, '../')]))
  await page.goto(pathToFileURL(file).href)
  await page.screenshot({ path: join(OUT, 'sheets', `${slug(shot)}.png`), fullPage: true })
  await page.close()
}

/** The pictures of a page that exist, light and dark side by side, a fraction of their size. */
const row = (shot: Shot, fraction: number, base = '') =>
  `<div>${WIDTHS.flatMap((width) =>
    THEMES.filter((theme) => existsSync(join(OUT, fileOf(shot, theme, width)))).map((theme) => {
      const file = base + fileOf(shot, theme, width)
      return `<a href="${file}"><img src="${file}" alt="${shot.name}, ${theme}, ${width} px" style="width:${width / fraction}px;max-height:${2400 / fraction}px"></a>`
    }),
  ).join('')}</div>`

const pageOf = (rows: readonly string[]) => `<!doctype html><meta charset="utf-8"><title>Pictures of every page</title>
<style>body{font:14px system-ui;margin:1rem;background:#888}div{display:flex;gap:8px;align-items:start;overflow-x:auto}img{object-fit:cover;object-position:top}</style>
${rows.join('\n')}
`

await main()
