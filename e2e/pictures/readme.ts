import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { takeRecovery } from './recoveryStory.ts'
import type { Shot } from './shots.ts'
import { mediaOf, painted, settled, WAIT_MS } from './stage.ts'
import { asWebp } from './webp.ts'

/** Where the documents find them. */
export const README_FOLDER = 'docs/pictures'
export const README_THEMES = ['light', 'dark'] as const
/** A document with all of them must load quickly, in bytes. */
export const MAX_BYTES = 200_000
/** A moving picture: from a killed update to the recovered stack. */
export const README_ANIMATION = { file: 'recovery', maxBytes: 2_000_000 }

/** A picture of the documents: its file, and how much of the page is on it. */
type Picture = Pick<Shot, 'world' | 'path' | 'does'> & {
  file: string
  /** Of the window, in CSS pixels. */
  width?: number
  height: number
  /** What ends the picture if it is shorter than the window. */
  until?: string
}

/** Text in the documents is about as large as theirs: pages are taken in a narrow window, at twice its pixels. */
const WIDTH = 1120
const SHARPNESS = 2

const SHOP = '/organization/shop/prod'
const NETWORK = encodeURIComponent('urn:pulumi:prod::shop::acme:net:Network::network')

/** The pictures that show what Holdfast is for. */
export const README_PICTURES: readonly Picture[] = [
  { file: 'lease', world: 'stuckLease', path: SHOP, height: 800, until: '#lease > section' },
  {
    file: 'recover',
    world: 'pendingCreates',
    path: `${SHOP}/recover`,
    height: 800,
    until: 'main > :last-child',
  },
  { file: 'neighbours', world: 'healthy', path: `${SHOP}/graph?depth=2&focus=${NETWORK}`, height: 760 },
  { file: 'blast-radius', world: 'healthy', path: `${SHOP}/graph?view=reach&focus=${NETWORK}`, height: 720 },
  {
    file: 'timeline',
    world: 'failed',
    path: '/organization/web/prod/updates/2?tab=timeline',
    height: 900,
  },
  { file: 'lock', world: 'bucket', path: '/acme-s3/shop/prod', height: 900, until: '#lease > section' },
  { file: 'approval', world: 'approval', path: `${SHOP}/updates/3`, height: 900, until: '#approval > :first-child' },
  { file: 'leases', world: 'refused', path: '/-/leases', width: 1400, height: 760 },
]

/** `npm run pictures -- readme`: the pictures of the documents, in both themes. */
export async function takeReadme(browser: Browser, url: string): Promise<void> {
  const folder = resolve(import.meta.dirname, '../..', README_FOLDER)
  mkdirSync(folder, { recursive: true })
  for (const picture of README_PICTURES) {
    const context = await browser.newContext({
      viewport: { width: picture.width ?? WIDTH, height: picture.height + BANNER },
      deviceScaleFactor: SHARPNESS,
    })
    await context.addCookies([
      { name: 'holdfast_world', value: picture.world, url },
      { name: 'holdfast_overlay', value: 'none', url },
    ])
    for (const [theme, png] of await taken(context, url, picture))
      keep(folder, `${picture.file}-${theme}.webp`, await smallEnough(context, png))
    await context.close()
  }
  for (const theme of README_THEMES)
    keep(folder, `${README_ANIMATION.file}-${theme}.webp`, await takeRecovery(browser, url, theme))
}

function keep(folder: string, file: string, bytes: Buffer): void {
  writeFileSync(join(folder, file), bytes)
  console.log(`${README_FOLDER}/${file}: ${Math.round(bytes.byteLength / 1000)} kB`)
}

/** Room for the demo's banner, which is above the page and not on the picture. */
const BANNER = 40

/** The page below the demo's banner, in each theme. */
async function taken(context: BrowserContext, url: string, picture: Picture) {
  const { path, world, does, file, width = WIDTH } = picture
  const page = await context.newPage()
  await page.emulateMedia(mediaOf('light'))
  await page.goto(url + path, { timeout: WAIT_MS })
  await settled(page, { name: file, world, path, ...(does && { does }) })
  const top = await page.locator('#root').evaluate((root) => root.getBoundingClientRect().top)
  const height = picture.until === undefined ? picture.height : await heightUntil(page, picture.until, picture.height)
  const pictures: [theme: (typeof README_THEMES)[number], png: Buffer][] = []
  for (const theme of README_THEMES) {
    await page.emulateMedia(mediaOf(theme))
    await painted(page)
    pictures.push([theme, await page.screenshot({ clip: { x: 0, y: top, width, height } })])
  }
  await page.close()
  return pictures
}

const MARGIN = 16

/** The height of the page down to the end of an element, but no more than `most`. */
const heightUntil = (page: Page, selector: string, most: number): Promise<number> =>
  page
    .locator(selector)
    .first()
    .evaluate(
      (end, { margin, limit }) => {
        const top = document.querySelector('#root')?.getBoundingClientRect().top ?? 0
        return Math.min(limit, Math.ceil(end.getBoundingClientRect().bottom - top) + margin)
      },
      { margin: MARGIN, limit: most },
    )

/** Without loss first. */
const QUALITIES = [1, 0.9, 0.8, 0.7, 0.6]

/** The picture as WebP, in the best quality that is not too large. The browser converts it. */
async function smallEnough(context: BrowserContext, png: Buffer): Promise<Buffer> {
  const page = await context.newPage()
  let bytes = png
  for (const quality of QUALITIES) {
    bytes = await asWebp(page, png, quality)
    if (bytes.byteLength <= MAX_BYTES) break
  }
  await page.close()
  return bytes
}
