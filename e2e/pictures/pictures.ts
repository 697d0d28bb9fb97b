import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import { serveDemo } from '../demoServer.ts'
import { SHOTS, type Shot } from './shots.ts'

const OUT = resolve(import.meta.dirname, '../../.cache/pictures')
const THEMES = ['light', 'dark'] as const
const WIDTHS = [1400, 390, 1920] as const
const HEIGHT = { 1400: 900, 390: 844, 1920: 1080 } as const
const WAIT_MS = 20_000

/**
 * `npm run pictures [-- WORDS]`: the built demo, every page whose name has one of the words (all without), in both themes
 * and three widths, as files and on one sheet: `.cache/pictures/index.html`.
 */
async function main(): Promise<void> {
  const words = process.argv.slice(2)
  const shots = SHOTS.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
  if (shots.length === 0) throw new Error(`No page is called ${words.join(', ')}. There are: ${names(SHOTS)}.`)
  mkdirSync(OUT, { recursive: true })
  const demo = await serveDemo()
  const executablePath = process.env['HOLDFAST_CHROMIUM']
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] })
  const troubles: string[] = []
  try {
    for (const theme of THEMES)
      for (const width of WIDTHS)
        for (const shot of shots) {
          const trouble = await take(browser, demo.url, { shot, theme, width })
          if (trouble !== undefined) troubles.push(`${fileOf(shot, theme, width)}: ${trouble}`)
        }
  } finally {
    await browser.close()
    demo.stop()
  }
  writeFileSync(join(OUT, 'index.html'), sheet(shots))
  for (const trouble of troubles) console.log(trouble)
  console.log(`${shots.length * THEMES.length * WIDTHS.length} pictures: ${join(OUT, 'index.html')}`)
  if (troubles.length > 0) process.exitCode = 1
}

const names = (shots: readonly Shot[]) => shots.map(({ name }) => name).join('; ')

type Theme = (typeof THEMES)[number]
type Width = (typeof WIDTHS)[number]

const fileOf = ({ name }: Shot, theme: Theme, width: Width) =>
  `${name.replaceAll(/[^a-z0-9]+/g, '-')}-${theme}-${width}.png`

/** Returns the problems of the page as a whole: an error, or wider than the window. */
async function take(
  browser: Browser,
  url: string,
  { shot, theme, width }: { shot: Shot; theme: Theme; width: Width },
): Promise<string | undefined> {
  const context = await browser.newContext({ viewport: { width, height: HEIGHT[width] }, colorScheme: theme })
  try {
    await context.addCookies([{ name: 'holdfast_world', value: shot.world, url }])
    const page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(String(error)))
    await page.goto(url + shot.path)
    const unsettled = await settled(page).catch((error: unknown) => `did not settle: ${String(error).split('\n')[0]}`)
    await page.screenshot({ path: join(OUT, fileOf(shot, theme, width)), fullPage: true })
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    return errors[0] ?? unsettled ?? (excess > 0 ? `wider than the window by ${excess} px` : undefined)
  } finally {
    await context.close()
  }
}

/** The page has its heading and data, and nothing on it is loading or moving. */
async function settled(page: Page): Promise<undefined> {
  await page.locator('h1').first().waitFor({ timeout: WAIT_MS })
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null, undefined, { timeout: WAIT_MS })
  await page.evaluate(() => document.fonts.ready)
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getTiming().iterations !== Infinity) animation.finish()
  })
}

/** All pictures side by side: a row for each page, light next to dark. */
function sheet(shots: readonly Shot[]): string {
  const picture = (shot: Shot, theme: Theme, width: Width) => {
    const file = fileOf(shot, theme, width)
    return `<a href="${file}"><img src="${file}" alt="${shot.name}, ${theme}, ${width} px" loading="lazy" style="width:${width / 4}px"></a>`
  }
  const rows = shots.map(
    (shot) =>
      `<h2>${shot.name}</h2><div>${WIDTHS.map((width) => THEMES.map((theme) => picture(shot, theme, width)).join('')).join('')}</div>`,
  )
  return `<!doctype html><meta charset="utf-8"><title>Pictures of every page</title>
<style>body{font:14px system-ui;margin:2rem;background:#888}div{display:flex;gap:8px;align-items:start;overflow-x:auto}img{max-height:600px;object-fit:cover;object-position:top}</style>
${rows.join('\n')}
`
}

await main()
