import type { Browser, Page } from '@playwright/test'
import type { Figure } from '../figures.ts'
import { fill, HISTORY, LOG } from '../fill.ts'
import type { ServerProcess } from '../serverProcess.ts'
import { interactions, open, signedIn } from './browser.ts'

const MAX_MS = 100
const PAGES = {
  home: '/',
  stacks: '/-/stacks',
  stack: `/${HISTORY}`,
  updates: `/${HISTORY}/updates`,
  update: `/${LOG.stack}/updates/1`,
  'its log': `/${LOG.stack}/updates/1?tab=log`,
  versions: `/${HISTORY}/versions`,
  resources: `/${HISTORY}/resources`,
  leases: '/-/leases',
  activity: '/-/activity',
  search: '/-/search',
  settings: '/-/settings',
  diagnose: '/-/diagnose',
}

/**
 * Keys and clicks on every page until their next paint: the palette opened, typed into and closed, the page's own search,
 * its keys, and its tabs or first button.
 */
export async function measure(browser: Browser, server: ServerProcess): Promise<Figure[]> {
  await fill(server)
  const context = await signedIn(browser, server)
  const figures: Figure[] = []
  try {
    for (const [name, address] of Object.entries(PAGES)) {
      const page = await context.newPage()
      await open(page, address, ['main h1'])
      await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => undefined) // some stay live
      await act(page)
      const took = (await interactions(page)).toSorted((a, b) => a - b)
      const value = took[Math.ceil(took.length * 0.98) - 1] ?? 0 // none: all below what the browser reports
      figures.push({ what: `interactions on ${name}, 98 of 100`, value, unit: 'ms', bound: { most: MAX_MS } })
      await page.close()
    }
  } finally {
    await context.close()
  }
  return figures
}

async function act(page: Page): Promise<void> {
  const type = async (text: string) => {
    for (const key of text) await page.keyboard.press(key, { delay: 20 })
  }
  const keys = page.getByRole('dialog')
  // Its code may still be loading: keys before it has the focus would not reach it.
  const isOpen = () => page.locator('[role="dialog"]:focus-within').waitFor()
  for (const round of ['first', 'again']) {
    await page.keyboard.press('Control+k')
    await isOpen()
    await type(round)
    await page.keyboard.press('Escape')
    await keys.waitFor({ state: 'hidden' })
    await page.keyboard.press('?')
    await isOpen()
    await page.keyboard.press('Escape')
    await keys.waitFor({ state: 'hidden' })
  }
  const search = page.locator('main').getByRole('searchbox').first()
  if (await search.isVisible()) {
    await search.click()
    await type('prod7')
  }
  const tabs = page.locator('main nav a[aria-current]')
  if (await tabs.first().isVisible()) await tabs.first().click()
}
