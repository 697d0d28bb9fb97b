import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium, type Browser, type Page } from '@playwright/test'
import { serveDemo } from '../demoServer.ts'
import { SHOTS, type Shot } from './shots.ts'

const OUT = resolve(import.meta.dirname, '../../.cache/pictures')
const THEMES = ['light', 'dark', 'forced'] as const
const WIDTHS = [1400, 390, 360, 1920] as const
const HEIGHT = { 1400: 900, 390: 844, 360: 740, 1920: 1080 } as const
/** Without a choice: forced colours and the narrowest phones are for a look at single pages. */
const USUAL: readonly (Theme | Width)[] = ['light', 'dark', 1400, 390, 1920]
const USAGE = 'npm run pictures [-- [--theme light,dark,forced] [--width 1400,390,360,1920] WORD …]'
/** Pages at a time: while one waits until it is quiet, another one loads. */
const AT_ONCE = 3
const WAIT_MS = 60_000
const QUIET_MS = 300

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
  const themes = chosen(THEMES, values.theme)
  const widths = chosen(WIDTHS, values.width)
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
  // The graph fits its first view to the window; everything else follows a window that changes.
  const left = shots.flatMap((shot) =>
    shot.fits ? widths.map((width) => ({ shot, widths: [width] })) : [{ shot, widths }],
  )
  const worker = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      // One page that does not load must not cost the pictures of the others.
      const found = await take(browser, demo.url, { ...next, themes }).catch((error: unknown) => [firstLine(error)])
      problems.push(...found.map((problem) => `${next.shot.name}: ${problem}`))
    }
  }
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    for (const shot of shots)
      await takeSheet(browser, shot).catch((error: unknown) =>
        problems.push(`sheet of ${shot.name}: ${firstLine(error)}`),
      )
  } finally {
    await browser.close()
    demo.stop()
  }
  writeFileSync(join(OUT, 'index.html'), pageOf(SHOTS.flatMap((shot) => [`<h2>${shot.name}</h2>`, row(shot, 4)])))
  for (const problem of problems) console.log(problem)
  console.log(`${shots.length * themes.length * widths.length} pictures: ${join(OUT, 'index.html')}`)
  if (problems.length > 0) process.exitCode = 1
}

const chosen = <T extends Theme | Width>(all: readonly T[], choice: string | undefined): T[] =>
  all.filter((each) => (choice === undefined ? USUAL.includes(each) : choice.split(',').includes(String(each))))

const names = (shots: readonly Shot[]) => shots.map(({ name }) => name).join('; ')

type Theme = (typeof THEMES)[number]
type Width = (typeof WIDTHS)[number]

const slug = ({ name }: Shot) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
const fileOf = (shot: Shot, theme: Theme, width: Width) => `${slug(shot)}-${theme}-${width}.png`

const firstLine = (error: unknown): string => String(error).split('\n')[0] ?? ''

/**
 * Loads a page once and takes it in all themes and widths, which it follows. Returns the problems of the page as a whole:
 * an error, something that does not settle, or wider than the window.
 */
async function take(
  browser: Browser,
  url: string,
  { shot, widths, themes }: { shot: Shot; widths: readonly Width[]; themes: readonly Theme[] },
): Promise<string[]> {
  const context = await browser.newContext({ viewport: sizeOf(widths[0]), ...mediaOf(themes[0]) })
  try {
    await context.addCookies([
      { name: 'holdfast_world', value: shot.world, url },
      { name: 'holdfast_overlay', value: shot.network ?? 'none', url },
    ])
    const page = await context.newPage()
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(String(error)))
    await page.goto(url + shot.path, { timeout: WAIT_MS })
    await settled(page, shot).catch((error: unknown) => problems.push(`did not settle: ${firstLine(error)}`))
    // A dialog covers the window, not the page.
    const fullPage = (await page.getByRole('dialog').count()) === 0
    for (const width of widths) {
      if (width !== widths[0]) await page.setViewportSize(sizeOf(width))
      if (width !== widths[0] && shot.network !== 'slow') await isIdle(page)
      for (const theme of themes) {
        await page.emulateMedia(mediaOf(theme))
        await painted(page)
        await page.screenshot({ path: join(OUT, fileOf(shot, theme, width)), fullPage })
      }
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      if (excess > 0) problems.push(`${width} px: wider than the window by ${excess} px`)
    }
    return problems
  } finally {
    await context.close()
  }
}

const sizeOf = (width: Width = 1400) => ({ width, height: HEIGHT[width] })

const mediaOf = (theme: Theme | undefined) =>
  ({ colorScheme: theme === 'dark' ? 'dark' : 'light', forcedColors: theme === 'forced' ? 'active' : 'none' }) as const

/** The page has its heading and its data, and nothing on it is still loading or moving. */
async function settled(page: Page, { does, network }: Shot): Promise<void> {
  await page
    .locator(network === 'slow' ? '[data-waiting], h1' : 'h1')
    .first()
    .waitFor({ timeout: WAIT_MS })
  if (network !== 'slow') await isIdle(page)
  if (does !== undefined) await does(page)
  if (does !== undefined && network !== 'slow') await isIdle(page)
  await page.evaluate(() => document.fonts.ready)
}

/** Nothing moves any more, and a canvas has been painted in the colours of the theme. */
const painted = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    for (const animation of document.getAnimations())
      if (animation.effect?.getTiming().iterations !== Infinity) animation.finish()
  })

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
          else if (now - last < quiet || document.querySelector('[aria-busy=true], [data-waiting]') !== null)
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
