import { readFile } from 'node:fs/promises'
import { changed, deployed } from '#mocks/scenes.ts'
import { ref } from '#mocks/story.ts'
import { expect, expectAccessible, openSignInLink, signIn, test } from './fixtures.ts'
import { deployedShop } from './openings.ts'

test('an ID is found by keyboard from the home page, with its details, and Back returns', async ({ page, server }) => {
  const ci = await server.cliNamed('ci-runner')
  for (const [index, name] of ['shop/prod', 'website/prod', 'search/prod'].entries())
    await deployed(ci, ref(`organization/${name}`), { resources: 20, seed: index + 1 })
  await changed(ci, ref('organization/shop/prod'), 'Raise the number of replicas')
  await openSignInLink(page, server)
  const found = await page.evaluate(async () => {
    const response = await fetch('/api/ui/search/resources?query=stack%3Awebsite%2Fprod+checkout-role')
    return ((await response.json()) as { resources: { id: string; urn: string }[] }).resources[0]
  })
  const id = found?.id ?? ''
  expect(id).toMatch(/^checkout-role-/)

  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: 'Search or go to' })
  await expect(box).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.type(id)
  await expect(page.getByRole('option', { name: /checkout-role · iam Role.*website/ })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  const details = page.getByRole('region', { name: 'checkout-role' })
  await expect(details.getByText(id).first()).toBeVisible()
  await expect(page).toHaveURL(/website\/prod\/resources\?urn=/)
  await expectAccessible(page)

  await page.goBack()
  await expect(details).toHaveCount(0) // the address changes before the page does, and the palette closes with the former page
  await page.keyboard.press('Control+k')
  await expect(box).toBeFocused()
  await expect(page.getByRole('group', { name: 'Recent' })).toContainText('checkout-role')
  await page.keyboard.type('raise number')
  await expect(page.getByRole('group', { name: 'Updates' }).getByRole('option').first()).toContainText(
    'Raise the number',
  )
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expectAccessible(page)
})

test('the search page follows deployments, survives a reload and is exported', async ({ page, server }) => {
  const ci = await deployedShop(server, 20)
  await signIn(page, server)
  await page.goto(`${server.url}/-/search?q=type:iam/role`)
  const rows = page.getByRole('table', { name: 'Resources' }).getByRole('row')
  await expect(rows.filter({ hasText: 'shop/prod' }).first()).toBeVisible()
  const before = await rows.count()
  await deployed(ci, ref('organization/website/prod'), { resources: 20, seed: 3 })
  await expect(rows.filter({ hasText: 'website/prod' }).first()).toBeVisible()
  expect(await rows.count()).toBeGreaterThan(before)
  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue('type:iam/role')
  await expectAccessible(page)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await readFile(await (await saving).path(), 'utf8')
  expect(file).toContain('organization/website/prod,')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThanOrEqual(0)
})
