import { expect, type Locator, type Page } from '@playwright/test'

const isFocused = (target: Locator) => target.first().evaluate((element) => element === document.activeElement)

/**
 * Presses Tab until it has the focus: everything before it can be reached, and nothing traps the keyboard. Returns the
 * number of presses.
 */
export async function tabTo(page: Page, target: Locator, { back = false } = {}): Promise<number> {
  await expect(target.first()).toBeVisible()
  for (let presses = 0; presses < 80; presses++) {
    if (await isFocused(target)) return presses
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab')
  }
  throw new Error(`${String(target)} was not focused after 80 presses of Tab`)
}
