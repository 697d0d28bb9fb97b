import type { Locator, Page } from '@playwright/test'
import { changed, deployed, failed, killedWhileCreating } from '#mocks/scenes.ts'
import { ref } from '#mocks/story.ts'
import { expect, signIn, test } from './fixtures.ts'
import { deployedShop } from './openings.ts'

const SHOP = '/organization/shop/prod'

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error('the element is not on the page')
  return box
}
/** Whether the page fits the window horizontally, once it is laid out. */
const expectInWindow = async (page: Page, locator: Locator) => {
  await expect.poll(async () => (await boxOf(locator)).x).toBeGreaterThanOrEqual(0)
  const right = async () => {
    const { x, width } = await boxOf(locator)
    return x + width
  }
  await expect.poll(right).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
}

test('a stack with more resources than fit scrolls in its list, not beside it', async ({ page, server }) => {
  const ci = await server.cliNamed('ci-runner')
  await deployed(ci, ref('organization/shop/prod'), { resources: 60 })
  await signIn(page, server)
  await page.setViewportSize({ width: 1400, height: 900 })
  await page.goto(`${server.url}${SHOP}/resources`)
  const rows = page.getByRole('treegrid')
  await expect(rows).toBeVisible()
  await expect.poll(() => rows.evaluate((list) => list.scrollHeight > list.clientHeight)).toBe(true)
  const beyond = () => page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)
  await expect.poll(beyond).toBeLessThanOrEqual(0)

  await test.step('also below the notice of an interrupted update', async () => {
    await killedWhileCreating(ci, ref('organization/shop/prod'), 'Move the ledger')
    await server.advance(400_000)
    await page.reload()
    await expect(page.getByText('3 operations with an unknown outcome')).toBeVisible()
    await expect.poll(() => rows.evaluate((list) => list.scrollHeight > list.clientHeight)).toBe(true)
    await expect.poll(beyond).toBeLessThanOrEqual(0)
  })
})

test('a heading that takes the focus after a navigation has no ring: it is not a control', async ({ page, server }) => {
  await deployed(await server.cliNamed('ci-runner'), ref('organization/shop/prod'), { resources: 12 })
  await signIn(page, server)
  await page.goto(`${server.url}${SHOP}/versions`)
  await page
    .getByRole('navigation', { name: 'Parts of the stack' })
    .getByRole('link', { name: /^Recover/ })
    .focus()
  await page.keyboard.press('Enter')
  const heading = page.getByRole('heading', { name: 'Nothing is wrong with this stack' })
  await expect(heading).toBeFocused()
  await expect(heading).toHaveCSS('outline-style', 'none')
})

test('page content keeps its position from tab to tab, and is aligned in columns', async ({ page, server }) => {
  const ci = await deployedShop(server, 40)
  await changed(ci, ref('organization/shop/prod'), 'Raise the number of replicas')
  await page.setViewportSize({ width: 1400, height: 700 })
  await signIn(page, server)

  const tabs = page.getByRole('navigation', { name: 'Parts of the stack' })
  await test.step('tabs and heading stay where they are', async () => {
    await page.goto(`${server.url}${SHOP}`)
    const places = async () => {
      const links = await tabs.getByRole('link').all()
      return Promise.all([page.getByRole('heading', { level: 1 }), ...links].map(async (each) => (await boxOf(each)).x))
    }
    await expect(tabs.getByRole('link', { name: /^Versions/ })).toBeVisible()
    const before = await places()
    expect(before.length).toBeGreaterThan(5)
    for (const name of [/^Resources/, /^Graph/, /^Versions/]) {
      await tabs.getByRole('link', { name }).click()
      await expect(tabs.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
      expect(await places()).toEqual(before)
    }
  })

  await test.step('the current tab is in view after the window was made narrow', async () => {
    await page.setViewportSize({ width: 390, height: 700 })
    await expect(tabs.getByRole('link', { name: /^Versions/ })).toBeInViewport({ ratio: 1 })
    await page.setViewportSize({ width: 1400, height: 700 })
  })

  await test.step('types of resources are aligned, on every level', async () => {
    await page.goto(`${server.url}${SHOP}/resources`)
    const rows = page
      .getByRole('treegrid')
      .getByRole('row')
      .filter({ has: page.getByRole('gridcell') })
    await expect(rows.nth(5)).toBeVisible()
    const starts = await Promise.all(
      [0, 1, 2, 3, 4].map(async (row) => (await boxOf(rows.nth(row).getByRole('gridcell').nth(1))).x),
    )
    expect(new Set(starts).size).toBe(1)
  })

  await test.step('the command next to the sign-in form fits one line, on a phone at most two', async () => {
    await page.context().clearCookies()
    await page.goto(`${server.url}/login`)
    const command = page.getByText('npm run token -- create NAME --scope admin')
    await expect(command).toBeVisible()
    // Parts of a line have rectangles of their own.
    const lines = () => command.evaluate((code) => new Set(Array.from(code.getClientRects(), ({ top }) => top)).size)
    expect(await lines()).toBe(1)
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await lines()).toBeLessThanOrEqual(2)
    await expectInWindow(page, command)
  })
})

