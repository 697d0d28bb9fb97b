import type { Browser, Page } from '@playwright/test'
import type { WorldName } from '#mocks/worlds.ts'
import { answerFor } from '../answers.ts'
import { mediaOf, painted, settled, type Theme, WAIT_MS } from './stage.ts'
import { animated, asWebp, type Frame } from './webp.ts'

const SIZE = { width: 1120, height: 720 }
/** Room for the demo's banner, which is above the page and not on the picture. */
const BANNER = 40
const QUALITY = 0.75
const SHOP = '/organization/shop/prod'

/** From an update whose runner was killed to the recovered stack, as an animated WebP. */
export async function takeRecovery(browser: Browser, url: string, theme: Theme): Promise<Buffer> {
  const context = await browser.newContext({
    viewport: { ...SIZE, height: SIZE.height + BANNER },
    ...mediaOf(theme),
  })
  const page = await context.newPage()
  const converter = await context.newPage()
  const frames: Frame[] = []
  const show = async (ms: number): Promise<void> => {
    await painted(page)
    const y = await page.locator('#root').evaluate((root) => Math.max(0, root.getBoundingClientRect().top))
    const png = await page.screenshot({ clip: { x: 0, y, ...SIZE } })
    frames.push({ webp: await asWebp(converter, png, QUALITY), ms })
  }
  const open = async (world: WorldName, path: string): Promise<void> => {
    await context.addCookies([
      { name: 'holdfast_world', value: world, url },
      { name: 'holdfast_overlay', value: 'none', url },
    ])
    await page.goto(url + path, { timeout: WAIT_MS })
    await settled(page, { name: path, world, path })
  }
  await open('stuckLease', SHOP)
  await show(3_000)
  await open('pendingCreates', SHOP)
  await show(2_500)
  await recover(page, show)
  await context.close()
  return animated(frames, SIZE)
}

/** What a user does about it, from the stack's overview to the result. */
async function recover(page: Page, show: (ms: number) => Promise<void>): Promise<void> {
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'Resolve 3 operations' }).click()
  await main.getByRole('checkbox', { name: 'The process of update 2 has ended' }).check()
  await show(1_500)
  for (const [name, answer] of [
    ['receipts', 'It doesn’t exist'],
    ['ledger', 'It doesn’t exist'],
    ['checkout-task', 'I checked it – clear the operation'],
  ] as const) {
    await answerFor(main, name, answer)
    await show(900)
  }
  await main.getByRole('button', { name: 'Continue' }).click()
  await show(1_200)
  await main.getByLabel('What did you check?').fill('Looked in the account: none of them is there')
  await show(2_000)
  await main.getByLabel(/to confirm/).fill('organization/shop/prod')
  await show(1_200)
  await main.getByRole('button', { name: 'Clear 3 operations' }).click()
  await page.waitForURL(/\/recover\/[0-9a-f-]{36}/)
  await main
    .getByText(/pulumi preview/)
    .first()
    .waitFor()
  await show(4_500)
}
