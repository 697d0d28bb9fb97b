// Bad conditions: unusual names, huge values, wrong clocks, denied storage, a failing network.
import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { bucket, deployed, urnsBefore } from '#mocks/scenes.ts'
import { ref } from '#mocks/story.ts'
import { answerAll, answerFor } from './answers.ts'
import { expect, signIn, signInByToken, test } from './fixtures.ts'
import { deployedShop, interruptedShop } from './openings.ts'

const SHOP = ref('organization/shop/prod')
const PAGE = '/organization/shop/prod'
const DAY = 24 * 3_600_000

const LONG = `${'a-name-without-any-end-'.repeat(12)}`.slice(0, 256)
const RTL = 'مخزن-الفواتير-الرئيسي'
const EMOJI = '🧾👩‍💻🇨🇭-Æther-ﷺ-ねこ'
/** Reverses the text that follows, so that a name could be read as another. */
const TURNED = `invoice\u202Egpj.exe\u202C-end`

/** What is shown of it, on pages that have it. */
const SHOWN = [
  ['?tab=log', 'Created invoice\\u202egpj.exe\\u202c-end'],
  ['?step=answer', 'a-name-without-any-end-'],
  ['/resources', 'invoice\\u202egpj.exe\\u202c-end'],
] as const

const expectNoSidewaysScroll = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThanOrEqual(0)

test('names of 256 characters, right-to-left or emoji, fit every page, from 360 px to 1400 px', async ({
  signedIn: page,
  server,
}) => {
  const ci = await server.cliNamed(`${EMOJI} ${LONG}`.slice(0, 190))
  await deployed(ci, SHOP, { resources: 12 })
  await ci.call('POST', '/api/stacks/organization/shop/prod/tags', {
    body: { name: 'owner', value: `${TURNED} ${RTL} ${LONG}`.slice(0, 200) },
  })
  const run = await ci.start(SHOP, { message: `${RTL} ${EMOJI} ${LONG}` })
  await run.keeps(...urnsBefore(run))
  for (const name of [LONG, RTL, EMOJI, TURNED])
    await run.does('creating', { ...bucket(run, name), id: name, inputs: { [name]: name } })
  await run.says(`Created ${TURNED}`)
  await run.begin('creating', bucket(run, `${LONG.slice(0, 200)}-cut`))
  await server.advance(310_000)
  for (const path of [
    '/',
    '/-/stacks',
    '/-/activity',
    '/-/leases',
    '/-/untracked',
    '/-/search?q=bucket',
    '/-/settings/audit',
    PAGE,
    `${PAGE}/updates`,
    `${PAGE}/updates/2`,
    `${PAGE}/updates/2?tab=timeline`,
    `${PAGE}/updates/2?tab=log`,
    `${PAGE}/resources`,
    `${PAGE}/versions`,
    `${PAGE}/compare?from=1&to=2`,
    `${PAGE}/recover`,
    `${PAGE}/recover/resolve-operations?step=answer`,
  ]) {
    await test.step(path, async () => {
      await page.setViewportSize({ width: 1400, height: 900 })
      await page.goto(server.url + path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText(/loading/i)).toHaveCount(0)
      await expectNoSidewaysScroll(page)
      if (path === '/-/stacks')
        await expect(page.getByRole('columnheader', { name: 'Resources' })).toBeInViewport({ ratio: 1 })
      await page.setViewportSize({ width: 360, height: 800 })
      await expectNoSidewaysScroll(page)
      await expect(page.locator('main [aria-busy=true], [data-waiting]')).toHaveCount(0)
      const isTurned = () => page.evaluate(() => /[\u202a-\u202e\u2066-\u2069]/.test(document.body.textContent))
      await expect.poll(isTurned).toBe(false)
      for (const [end, text] of SHOWN) if (path.endsWith(end)) await expect(page.getByText(text).first()).toBeVisible()
    })
  }
  await page.setViewportSize({ width: 1400, height: 900 })
  await page.goto(`${server.url}${PAGE}/updates/2`)
  for (const name of [LONG, RTL, EMOJI]) await expect(page.getByText(name).first()).toBeVisible()
})

