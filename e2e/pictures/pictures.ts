import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium, type Browser, type Page } from '@playwright/test'
import { serveDemo } from '../demoServer.ts'
import { takeReadme } from './readme.ts'
import { SHOTS, type Shot } from './shots.ts'
import { isIdle, mediaOf, painted, settled, THEMES, type Theme, WAIT_MS } from './stage.ts'

const OUT = resolve(import.meta.dirname, '../../.cache/pictures')
const WIDTHS = [1400, 390, 360, 1920] as const
const HEIGHT = { 1400: 900, 390: 844, 360: 740, 1920: 1080 } as const
/** Without a choice: forced colours and the narrowest phones are for a look at single pages. */
const USUAL: readonly (Theme | Width)[] = ['light', 'dark', 1400, 390, 1920]
const USAGE = 'npm run pictures [-- readme | [--theme light,dark,forced] [--width 1400,390,360,1920] WORD …]'
/** Pages at a time: while one waits until it is quiet, another one loads. */
const AT_ONCE = 3

/**
 * `npm run pictures`: the built demo, every page whose name has one of the words (all without), in both themes and three
 * widths: a file each, a sheet for each page (`sheets/`), and all of them on `.cache/pictures/index.html`. With `readme`, the
 * pictures of the documents instead.
 */
async function main(): Promise<void> {
  const { values, positionals: words } = parseArgs({
    allowPositionals: true,
    options: { theme: { type: 'string' }, width: { type: 'string' }, help: { type: 'boolean' } },
  })
  if (words.length === 1 && words[0] === 'readme') return inBrowser(takeReadme)
  const shots = SHOTS.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
  const themes = chosen(THEMES, values.theme)
  const widths = chosen(WIDTHS, values.width)
  if (values.help || themes.length === 0 || widths.length === 0) throw new Error(USAGE)
  if (shots.length === 0) throw new Error(`No page is called ${words.join(', ')}. There are: ${names(SHOTS)}.`)
  mkdirSync(join(OUT, 'sheets'), { recursive: true })
  const problems: string[] = []
  await inBrowser(async (browser, url) => {
    const left = shots.flatMap((shot) =>
      isTakenAnew(shot) ? widths.map((width) => ({ shot, widths: [width] })) : [{ shot, widths }],
    )
    const worker = async (): Promise<void> => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        // One page that does not load must not cost the pictures of the others.
        const found = await take(browser, url, { ...next, themes }).catch((error: unknown) => [firstLine(error)])
        problems.push(...found.map((problem) => `${next.shot.name}: ${problem}`))
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    for (const shot of shots)
      await takeSheet(browser, shot).catch((error: unknown) =>
        problems.push(`sheet of ${shot.name}: ${firstLine(error)}`),
      )
  })
  writeFileSync(join(OUT, 'index.html'), pageOf(SHOTS.flatMap((shot) => [`<h2>${shot.name}</h2>`, row(shot, 4)])))
  for (const problem of problems) console.log(problem)
  console.log(`${shots.length * themes.length * widths.length} pictures: ${join(OUT, 'index.html')}`)
  if (problems.length > 0) process.exitCode = 1
}

/**
 * Whether each width needs a load of its own: the graph fits its first view to the window, and a page that waits says
 * after some seconds that it does. Everything else follows a window that changes.
 */
const isTakenAnew = ({ fits, network }: Shot): boolean => fits === true || network === 'hangs'

/** Opens a browser and serves the demo for `work`. */
async function inBrowser(work: (browser: Browser, url: string) => Promise<void>): Promise<void> {
  const demo = await serveDemo()
  const executablePath = process.env['HOLDFAST_CHROMIUM']
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--allow-file-access-from-files'],
  })
  try {
    await work(browser, demo.url)
  } finally {
    await browser.close()
    demo.stop()
  }
}

const chosen = <T extends Theme | Width>(all: readonly T[], choice: string | undefined): T[] =>
  all.filter((each) => (choice === undefined ? USUAL.includes(each) : choice.split(',').includes(String(each))))

const names = (shots: readonly Shot[]) => shots.map(({ name }) => name).join('; ')

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
  const context = await browser.newContext({
    viewport: sizeOf(widths[0], shot),
    ...mediaOf(themes[0]),
    ...(shot.browser === 'zoom' && { deviceScaleFactor: 2 }),
    ...(shot.browser === 'still' && { reducedMotion: 'reduce' }),
  })
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
    // A dialog covers the window, not the page; so does what stays at its bottom.
    const fullPage = shot.isWindow !== true && (await page.getByRole('dialog').count()) === 0
    for (const width of widths) {
      if (width !== widths[0]) await page.setViewportSize(sizeOf(width, shot))
      if (width !== widths[0] && shot.network !== 'hangs') await isIdle(page)
      if (fullPage && shot.fits !== true) await stretch(page)
      for (const theme of themes) {
        await page.emulateMedia(mediaOf(theme))
        if (shot.network === 'hangs' && theme !== themes[0]) await reloaded(page, shot)
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

/** Makes the window as high as the page, so that a bar that stays at the bottom of the window covers nothing. */
async function stretch(page: Page): Promise<void> {
  const window = page.viewportSize()
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  if (window && height > window.height) await page.setViewportSize({ ...window, height })
}

/** By the second theme the page says that it still waits. */
async function reloaded(page: Page, shot: Shot): Promise<void> {
  await page.reload({ timeout: WAIT_MS })
  await settled(page, shot)
}

/** The narrowest window that pages are made for; a phone that shows everything twice as large scrolls within it. */
const NARROWEST = 320

function sizeOf(width: Width = 1400, { browser }: Shot) {
  const scale = browser === 'zoom' ? 2 : 1
  return { width: Math.max(NARROWEST, width / scale), height: HEIGHT[width] / scale }
}

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
