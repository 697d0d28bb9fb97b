// How the console behaves for users who zoom, who prefer no motion or their own colours, and who go back.
import type { Page } from '@playwright/test'
import { changed, deployed } from '#mocks/scenes.ts'
import { ref } from '#mocks/story.ts'
import { expect, signIn, test } from './fixtures.ts'
import { deployedShop, interruptedShop } from './openings.ts'

/** Later than the wait of the first paint, sooner than restoration is given up. */
const LATE_MS = 1_500
const SHOP = ref('organization/shop/prod')
const PAGE = '/organization/shop/prod'
const PAGES = [
  '/',
  '/-/stacks',
  '/-/activity',
  '/-/leases',
  '/-/untracked',
  '/-/connect',
  '/-/open',
  '/-/import',
  '/-/diagnose',
  '/-/settings/tokens',
  '/-/settings/users',
  '/-/settings/organizations',
  '/-/settings/audit',
  PAGE,
  `${PAGE}/updates`,
  `${PAGE}/updates/1`,
  `${PAGE}/resources`,
  `${PAGE}/versions`,
  `${PAGE}/recover`,
  `${PAGE}/recover/resolve-operations?step=answer`,
  `${PAGE}/settings/options`,
]

test('at 400 % zoom, with reduced motion and in forced colours, every page is complete and nothing moves', async ({
  page,
  server,
}) => {
  await interruptedShop(server, 20)
  await signIn(page, server)
  await page.setViewportSize({ width: 320, height: 256 }) // 1280 by 1024 at 400 %
  await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' })
  for (const path of PAGES) {
    await test.step(path, async () => {
      await page.goto(server.url + path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText(/loading/i)).toHaveCount(0)
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
        .toBeLessThanOrEqual(0)
      await page.evaluate(() => {
        for (const each of document.querySelectorAll('main details')) each.setAttribute('open', '')
      })
      await expect.poll(() => squeezed(page)).toEqual([])
      const moving = () =>
        page.evaluate(
          () =>
            document
              .getAnimations()
              .filter((each) => each.playState === 'running' && each.effect?.getTiming().iterations === Infinity)
              .length,
        )
      await expect.poll(moving).toBe(0)
    })
  }
  await page.goto(`${server.url}/-/stacks`)
  // The heads of a list of cards are hidden until the keyboard reaches them.
  const sort = page.getByRole('columnheader', { name: 'Health' }).getByRole('button')
  await sort.focus()
  await expect.poll(async () => (await sort.boundingBox())?.x ?? 0).toBeGreaterThan(10)
  await page.keyboard.press('Tab') // the focus is visible in the system's colours too
  await expect(page.locator(':focus')).not.toHaveCSS('outline-style', 'none')
})

/** Texts that have so little room that each of their lines has a few letters. */
const squeezed = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isTall = (node: Node) => {
      const range = document.createRange()
      range.selectNodeContents(node)
      const { width, height } = range.getBoundingClientRect()
      return width > 0 && width < 40 && height > 60 && node.parentElement?.closest('details:not([open])') === null
    }
    const walker = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT)
    const texts: string[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (isTall(node)) texts.push(node.nodeValue ?? '')
    return texts
  })

