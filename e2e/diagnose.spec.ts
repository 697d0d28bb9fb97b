import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { killedWhileCreating } from '#mocks/scenes.ts'
import { ref } from '#mocks/story.ts'
import { loadBucket } from '#testing/loadBucket.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { deployedShop } from './openings.ts'

const SHOP = ref('organization/shop/prod')

test('a pasted CI log leads to the known errors, and from there to the stack, with its name in the commands', async ({
  signedIn: page,
  server,
}) => {
  const cli = await deployedShop(server, 12)
  await killedWhileCreating(cli, SHOP, 'Add exports')

  await page.goto(`${server.url}/-/diagnose`)
  const main = page.getByRole('main')
  await expectAccessible(page)
  await main
    .getByLabel('Error or log')
    .fill('2026-01-05T09:00:00.1234567Z ##[error]error: [409] Conflict: Another update is currently in progress.')
  await main.getByRole('button', { name: 'Diagnose', exact: true }).click()
  await main.getByRole('link', { name: /How to distinguish the causes/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Another update is in progress (409)' })).toBeVisible()
  await expect(main.getByRole('link', { name: 'organization/shop/prod', exact: true })).toBeVisible() // it still holds its lease

  await main.getByRole('button', { name: 'Choose a stack' }).click()
  await page.getByRole('combobox', { name: 'Name of a stack' }).fill('shop')
  await page.getByRole('option', { name: 'organization/shop/prod' }).click()
  await expect(page).toHaveURL(/\?stack=organization%2Fshop%2Fprod$/)
  await expect(main.getByText('pulumi cancel --stack organization/shop/prod --yes')).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  // The chosen stack's own, above the list of all that have the problem.
  await main.getByRole('link', { name: 'Recover organization/shop/prod' }).first().click()
  await expect(page).toHaveURL(/\/organization\/shop\/prod\/recover$/)

  await page.goto(`${server.url}/-/activity?kind=update`)
  const runs = main.getByRole('table', { name: 'Activity' }).getByRole('row')
  await expect(runs.filter({ has: page.getByRole('link', { name: /^Update \d/ }) })).toHaveCount(2)
  await expectAccessible(page)
  await page.goto(`${server.url}/-/graph`)
  await expect(main.getByText('No stack reads another one')).toBeVisible()
  await expectAccessible(page)
})

test('an opened backend shows its lock, its broken state and the copies of it, and what was changed since', async ({
  signedIn: page,
  server,
}) => {
  const root = mkdtempSync(join(tmpdir(), 'holdfast-bucket-'))
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const files = loadBucket()
  const checkpoint = '.pulumi/stacks/webshop/prod.json'
  for (const [path, text] of Object.entries(files)) put(path, path === checkpoint ? text.slice(0, 40_000) : text)
  put('.pulumi/meta.yaml', 'version: [')
  await page.goto(`${server.url}/-/open`)
  const main = page.getByRole('main')
  const rowOf = (stack: string) => main.getByRole('row').filter({ hasText: stack })
  await main.getByLabel('Choose a folder').setInputFiles(root)
  await expect(rowOf('webshop/prod')).toContainText('Lock probably abandoned')
  await expectAccessible(page)
  await rowOf('webshop/prod').getByRole('link', { name: 'this-browser/webshop/prod' }).click()
  await expect(main.getByRole('region', { name: 'Lock' })).toContainText('root on vm')
  await expect(main.getByText('The state of this stack cannot be read')).toBeVisible()
  await expect(main.getByText("printf 'version: 1\\n' > .pulumi/meta.yaml")).toBeVisible()
  await expect(main.getByRole('table', { name: 'Copies of the state' }).getByRole('row')).toHaveCount(5)
  await expectAccessible(page)

  put(checkpoint, files[`${checkpoint}.bak`] ?? '')
  put('.pulumi/meta.yaml', 'version: 1')
  for (const path of Object.keys(files).filter((each) => each.includes('/locks/'))) rmSync(join(root, path))
  await page.getByRole('button', { name: 'Tools' }).click()
  await page.getByRole('menuitem', { name: /Open a state file/ }).click()
  await main.getByLabel('Choose a folder').setInputFiles(root)
  await expect(rowOf('webshop/prod')).not.toContainText('Lock probably abandoned')
  await rowOf('webshop/prod').getByRole('link', { name: 'this-browser/webshop/prod' }).click()
  // The list has the word once for each stack, so the page of the stack must be there first.
  await expect(page.getByRole('heading', { level: 1, name: 'webshop / prod' })).toBeVisible()
  await expect(main.getByText('Valid')).toBeVisible()
  await expect(main.getByText('The state of this stack cannot be read')).toHaveCount(0)
  await expect(main.getByText('meta.yaml is broken')).toHaveCount(0)
  rmSync(root, { recursive: true })
})
