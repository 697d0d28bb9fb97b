import { expect, test as base, type Page } from '@playwright/test'
import { serveDemo } from './demoServer.ts'
import { watch } from './fixtures.ts'

/** The built demo, served as files by `vite preview` the way `npm run demo` does. */
const test = base.extend<object, { url: string }>({
  url: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of needed fixtures from this pattern
    async ({}, use) => {
      const demo = await serveDemo()
      await use(demo.url)
      demo.stop()
    },
    { scope: 'worker' },
  ],
})

async function open(page: Page, url: string, choice: { world?: string; overlay?: string }, path = '/'): Promise<void> {
  const cookies = Object.entries(choice).map(([what, value]) => ({ name: `holdfast_${what}`, value, url }))
  await page.context().addCookies(cookies)
  await page.goto(url + path)
}

test('shows every world offline: it requests nothing but its own files', async ({ page, url }) => {
  const errors: string[] = []
  watch(page, errors)
  const beyond: string[] = []
  const served: string[] = []
  page.on('response', (response) => {
    const at = new URL(response.url())
    if (at.origin !== url) beyond.push(response.url())
    else if (at.pathname.startsWith('/api/') && !response.fromServiceWorker()) served.push(response.url())
  })
  await page.context().route(
    (at) => at.origin !== url,
    (route) => route.abort(),
  )
  for (const [world, words] of [
    ['healthy', /all clear/i],
    ['midUpdate', /alive/i],
    ['stuckLease', /not responding/i],
    ['pendingCreates', /interrupted/i],
    ['refused', /blocking others/i],
    ['empty', /pulumi login/i],
  ] as const) {
    await open(page, url, { world })
    await expect(page.getByRole('main').getByText(words).first()).toBeVisible()
  }
  expect(beyond).toEqual([])
  expect(served).toEqual([])
  expect(errors).toEqual([])
})

test('an update progresses while it is watched, and its page follows', async ({ page, url }) => {
  await open(page, url, { world: 'midUpdate' }, '/organization/shop/prod/updates/2')
  await expect(page.getByText('invoices').first()).toBeVisible()
  await expect(page.getByText('receipts').first()).toBeVisible()
})

test('the last updates of a stack fit beside its facts, with what rules did to them', async ({ page, url }) => {
  await page.setViewportSize({ width: 1400, height: 900 })
  await open(page, url, { world: 'approval' }, '/organization/shop/prod')
  const table = page.getByRole('table', { name: 'Last updates' })
  const beyond = () => table.evaluate((each) => each.scrollWidth - (each.parentElement?.clientWidth ?? 0))
  const row = table.getByRole('row', { name: /Update 3/ })
  await expect(row).toContainText('Waiting for approval')
  await expect(row).toContainText(/4 of 5 changes/)
  expect(await beyond()).toBeLessThanOrEqual(0)
  await page.getByLabel('Reason').fill('Not before the backup.')
  await page.getByRole('button', { name: 'Refuse', exact: true }).click()
  await expect(row).toContainText(/1 step refused\s*waited for approval/)
  expect(await beyond()).toBeLessThanOrEqual(0)
  await expect(row).toContainText('Failed')
  expect(await beyond()).toBeLessThanOrEqual(0)
})

test('opens with an interrupted update; the banner switches worlds and faults', async ({ page, url }) => {
  await open(page, url, {})
  const main = page.getByRole('main')
  await expect(main.getByText(/interrupted/i).first()).toBeVisible()
  await page.getByLabel('World').selectOption('healthy')
  await expect(main.getByText(/all clear/i).first()).toBeVisible()
  await page.getByLabel('Trouble').selectOption({ label: 'Server answers with errors' })
  await expect(page.getByText(/internal error/i).first()).toBeVisible()
})

test('the banner adds no scroll bar to a short page, even when it wraps', async ({ page, url }) => {
  for (const width of [1400, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await open(page, url, { world: 'healthy' }, '/-/leases')
    await expect(page.getByText('No update is running')).toBeVisible()
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight))
      .toBeLessThanOrEqual(0)
  }
})

test('a browser that denies storage is told why the demo does not start', async ({ page, url }) => {
  await page.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError')
      },
    }),
  )
  await page.goto(url)
  await expect(page.getByText('The demo could not start: it needs storage and service workers')).toBeVisible()
})

test('on the axis of leases a disconnected client has its own colour, in forced colours too', async ({ page, url }) => {
  await open(page, url, { world: 'fleet' }, '/-/leases')
  await page.getByRole('button', { name: /^Show all \d+ stacks$/ }).click()
  const axis = page.getByRole('table', { name: 'Leases on a time axis' })
  const colourOf = (verdict: string) =>
    axis
      .getByRole('img', { name: new RegExp(`, ${verdict}(;|$)`) })
      .first()
      .locator('rect')
      .last()
      .evaluate((bar) => getComputedStyle(bar).fill)
  for (const forcedColors of ['none', 'active'] as const) {
    await page.emulateMedia({ forcedColors })
    const verdicts = ['interrupted', 'disconnected', 'not responding', 'alive']
    const colours = async () => new Set(await Promise.all(verdicts.map(colourOf))).size
    await expect.poll(colours).toBe(verdicts.length)
  }
})