test('a link to the lease scrolls to below the header', async ({ page, server }) => {
  const ci = await deployedShop(server, 40)
  await killedWhileCreating(ci, ref('organization/shop/prod'), 'Move the ledger')
  await page.setViewportSize({ width: 1400, height: 500 })
  await signIn(page, server)
  await page.goto(`${server.url}${SHOP}#lease`)
  const card = page.getByRole('region', { name: 'Lease' })
  await expect(card).toBeVisible()
  await page.evaluate(() => document.getElementById('lease')?.scrollIntoView())
  const { y, height } = await boxOf(page.getByRole('banner'))
  expect((await boxOf(card)).y).toBeGreaterThanOrEqual(y + height)
})

test('a phone shows how runs ended, what can be copied, and why there is no graph', async ({ page, server }) => {
  const ci = await server.cliNamed('ci-runner')
  await deployed(ci, ref('organization/billing/prod'), { resources: 12 })
  await failed(ci, ref('organization/billing/prod'), 'Exports to a second region')
  await deployed(ci, ref('organization/shop/prod'), { resources: 30 })
  await killedWhileCreating(ci, ref('organization/shop/prod'), 'Move the ledger to its own database')
  await server.advance(310_000)
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, server)

  await page.goto(`${server.url}/-/activity`)
  const activity = page.getByRole('table', { name: 'Activity' })
  for (const words of ['Interrupted', 'Failed', '3 unknown outcomes'])
    await expectInWindow(page, activity.getByText(words).first())
  for (const row of await activity.getByRole('row').all()) expect((await boxOf(row)).height).toBeLessThan(150)

  await page.goto(`${server.url}${SHOP}`)
  await expectInWindow(page, page.getByRole('table', { name: 'Last updates' }).getByText('3 unknown outcomes'))
  await expectInWindow(page, page.getByRole('button', { name: 'Copy url' }))
  const name = page.getByRole('table', { name: 'Outputs' }).getByText('databasePassword')
  expect(await name.evaluate((word) => word.getClientRects().length)).toBe(1)

  await page.goto(`${server.url}${SHOP}/recover/resolve-operations?step=answer`)
  await page.getByRole('list', { name: 'Operations to answer' }).getByText('Details').last().click()
  const differences = page.getByRole('table', { name: 'What differs for checkout-task' })
  await expectInWindow(page, differences.getByText('In the state', { exact: true }).last())
  await expectInWindow(page, differences.getByText('Intended', { exact: true }).last())

  await page.goto(`${server.url}${SHOP}/graph`)
  await expect(page.getByText('The graph needs a wider screen.', { exact: false })).toBeVisible()
})

