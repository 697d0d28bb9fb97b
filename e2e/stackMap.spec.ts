import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './fixtures.ts'
import { tabTo } from './keyboard.ts'

/** Projects with a stack for production and one for tests; each reads the network, and another one. */
function linked(projects: number) {
  const stacks = Array.from({ length: projects * 2 }, (_, i) => ({
    ref: { org: 'acme', project: i < 2 ? 'network' : `service-${i >> 1}`, stack: i % 2 === 0 ? 'prod' : 'test' },
    health: i % 17 === 3 ? 'failed' : 'ok',
    healthReason: '',
    resourceCount: 12,
  }))
  const links = stacks.flatMap((_, i) =>
    i < 2
      ? []
      : [
          { from: i, to: i % 2 },
          { from: i, to: i - 2 },
        ],
  )
  return { stacks, links, elsewhere: [{ from: 2, name: 'acme/old/prod' }], aloneCount: 0 }
}

async function open(page: Page, url: string, projects: number): Promise<void> {
  await page.route('**/api/ui/stack-graph', (route) => route.fulfill({ json: linked(projects) }))
  await page.route('**/readers', (route) => route.fulfill({ json: { outputs: [], readers: [], unreadCount: 0 } }))
  await page.goto(`${url}/-/graph`)
}

test('stacks of the map are reached by Tab, selected by Enter, and stay where they are', async ({
  server,
  signedIn: page,
}) => {
  await open(page, server.url, 3)
  const map = page.getByRole('group', { name: 'Map of linked stacks' })
  const card = map.getByRole('link', { name: /^prod.*network/ })
  await expect(card).toBeVisible()
  await expect(map.locator('.react-flow__edge').first()).toBeAttached()
  await expectAccessible(page)
  const place = await map.locator('.react-flow__viewport').getAttribute('style')
  await tabTo(page, card)
  await expect(card).not.toHaveCSS('outline-style', 'none')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/stack=acme%2Fnetwork%2Fprod/)
  await expect(card).toHaveAttribute('aria-current', 'true')
  await expect(card).toBeFocused()
  await expectAccessible(page)
  expect(await map.locator('.react-flow__viewport').getAttribute('style')).toBe(place)
  await map.getByRole('button', { name: 'Close network' }).click()
  await expect(map.getByRole('button', { name: /^network 2/ })).toBeVisible()
  await expect(page).toHaveURL(/shut=/)
})

test('hundreds of stacks are drawn on a canvas, and are selected in the table', async ({ server, signedIn: page }) => {
  await open(page, server.url, 100)
  await expect(page.getByRole('group', { name: 'Zoom' })).toBeVisible()
  await expect(page.getByRole('group', { name: 'Map of linked stacks' })).toBeHidden()
  await page.getByRole('searchbox', { name: 'Find a linked stack' }).fill('network/prod')
  await page.getByRole('button', { name: 'acme/network/prod' }).first().click()
  await expect(page.getByRole('region', { name: 'acme/network/prod' })).toBeVisible()
  await expectAccessible(page)
})
