import type { Page } from '@playwright/test'
import type { Shot } from './shots.ts'

export const THEMES = ['light', 'dark', 'forced'] as const
export type Theme = (typeof THEMES)[number]

export const WAIT_MS = 150_000
const QUIET_MS = 300

/** How a browser shows a theme. */
export const mediaOf = (theme: Theme | undefined) =>
  ({ colorScheme: theme === 'dark' ? 'dark' : 'light', forcedColors: theme === 'forced' ? 'active' : 'none' }) as const

/** The page has its heading and its data, and nothing on it is still loading or moving. */
export async function settled(page: Page, { does, network }: Shot): Promise<void> {
  await page
    .locator(network === 'hangs' ? '[data-waiting], h1' : 'h1')
    .first()
    .waitFor({ timeout: WAIT_MS })
  if (network !== 'hangs') await isIdle(page)
  if (does !== undefined) await does(page)
  if (does !== undefined && network !== 'hangs') await isIdle(page)
  await page.evaluate(() => document.fonts.ready)
}

/** Nothing moves any more, and a canvas has been painted in the colours of the theme. */
export const painted = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    for (const animation of document.getAnimations())
      if (animation.effect?.getTiming().iterations !== Infinity) animation.finish()
  })

/** Nothing is busy, and nothing that is loaded after the first screen still arrives; running times may go on. */
export const isIdle = (page: Page) =>
  page.evaluate(
    ({ quiet, wait }) =>
      new Promise<void>((done, failed) => {
        const began = performance.now()
        let last = began
        const watcher = new MutationObserver(() => (last = performance.now()))
        watcher.observe(document.body, { childList: true, subtree: true })
        const check = () => {
          const now = performance.now()
          if (now - began > wait) failed(new Error('something is still loading'))
          else if (now - last < quiet || document.querySelector('[aria-busy=true], [data-waiting]') !== null)
            return setTimeout(check, 50)
          else done()
          watcher.disconnect()
        }
        check()
      }),
    { quiet: QUIET_MS, wait: WAIT_MS },
  )
