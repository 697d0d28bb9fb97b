import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import type { Page } from '@playwright/test'
import type { InterruptedClientOptions } from '#testing/interruptedClient.ts'
import { quietClock } from '#testing/processReadings.ts'
import { bucket, urnsBefore } from '#mocks/scenes.ts'
import { ref } from '#mocks/story.ts'
import { expect, test } from './fixtures.ts'
import { deployedShop } from './openings.ts'

const SHOP = ref('organization/shop/prod')
const NOTE = 'S3 console, account 1234, eu-central-1: none of the three is there'

/** Limits for a recovery of three pending creates: clicks, windows of 1400 × 900 to read, seconds in the console on a quiet machine. */
const MAX_CLICKS = 6
const MAX_SCREENS = 2
const MAX_SECONDS = 90
const WINDOW = { width: 1400, height: 900 }

test.use({ viewport: WINDOW })

/** A client in a process of its own, which has started its creates. */
async function startClient(options: InterruptedClientOptions): Promise<ChildProcess> {
  const script = path.join(import.meta.dirname, '../testing/interruptedClient.ts')
  const child = spawn(process.execPath, [script, JSON.stringify(options)], { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise<void>((creating, failed) => {
    child.stdout.once('data', () => creating())
    child.once('exit', (code) => failed(new Error(`the client ended with ${code}`)))
  })
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = new Promise((done) => child.once('exit', done))
  child.kill('SIGKILL')
  await ended
}

/** Counts the clicks, also across page loads. */
async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0
  await page.exposeFunction('countClick', () => (clicks += 1))
  await page.addInitScript(() => {
    document.addEventListener('pointerdown', () => (window as unknown as { countClick(): void }).countClick(), true)
  })
  return () => clicks
}

/** The height below the stack's tabs, in pixels, of all that is visible without opening anything. */
const reading = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const main = document.querySelector('main')
    const top = document.querySelector('nav[aria-label="Parts of the stack"]')?.getBoundingClientRect().bottom ?? 0
    const shown = [...(main?.querySelectorAll('*') ?? [])].filter(
      (each) => each.checkVisibility() && getComputedStyle(each).position !== 'absolute',
    )
    return (
      Math.max(
        ...shown
          .map((each) => each.getBoundingClientRect())
          .filter(({ height }) => height > 1)
          .map(({ bottom }) => bottom),
      ) - top
    )
  })

/** Answers for the three creates that nothing exists, and confirms. */
async function resolveAll(page: Page, read: () => Promise<unknown>): Promise<void> {
  const main = page.getByRole('main')
  await main.getByRole('group', { name: 'Answer in bulk' }).getByRole('button', { name: 'It doesn’t exist' }).click()
  await main.getByRole('button', { name: 'Continue' }).click()
  await expect(main.getByText('No operation is pending afterwards.')).toBeVisible()
  await read()
  await main.getByLabel('What did you check?').click()
  await page.keyboard.type(NOTE, { delay: 20 })
  await page.keyboard.press('Tab')
  await page.keyboard.type('organization/shop/prod', { delay: 20 })
  await main.getByRole('button', { name: 'Clear 3 operations' }).click()
  await expect(main.getByText('Recovery complete and verified.')).toBeVisible()
}

test('a stack whose client was killed while it created three resources is recovered with six clicks on two screens', async ({
  signedIn: page,
  server,
}) => {
  const laptop = await deployedShop(server, 20, 'ada-laptop')
  await kill(await startClient({ url: server.url, token: server.token, stack: SHOP }))
  await server.advance(310_000)
  expect((await laptop.exportState(SHOP)).deployment.pending_operations).toHaveLength(3)

  const clicks = await countClicks(page)
  await page.goto(server.url)
  const main = page.getByRole('main')
  const elapsedMs = quietClock()
  let pixels = 0
  const read = async () => (pixels += await reading(page))

  await page.getByRole('link', { name: 'Recover organization/shop/prod' }).click()
  // The home page says so, too.
  await expect(main.getByRole('link', { name: 'Resolve 3 operations' })).toBeVisible()
  await expect(main.getByText('3 operations have an unknown outcome', { exact: false }).first()).toBeVisible()
  await expect(main.getByText('Don’t run pulumi up yet', { exact: false })).toBeVisible()
  await read()
  await main.getByRole('link', { name: 'Resolve 3 operations' }).click()
  // The page before has these links, too.
  await expect(main.getByRole('heading', { name: 'What happened to each resource?' })).toBeVisible()
  await expect(main.getByRole('link', { name: /Open in AWS/ })).toHaveCount(3)
  await read()
  await resolveAll(page, read)
  await expect(main.getByRole('listitem').filter({ hasText: 'Result' }).first()).toHaveAttribute('aria-current', 'step')
  await read()
  const seconds = elapsedMs() / 1000

  const figures = { clicks: clicks(), screens: pixels / WINDOW.height, seconds }
  test.info().annotations.push({ type: 'figures', description: JSON.stringify(figures) })
  expect(figures.clicks).toBeLessThanOrEqual(MAX_CLICKS)
  expect(figures.screens).toBeLessThanOrEqual(MAX_SCREENS)
  expect(figures.seconds).toBeLessThanOrEqual(MAX_SECONDS)

  expect((await laptop.exportState(SHOP)).deployment.pending_operations ?? []).toEqual([])
  const next = await laptop.start(SHOP, { message: 'Once more' })
  await next.keeps(...urnsBefore(next))
  await next.does('creating', bucket(next, 'receipts'))
  await next.complete()
})

test('from kill -9 to a verified stack takes less than 90 seconds: nobody waits for the lease to expire', async ({
  signedIn: page,
  server,
}) => {
  const laptop = await deployedShop(server, 20, 'ada-laptop')
  await page.goto(server.url)
  const client = await startClient({ url: server.url, token: server.token, stack: SHOP })
  const main = page.getByRole('main')
  await expect(main.getByRole('region', { name: 'Running now' })).toBeVisible()
  await kill(client)
  const elapsedMs = quietClock()
  const since = () => elapsedMs() / 1000

  await expect(main.getByText('The CLI disconnected', { exact: false })).toBeVisible()
  const noticed = since()
  await main.getByRole('link', { name: 'Recover organization/shop/prod' }).click()
  await expect(main.getByText('Make sure that its process has ended', { exact: false })).toBeVisible()
  await main.getByRole('link', { name: 'Release lease…' }).click()
  await main.getByLabel('Reason').click()
  await page.keyboard.type('kill -9 on this machine', { delay: 20 })
  await page.keyboard.press('Tab')
  await page.keyboard.type('organization/shop/prod', { delay: 20 })
  await main.getByRole('button', { name: 'Release lease', exact: true }).click()
  await main.getByRole('link', { name: 'Resolve 3 operations' }).first().click()
  await expect(main.getByRole('link', { name: /Open in AWS/ })).toHaveCount(3)
  await resolveAll(page, () => Promise.resolve())

  test.info().annotations.push({ type: 'figures', description: JSON.stringify({ noticed, seconds: since() }) })
  expect(since()).toBeLessThanOrEqual(MAX_SECONDS)
  expect((await laptop.exportState(SHOP)).deployment.pending_operations ?? []).toEqual([])
  await (await laptop.start(SHOP, { message: 'Once more' })).complete()
})