test('in forced colours, bars and swatches stay visible, and a line or a ground marks what is current, chosen or unavailable', async ({
  page,
  server,
}) => {
  const ci = await interruptedShop(server, 20)
  const billing = ref('organization/billing/prod')
  await deployed(ci, billing, { resources: 8 })
  await ci.start(billing, { message: 'Runs' })
  await signIn(page, server)
  let grounds = 0
  let stressed = 0
  for (const path of [
    '/',
    '/-/stacks',
    '/-/activity',
    '/-/leases',
    PAGE,
    `${PAGE}/updates`,
    `${PAGE}/updates/1?tab=timeline`,
    '/organization/billing/prod/updates/2',
    `${PAGE}/resources`,
    `${PAGE}/recover/resolve-operations?step=answer`,
    '/-/settings/tokens',
  ]) {
    await test.step(path, async () => {
      await page.emulateMedia({ forcedColors: 'none' })
      await page.goto(server.url + path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('main [aria-busy=true], [data-waiting]')).toHaveCount(0)
      grounds += await markGrounds(page)
      await page.emulateMedia({ forcedColors: 'active' })
      await expect.poll(() => lostGrounds(page)).toEqual([])
      const current = page.locator(':is([aria-current=page], [aria-current=true], [aria-selected=true])')
      await expect(current.first()).toBeAttached()
      for (const each of await current.all()) await expect(each).toHaveCSS('outline-style', 'solid')
      const filled = page.locator('nav :is([aria-current=page], [aria-current=true]), [aria-pressed=true]')
      const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
      for (const each of await filled.all()) await expect(each).not.toHaveCSS('background-color', ground)
      for (const each of await page.locator('main .solid-ground:not([aria-disabled])').all()) {
        stressed++
        await expect(each).not.toHaveCSS('background-color', ground)
      }
    })
  }
  expect(grounds).toBeGreaterThan(50)
  expect(stressed).toBeGreaterThan(2)
  const blocked = page.getByRole('button', { name: 'Create token' })
  const usual = page.getByRole('button', { name: 'Revoke ci-runner' })
  const colour = (button: typeof usual) => button.evaluate((each) => getComputedStyle(each).borderTopColor)
  // Colours change over 120 ms.
  await expect.poll(async () => (await colour(blocked)) === (await colour(usual))).toBe(false)
})

/** Marks elements that consist of a ground only, and returns their number. */
const markGrounds = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const grounds = [...document.querySelectorAll<HTMLElement>('main *')].filter((each) => {
      const { backgroundColor, backgroundImage } = getComputedStyle(each)
      const isPainted = backgroundColor !== 'rgba(0, 0, 0, 0)' || backgroundImage !== 'none'
      const { width, height } = each.getBoundingClientRect()
      const isEmpty = each.textContent === '' && each.querySelector('svg, input') === null
      return isPainted && isEmpty && width > 0 && height > 0 && !each.matches('input, select, textarea, canvas')
    })
    for (const each of grounds) each.dataset['ground'] = ''
    return grounds.length
  })

/** Those of them that have the colour of the page, and no line. */
const lostGrounds = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-ground]')]
      .filter((each) => {
        const { backgroundColor, backgroundImage, borderBottomWidth, outlineStyle } = getComputedStyle(each)
        const isPlain = backgroundColor === getComputedStyle(document.body).backgroundColor
        return isPlain && backgroundImage === 'none' && borderBottomWidth === '0px' && outlineStyle === 'none'
      })
      .map((each) => each.className),
  )

test('back restores the filter and the scroll position, a reload the filter and the open row', async ({
  page,
  server,
}) => {
  const ci = await deployedShop(server, 20)
  for (let n = 0; n < 25; n++) await changed(ci, SHOP, `Change ${n}`)
  await signIn(page, server)
  await page.setViewportSize({ width: 1200, height: 700 })
  await page.goto(`${server.url}/-/activity?kind=update`)
  const table = page.getByRole('table', { name: 'Activity' })
  const link = table.getByRole('link', { name: 'Update 4', exact: true })
  await link.scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => window.scrollY)
  expect(place).toBeGreaterThan(100)
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Update 4' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\?kind=update$/)
  await expect(page.getByLabel('Kind')).toHaveValue('update')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place)
  await page.reload()
  await expect(page.getByLabel('Kind')).toHaveValue('update')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place)

  // Also if the list arrives after the page, and with a row open.
  await page.goto(`${server.url}${PAGE}/updates/1?show=all`)
  const row = page.getByRole('list', { name: 'Changes by resource' }).getByRole('button', { name: /checkout-role/ })
  await expect(row).toBeAttached()
  // An address that is opened in the same tab begins at its top, not where the page before it was.
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await row.click()
  await expect(row).toHaveAttribute('aria-expanded', 'true')
  await page.evaluate(() => window.scrollTo(0, 500))
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(500)
  await page.route('**/changes**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, LATE_MS))
    await route.continue().catch(() => undefined) // the page may have navigated meanwhile
  })
  await page.reload()
  await expect(row).toHaveAttribute('aria-expanded', 'true')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(500)

  await page.goto(`${server.url}${PAGE}/resources`)
  await page.getByText('checkout-role', { exact: true }).first().click()
  await expect(page.getByRole('region', { name: 'checkout-role' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('region', { name: 'checkout-role' })).toBeVisible()
})