test('on a phone, lists keep their order, columns and actions, and bars of tabs show that they scroll', async ({
  page,
  server,
}) => {
  const ci = await server.cliNamed('ci-runner')
  await deployed(ci, ref('organization/billing/prod'), { resources: 12 })
  await deployed(ci, ref('organization/shop/prod'), { resources: 30 })
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, server)

  await test.step('stacks', async () => {
    await page.goto(`${server.url}/-/stacks`)
    const stacks = page.getByRole('table', { name: 'Stacks' })
    await expectInWindow(page, stacks.getByText(/^14\s*resources$/))
    await expect(stacks.getByRole('row')).toHaveCount(3)
    for (const row of (await stacks.getByRole('row').all()).slice(1))
      await expect.poll(async () => (await boxOf(row)).height).toBeLessThan(180)
    await page.getByLabel('Order').selectOption('Most resources')
    await expect(stacks.getByRole('link', { name: /prod$/ })).toHaveText([/shop/, /billing/])
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Resources' }).click()
    await expect(stacks.getByText(/^14\s*resources$/)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Actions for .*billing/ }).click()
    await page.getByRole('menuitem', { name: 'Updates' }).click()
    await expect(page).toHaveURL(/billing\/prod\/updates$/)
  })

  await test.step('tokens and sessions', async () => {
    await page.goto(`${server.url}/-/settings/tokens`)
    const tokens = page.getByRole('table', { name: 'Your access tokens' })
    for (const word of ['Scope', 'Expires', 'Used', 'Created'])
      await expectInWindow(page, tokens.getByText(word, { exact: true }).last())
    await page.goto(`${server.url}/-/settings/sessions`)
    const sessions = page.getByRole('table', { name: 'Your sessions' })
    for (const word of ['Signed in', 'Used', 'Ends'])
      await expectInWindow(page, sessions.getByText(word, { exact: true }).last())
  })

  await test.step('the bar of tabs fades where it goes on', async () => {
    const bar = page.getByRole('navigation', { name: 'Settings' })
    const mask = () => bar.evaluate((nav) => getComputedStyle(nav).maskImage)
    await bar.evaluate((nav) => nav.scrollTo({ left: 0 }))
    await expect.poll(mask).toContain('to right')
    await bar.evaluate((nav) => nav.scrollTo({ left: nav.scrollWidth }))
    await expect.poll(mask).toContain('to left')
    await page.setViewportSize({ width: 1400, height: 844 })
    await expect.poll(mask).toBe('none')
  })
})

test('all pages have one left edge, and so have the header and its logo, in windows of every width', async ({
  page,
  server,
}) => {
  await deployedShop(server, 40)
  await signIn(page, server)
  const logo = page.getByRole('link', { name: 'Holdfast, home' }).locator('svg')
  for (const width of [390, 1024, 1400, 1920, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    const edges = new Set<number>()
    for (const path of ['/', '/-/connect', '/-/diagnose', '/-/open', '/-/search', '/-/graph', `${SHOP}/graph`]) {
      await page.goto(server.url + path)
      const heading = page.getByRole('heading', { level: 1 })
      await expect(heading).toBeVisible()
      // The head of a stack begins with its organization.
      const first = page.getByRole('navigation', { name: 'Breadcrumb' }).or(heading).first()
      edges.add(Math.round((await boxOf(first)).x))
      if (width >= 768) edges.add(Math.round((await boxOf(logo)).x))
    }
    expect([...edges], `at ${width}`).toHaveLength(1)
  }
})

test('the head of a stack leaves room for the page, and the list of resources scrolls alone', async ({
  page,
  server,
}) => {
  await deployedShop(server, 200)
  await page.setViewportSize({ width: 1400, height: 900 })
  await signIn(page, server)
  await page.goto(`${server.url}${SHOP}/resources`)
  const tabs = await boxOf(page.getByRole('navigation', { name: 'Parts of the stack' }))
  expect(tabs.y + tabs.height).toBeLessThanOrEqual(150)
  const tree = page.getByRole('treegrid')
  await expect(tree).toBeVisible()
  const excess = (element: Element) => element.scrollHeight - element.clientHeight
  expect(await page.locator('html').evaluate(excess)).toBe(0)
  expect(
    await tree
      .locator('xpath=ancestor-or-self::*')
      .evaluateAll((all) => all.some((each) => each.scrollHeight > each.clientHeight + 100)),
  ).toBe(true)
})

test.describe('the font of the console', () => {
  test.use({ fontless: false })

  test('is at most 60 kB, and moves nothing when it arrives late', async ({ page, server }) => {
    await deployedShop(server, 40)
    await signIn(page, server)
    let arrive = () => {}
    const held = new Promise<void>((resolve) => (arrive = resolve))
    let bytes = 0
    await page.route('**/*.woff2', async (route) => {
      await held
      const response = await route.fetch()
      bytes += (await response.body()).byteLength
      await route.fulfill({ response })
    })
    await page.goto(server.url + SHOP, { waitUntil: 'domcontentloaded' }) // the font is waited for by what comes after
    const heads = page.getByRole('heading')
    await expect(page.getByRole('heading', { name: 'Outputs' })).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    const places = async () => Promise.all((await heads.all()).map(async (each) => (await boxOf(each)).y))
    const before = await places()
    arrive()
    await expect.poll(() => page.evaluate(() => document.fonts.check('14px Plex'))).toBe(true)
    await expect.poll(() => bytes).toBeGreaterThan(0)
    const moved = (await places()).map((y, index) => Math.abs(y - (before[index] ?? NaN)))
    expect(Math.max(...moved)).toBeLessThan(1) // baselines differ by parts of a pixel
    expect(bytes).toBeLessThanOrEqual(60_000)
  })
})
