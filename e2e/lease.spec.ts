import { expect, signInByToken, test, watch } from './fixtures.ts'
import { deployedShop } from './openings.ts'
import { deployed, killedWhileCreating } from '#mocks/scenes.ts'
import { ref } from '#mocks/story.ts'

const SHOP = ref('organization/shop/prod')

test('two people in two browsers see who holds the lease, and that someone was refused, without a reload', async ({
  signedIn: page,
  server,
  browser,
}) => {
  const ci = await server.cliNamed('ci-runner', {
    'ci.system': 'GitHub Actions',
    'ci.build.url': 'https://ci.example/128',
    'ci.build.number': '128',
  })
  await deployed(ci, SHOP, { resources: 20 })

  const colleague = await (await browser.newContext()).newPage()
  const errors: string[] = []
  watch(colleague, errors)
  await signInByToken(colleague, server)

  for (const each of [page, colleague]) await each.goto(`${server.url}/-/leases`)
  for (const each of [page, colleague]) await expect(each.getByText(/no one|no lease/i).first()).toBeVisible()
  const run = await ci.start(SHOP, { message: 'Rebuild the index' })
  for (const each of [page, colleague]) {
    await expect(each.getByText('ci-runner').first()).toBeVisible()
    await expect(each.getByText(/^(alive|no activity)/i).first()).toBeVisible()
  }

  await page.goto(`${server.url}/organization/shop/prod`)
  const laptop = await server.cliNamed('ada-laptop')
  await expect(laptop.start(SHOP)).rejects.toThrow('Conflict: Another update is currently in progress.')
  await expect(page.getByText(/ada-laptop/).first()).toBeVisible()

  await run.complete()
  await expect(page.getByText(/no one holds/i).first()).toBeVisible()
  expect(errors).toEqual([])
})

test('a killed client’s lease counts as not responding and then interrupted, and the home page lists it first', async ({
  signedIn: page,
  server,
}) => {
  const laptop = await deployedShop(server, 20, 'ada-laptop')
  await killedWhileCreating(laptop, SHOP, 'Move the ledger')
  await page.goto(`${server.url}/organization/shop/prod`)
  await expect(page.getByText(/^(alive|no activity)/i).first()).toBeVisible()
  await server.advance(210_000)
  await page.reload()
  await expect(page.getByText('Not responding').first()).toBeVisible()
  // The lease line is above the tabs, where nobody takes it for the mark of one; on a phone, where a button is, below.
  for (const [width, isAbove] of [
    [390, false],
    [1280, true],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await expect
      .poll(async () => {
        const line = await page.locator('[data-line]').first().boundingBox()
        const tabs = await page.getByRole('navigation', { name: 'Parts of the stack' }).boundingBox()
        return line && tabs && line.y < tabs.y + tabs.height / 2
      })
      .toBe(isAbove)
  }
  await server.advance(100_000)
  await expect(page.getByText('Interrupted', { exact: true }).first()).toBeVisible()
  await page.goto(`${server.url}/`)
  const first = page.getByRole('article', { name: 'organization/shop/prod' })
  await expect(first.getByText(/interrupted/i).first()).toBeVisible()
})
