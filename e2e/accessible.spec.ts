import type { Page } from '@playwright/test'
import { changed, deployed, failed, killedWhileCreating, removed } from '#mocks/scenes.ts'
import { ref } from '#mocks/story.ts'
import { expect, expectAccessible, signInByToken, test } from './fixtures.ts'

const PAGES = [
  '/',
  '/-/stacks',
  '/-/leases',
  '/-/connect',
  '/-/open',
  '/-/import',
  '/-/untracked',
  '/-/activity',
  '/-/graph',
  '/-/diagnose',
  '/-/diagnose/conflict',
  '/-/settings/tokens',
  '/-/settings/sessions',
  '/-/settings/users',
  '/-/settings/organizations',
  '/-/settings/audit',
  '/-/settings/deleted',
  '/-/settings/retention?keepNewest=1',
  '/-/settings/approvals',
  '/-/settings/approvals/rule?from=friday-afternoon',
  '/-/nothing-here',
  '/welcome/cli',
  '/organization',
  '/organization/shop/prod',
  '/organization/shop/prod/updates',
  '/organization/shop/prod/updates/2',
  '/organization/shop/prod/updates/2?tab=timeline',
  '/organization/shop/prod/updates/2?tab=log',
  '/organization/shop/prod/updates/2?tab=config',
  '/organization/shop/prod/resources',
  '/organization/shop/prod/resources?view=table',
  '/-/search?q=protected:no',
  '/organization/shop/prod/graph',
  '/organization/shop/prod/versions',
  '/organization/shop/prod/settings/options',
  '/organization/shop/prod/recover',
  '/organization/shop/prod/recover/resolve-operations',
  '/organization/shop/prod/recover/adopt-create',
  '/organization/shop/prod/recover/restore-version?version=1',
  '/organization/shop/prod/recover/fix-network',
  '/organization/shop/prod/edit',
  '/organization/shop/prod/compare?from=1&to=2',
  '/organization/shop/gone',
  `/cli-login?cliSessionPort=45678&cliSessionNonce=${'0123456789abcdef'.repeat(4)}&cliSessionDescription=laptop`,
  '/organization/shop/prod/graph?matrix=1',
]

const THEMES = ['light', 'dark'] as const

/**
 * Whether the page shows this theme. Colour transitions are finished at once: a page that is not painted never ends
 * them.
 */
const isPainted = (page: Page, theme: (typeof THEMES)[number]) =>
  page.evaluate((wanted) => {
    for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish()
    return matchMedia(`(prefers-color-scheme: ${wanted})`).matches
  }, theme)

/** Marks the texts that tables show in a wide window, with all details open. */
const markCells = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const each of document.querySelectorAll('main details')) each.setAttribute('open', '')
    for (const each of document.querySelectorAll<HTMLElement>('main table :is(td, td *, tbody th)'))
      if (each.checkVisibility() && /\p{L}|\d/u.test(each.textContent)) each.dataset['shown'] = ''
  })

/** What a narrow window shows no more: marked texts that are hidden, and tables that go on beyond the edge. */
const lostInTables = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const hidden = [...document.querySelectorAll<HTMLElement>('main table [data-shown]')].filter(
      // A box of its own is not needed (`contents`); what is in it is marked as well.
      (each) =>
        !each.checkVisibility() &&
        getComputedStyle(each).display !== 'contents' &&
        !each.closest('tr')?.innerText.includes(each.textContent),
    )
    const wide = [...document.querySelectorAll<HTMLElement>('main table')].filter((table) => {
      const box = table.parentElement
      return box !== null && box.scrollWidth > box.clientWidth + 1
    })
    return [
      ...hidden.map((each) => `hidden: ${each.textContent}`),
      ...wide.map((table) => `scrolls: ${table.ariaLabel}`),
    ]
  })

test.use({ expectedErrors: /404 \(Not Found\)/ }) // missing objects are requested on purpose

/** Half of the pages in each of two journeys, which run concurrently. */
for (const half of [0, 1]) {
  test(`every page passes axe in both themes, and fits a phone: half ${half + 1}`, async ({ page, server }) => {
    const ci = await server.cliNamed('ci-runner')
    await deployed(ci, ref('organization/shop/legacy'), { resources: 3 })
    await removed(ci, ref('organization/shop/legacy'))
    await server.advance(40 * 24 * 3_600_000) // so long ago that its date is shown
    await deployed(ci, ref('organization/shop/prod'), { resources: 30 })
    await changed(ci, ref('organization/shop/prod'), 'Raise the number of replicas')
    await deployed(ci, ref('organization/billing/prod'), { resources: 12 })
    await failed(ci, ref('organization/billing/prod'), 'Exports')
    await killedWhileCreating(ci, ref('organization/shop/prod'), 'Move the ledger')
    await server.advance(310_000)
    await signInByToken(page, server)
    for (const path of PAGES.filter((_, index) => index % 2 === half)) {
      await test.step(path, async () => {
        await page.setViewportSize({ width: 1400, height: 900 })
        await page.goto(server.url + path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.getByText(/loading/i)).toHaveCount(0)
        for (const theme of THEMES) {
          await page.emulateMedia({ colorScheme: theme })
          await expect.poll(() => isPainted(page, theme)).toBe(true)
          await expectAccessible(page)
        }
        await markCells(page)
        for (const width of [390, 360]) {
          await page.setViewportSize({ width, height: 844 })
          await expect
            .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
            .toBeLessThanOrEqual(0)
          await expect.poll(() => lostInTables(page)).toEqual([])
        }
      })
    }
  })
}