test('a value of 10 MB is one line that can be expanded, and slows no page down', async ({
  signedIn: page,
  server,
}) => {
  const ci = await deployedShop(server, 12)
  const run = await ci.start(SHOP, { message: 'A very large policy' })
  await run.keeps(...urnsBefore(run))
  const policy = `ten-megabytes ${randomBytes(7_500_000).toString('base64')}` // a body that compresses too well is refused
  await run.does('creating', { ...bucket(run, 'policy'), id: 'policy', inputs: { policy }, outputs: { policy } })
  await run.complete()
  for (const path of ['', '/updates/2', '/resources', '/versions', '/compare?from=1&to=2']) {
    await test.step(path || 'overview', async () => {
      await page.goto(`${server.url}${PAGE}${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText(/loading/i)).toHaveCount(0)
      expect(await page.evaluate(() => document.body.textContent.length)).toBeLessThan(1_000_000)
    })
  }
  await page.goto(`${server.url}${PAGE}/resources`)
  await page.getByText('policy', { exact: true }).first().click()
  await expect(page.getByRole('region', { name: 'policy' })).toContainText('ten-megabytes')
  expect(await page.evaluate(() => document.body.textContent.length)).toBeLessThan(1_000_000)
})

test('terminal colours and markup in the log are neither shown as code nor executed', async ({
  signedIn: page,
  server,
}) => {
  const ci = await deployedShop(server, 12)
  const run = await ci.start(SHOP, { message: '\u001B[31mred\u001B[0m <b>bold</b>' })
  await run.says(
    '\u001B[1;31merror:\u001B[0m <script>window.ran=1</script> \u001B]8;;http://example.com\u0007link\u001B]8;;\u0007',
  )
  await run.complete()
  await page.goto(`${server.url}${PAGE}/updates/2?tab=log`)
  await expect(page.getByText('error: <script>window.ran=1</script>').first()).toBeVisible()
  for (const path of [`${PAGE}/updates/2`, `${PAGE}/updates`, '/', '/-/activity']) {
    await page.goto(server.url + path)
    await expect(page.getByText('red <b>bold</b>').first()).toBeVisible()
    // eslint-disable-next-line no-control-regex -- what a terminal would take for a command
    expect(await page.evaluate(() => /\u001B|\[31m/.test(document.body.textContent))).toBe(false)
  }
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
})

test('the server’s time is used on a machine whose clock is a day off', async ({ browser, server }) => {
  const ci = await deployedShop(server, 12)
  await ci.start(SHOP, { message: 'Runs' })
  // Slow, so that everything seems to come from the future; fast, so that the lease seems to have expired.
  for (const off of [-DAY, DAY]) {
    const page = await (await browser.newContext()).newPage()
    await page.addInitScript((ms) => {
      const { now } = Date
      const RealDate = Date
      Date.now = () => now() + ms
      globalThis.Date = new Proxy(RealDate, {
        construct: (target, args) => Reflect.construct(target, args.length === 0 ? [now() + ms] : args) as Date,
      })
    }, off)
    await signInByToken(page, server)
    await page.goto(server.url + PAGE)
    const left = page.getByRole('region', { name: 'Lease' }).getByRole('timer').first()
    await expect(left).toHaveText(/^[0-4]:\d\d/)
    await expect(page.getByRole('table', { name: 'Last updates' })).not.toContainText(
      /\d hr\b|days? ago|in \d+ (?:min|days?)/,
    )
    await page.context().close()
  }
})

test('a browser without storage shows everything', async ({ page, server }) => {
  await interruptedShop(server, 12)
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'] as const)
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('denied', 'SecurityError')
        },
      })
  })
  await signIn(page, server)
  await page.goto(`${server.url}${PAGE}/recover/resolve-operations?step=answer`)
  const main = page.getByRole('main')
  await answerFor(main, 'receipts', 'It doesn’t exist')
  await expect(main.getByText('1 of 3').first()).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search or go to' })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.goto(`${server.url}/-/stacks`)
  await expect(page.getByRole('link', { name: 'organization/shop/prod' })).toBeVisible()
})

test.describe('a connection lost in the middle of a recovery', () => {
  test.use({ expectedErrors: /Failed to load resource|ERR_|409/ }) // the error under test

  for (const lost of ['the request', 'the answer'] as const) {
    test(`${lost} is lost: the outcome is shown as unknown, entered values stay, and nothing is done twice`, async ({
      signedIn: page,
      server,
    }) => {
      const laptop = await interruptedShop(server, 20, 'ada-laptop')
      const { version } = await laptop.getStack(SHOP)
      const main = page.getByRole('main')
      await page.goto(`${server.url}${PAGE}/recover/resolve-operations?step=answer`)
      await answerAll(main)
      await main.getByRole('button', { name: 'Continue' }).click()
      await main.getByLabel('What did you check?').fill('Looked in the account: nothing there')
      await main.getByLabel('Type organization/shop/prod to confirm').fill('organization/shop/prod')
      let dropped = 0
      await page.route(
        (url) => url.pathname.endsWith('/recoveries') || url.pathname.endsWith('/recover'),
        async (route) => {
          if (route.request().method() !== 'POST' || dropped > 0) return route.continue()
          dropped++
          if (lost === 'the answer') await route.fetch()
          return route.abort('connectionreset')
        },
      )
      await main.getByRole('button', { name: 'Clear 3 operations' }).click()
      await expect(main.getByText('No response: it may or may not have been written')).toBeVisible()
      expect(dropped).toBe(1)
      await main.getByRole('button', { name: 'Review again' }).first().click()
      if (lost === 'the request') {
        // The name confirms what was reviewed, so it is typed after that.
        await expect(main.getByText('No response: it may or may not have been written')).toHaveCount(0)
        await expect(main.getByLabel('What did you check?')).toHaveValue('Looked in the account: nothing there')
        await main.getByLabel('Type organization/shop/prod to confirm').fill('organization/shop/prod')
        await main.getByRole('button', { name: 'Clear 3 operations' }).click()
        await expect(page).toHaveURL(/\/recover\/[0-9a-f-]{36}/)
      } else {
        await expect(main.getByRole('button', { name: 'Clear 3 operations' })).toHaveCount(0)
      }
      const state = await laptop.exportState(SHOP)
      expect(state.deployment.pending_operations ?? []).toEqual([])
      expect((await laptop.getStack(SHOP)).version).toBe(version + 1)
    })
  }
})

test.describe('code that does not load', () => {
  test.use({ expectedErrors: /Failed to load resource|ERR_/ }) // what this is about

  test('leaves out a part of a page, and the page stays', async ({ signedIn: page, server }) => {
    await deployedShop(server, 12)
    const asked = new Set<string>()
    await page.route(
      /\/(?:RunEnds|CredentialNotice|PageShape|PagesMenu|ToolsMenu|ViewMenu|UserMenu|Palette|LastDays|RecentActivity)-/,
      async (route) => {
        asked.add(/\/(\w+)-/.exec(new URL(route.request().url()).pathname)?.[1] ?? '')
        await route.abort('connectionreset')
      },
    )
    await page.goto(`${server.url}/`)
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Account: not loaded. Reload the page' })).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: 'could not be loaded' }).first()).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('banner').getByRole('alert')).toContainText('could not be loaded')
    expect([...asked]).toEqual(expect.arrayContaining(['RunEnds', 'UserMenu', 'LastDays', 'Palette']))
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Account: not loaded. Reload the page' }).click()
    await expect(page.getByRole('button', { name: 'Tools', exact: true })).toBeVisible()
  })
})
