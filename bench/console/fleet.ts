import type { Browser, Page } from '@playwright/test'
import type { Figure } from '../figures.ts'
import { fill, HISTORY, LOG } from '../fill.ts'
import type { ServerProcess } from '../serverProcess.ts'
import { median } from '../statistics.ts'
import { afterClick, interactions, longestTask, open, signedIn } from './browser.ts'

const ROW = 'main tbody tr, main [role=row], main [role=article], main article, main li'
/** The page shows the first lines at once and loads the rest in the background, some 600 answers. */
const WHOLE_LOG_MS = 120_000
const WORDS = ['p', 'r', 'o', 'd', 'Space', '7', '0']

/** Pages of a busy team: 5,000 stacks, a history of 10,000 updates, a log of 750,000 lines. */
export async function measure(browser: Browser, server: ServerProcess): Promise<Figure[]> {
  await fill(server)
  const visit = async <T>(work: (page: Page) => Promise<T>): Promise<T> => {
    const context = await signedIn(browser, server)
    try {
      return await work(await context.newPage())
    } finally {
      await context.close()
    }
  }
  return [
    ...(await visit(firstVisit)),
    ...(await visit(betweenPages)),
    ...(await visit(filter)),
    ...(await visit(longLog)),
  ]
}

/** With an empty cache: the frame of the page, and its list. */
async function firstVisit(page: Page): Promise<Figure[]> {
  const [shell = NaN, list = NaN] = await open(page, '/-/stacks', ['header nav', ROW])
  return [
    { what: 'first visit, nothing cached: frame', value: shell, unit: 'ms', bound: { most: 600 } },
    { what: 'first visit, nothing cached: list of stacks', value: list, unit: 'ms', bound: { most: 1000 } },
  ]
}

/** By links on the page: first without code and data of the target, then with both. */
async function betweenPages(page: Page): Promise<Figure[]> {
  await open(page, `/${HISTORY}`, ['main h1'])
  const times: Record<'new' | 'seen', number[]> = { new: [], seen: [] }
  for (const round of ['new', 'seen'] as const) {
    for (const tab of ['updates', 'versions', 'resources']) {
      await page.waitForLoadState('networkidle')
      const link = page.locator(`main nav a[href^="/${HISTORY}/${tab}"]`).first()
      times[round].push(await afterClick(page, link, `a[href^="/${HISTORY}/${tab}"][aria-current]`))
    }
  }
  return [
    {
      what: 'to a page not seen before: slowest of 3',
      value: Math.max(...times.new),
      unit: 'ms',
      bound: { most: 350 },
    },
    { what: 'to a page seen before: slowest of 3', value: Math.max(...times.seen), unit: 'ms', bound: { most: 150 } },
  ]
}

async function filter(page: Page): Promise<Figure[]> {
  await open(page, '/-/stacks', [ROW])
  await page.waitForLoadState('networkidle')
  await page.getByRole('searchbox').first().click()
  const before = (await interactions(page)).length
  for (const key of WORDS) await page.keyboard.press(key, { delay: 30 })
  await page.waitForLoadState('networkidle')
  const keys = (await interactions(page)).slice(before)
  if (keys.length === 0) keys.push(0) // all below what the browser reports
  return [
    { what: '5,000 stacks: a key of the filter, median', value: median(keys), unit: 'ms' },
    { what: '5,000 stacks: a key of the filter, slowest', value: Math.max(...keys), unit: 'ms', bound: { most: 50 } },
  ]
}

async function longLog(page: Page): Promise<Figure[]> {
  const address = `/${LOG.stack}/updates/1?tab=log`
  const lines = 'main [aria-label="Engine log"] li'
  await open(page, address, [lines]) // the changes of a run are computed when it is first viewed
  await page.waitForLoadState('networkidle', { timeout: WHOLE_LOG_MS })
  const [shown = NaN] = await open(page, address, [lines])
  await page.waitForLoadState('networkidle', { timeout: WHOLE_LOG_MS })
  const from = await page.evaluate(() => performance.now())
  const before = (await interactions(page)).length
  await page.getByRole('searchbox', { name: /log/i }).click()
  for (const key of ['l', 'i', 'n', 'e', 'Space', '7', '7']) await page.keyboard.press(key, { delay: 60 })
  await page.waitForLoadState('networkidle')
  const keys = (await interactions(page)).slice(before)
  return [
    { what: 'log of 750,000 lines: on screen', value: shown, unit: 'ms', bound: { most: 500 } },
    {
      what: 'log of 750,000 lines: a key of its search, slowest',
      value: Math.max(0, ...keys),
      unit: 'ms',
      bound: { most: 150 },
    },
    { what: 'log of 750,000 lines: longest task of the search', value: await longestTask(page, from), unit: 'ms' },
  ]
}
