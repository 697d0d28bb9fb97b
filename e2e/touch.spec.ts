// The console under a finger: a phone that says so (`pointer: coarse`).
import type { Page } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'
import { interruptedShop } from './openings.ts'

const SHOP = '/organization/shop/prod'
const PAGES = [
  '/',
  '/-/stacks',
  '/-/activity',
  '/-/leases',
  '/-/search?q=checkout',
  '/-/settings/tokens',
  '/-/settings/users',
  '/-/settings/organizations',
  '/-/settings/audit',
  '/-/open',
  '/-/import',
  SHOP,
  `${SHOP}/updates/1`,
  `${SHOP}/updates/1?tab=timeline`,
  `${SHOP}/resources`,
  `${SHOP}/versions`,
  `${SHOP}/recover`,
  `${SHOP}/recover/resolve-operations?step=answer`,
  `${SHOP}/settings/options`,
]

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

test('controls are large enough for a finger', async ({ page, server }) => {
  await interruptedShop(server, 20)
  await signIn(page, server)
  for (const path of PAGES) {
    await test.step(path, async () => {
      await page.goto(server.url + path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('main [aria-busy=true], [data-waiting]')).toHaveCount(0)
      expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true)
      await expect.poll(() => smallControls(page)).toEqual([])
    })
  }
})

/** Controls less than 40 px high. Links and buttons that are words of a text or of a cell have the height of the line. */
const smallControls = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, select, summary, input, textarea, nav a, a.touch-target')]
      .filter((each) => each.checkVisibility() && getComputedStyle(each).display !== 'inline')
      .map((each) => (each.matches('[type=checkbox], [type=radio]') ? (each.closest('label') ?? each) : each))
      .filter((each) => {
        const { width, height } = each.getBoundingClientRect()
        return width > 1 && (height < 40 || width < 24)
      })
      .map((each) => each.outerHTML.slice(0, 160)),
  )
