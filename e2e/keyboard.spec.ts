// A recovery without a pointer: what the home page shows as broken is recovered with Tab, arrows, Enter and Space.
import type { Page } from '@playwright/test'
import { ref } from '#mocks/story.ts'
import { expect, test } from './fixtures.ts'
import { interruptedShop } from './openings.ts'
import { tabTo } from './keyboard.ts'

const SHOP = ref('organization/shop/prod')

/** More presses of Tab than this before the next control that matters are a detour. */
const MAX_TABS = 8

test('an interrupted update is recovered from the home page by keyboard alone, and the focus is never lost', async ({
  signedIn: page,
  server,
}) => {
  const laptop = await interruptedShop(server, 20, 'ada-laptop')
  await page.goto(server.url)
  const main = page.getByRole('main')
  const tabs: Record<string, number> = {}

  await expect(main.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
  await page.keyboard.press('Enter')
  tabs['recover'] = await tabTo(page, page.getByRole('link', { name: 'Recover organization/shop/prod' }))
  await expectVisibleFocus(page)
  await page.keyboard.press('Enter')

  await expect(main.getByText('3 operations have an unknown outcome', { exact: false })).toBeVisible()
  await expect.poll(() => hasFocus(page)).toBe(true)
  tabs['resolve'] = await tabTo(page, main.getByRole('link', { name: 'Resolve 3 operations' }))
  await expectVisibleFocus(page)
  await page.keyboard.press('Enter')

  await expect(main.getByRole('heading', { name: 'What happened to each resource?' })).toBeVisible()
  await expect.poll(() => hasFocus(page)).toBe(true)
  for (const [name, arrows] of [
    ['receipts', 2],
    ['ledger', 0],
    ['checkout-task', 0],
  ] as const) {
    const answers = main.getByRole('group', { name: `What happened to ${name}?` })
    tabs[name] = await tabTo(page, answers.getByRole('radio').first())
    await expectVisibleFocus(page, answers.locator('label').first())
    await page.keyboard.press('Space')
    for (let n = 0; n < arrows; n++) await page.keyboard.press('ArrowRight')
    for (let n = 0; n < arrows; n++) await page.keyboard.press('ArrowLeft')
    await expect(answers.getByRole('radio').first()).toBeChecked()
  }
  tabs['continue'] = await tabTo(page, main.getByRole('button', { name: 'Continue' }))
  await page.keyboard.press('Enter')

  await expect(main.getByText('No operation is pending afterwards.')).toBeVisible()
  await expect.poll(() => hasFocus(page)).toBe(true)
  tabs['note'] = await tabTo(page, main.getByLabel('What did you check?'))
  await page.keyboard.type('Looked in the account: none of them is there')
  tabs['name'] = await tabTo(page, main.getByLabel('Type organization/shop/prod to confirm'))
  await page.keyboard.type('organization/shop/prod')
  tabs['confirm'] = await tabTo(page, main.getByRole('button', { name: 'Clear 3 operations' }))
  await expectVisibleFocus(page)
  await page.keyboard.press('Enter')

  await expect(main.getByText('Recovery complete and verified.')).toBeVisible()
  await expect.poll(() => hasFocus(page)).toBe(true)
  expect((await laptop.exportState(SHOP)).deployment.pending_operations ?? []).toEqual([])
  tabs['copy'] = await tabTo(page, main.getByRole('button', { name: /^Copy: / }))

  test.info().annotations.push({ type: 'figures', description: JSON.stringify(tabs) })
  expect(Object.entries(tabs).filter(([, presses]) => presses > MAX_TABS)).toEqual([])
})

/** Whether an element in the page has the focus; after a step that takes away its own button it may fall back to the body. */
const hasFocus = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.activeElement !== null && document.activeElement !== document.body)

/** The element with the focus, or `around` it, has an outline, and is in the window below the bar at the top. */
async function expectVisibleFocus(page: Page, around = page.locator(':focus')): Promise<void> {
  await expect(around).not.toHaveCSS('outline-style', 'none')
  await expect(around).toBeInViewport({ ratio: 1 })
}
