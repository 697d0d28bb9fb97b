// Tasks of users, each from the first page to the answer, without knowing an address.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { changed, deployed, failed, LAPTOP } from '#mocks/scenes.ts'
import { createCli, type Cli } from '#mocks/cli.ts'
import { ref } from '#mocks/story.ts'
import { expect, expectAccessible, signInByToken, test } from './fixtures.ts'
import { deployedShop } from './openings.ts'
import { tabTo } from './keyboard.ts'
import type { RealServer } from './server.ts'

const SHOP = ref('organization/shop/prod')
const HOUR = 3_600_000

/** Another user, with a token of their own. */
async function personOf(server: RealServer, login: string, name: string): Promise<Cli> {
  const ask = async (path: string, body: object) => {
    const response = await fetch(`${server.url}/api/ui${path}`, {
      method: 'POST',
      headers: { authorization: `token ${server.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(200)
    return (await response.json()) as { id: string; value: string }
  }
  const { id } = await ask('/users', { login, name, role: 'operator' })
  const { value } = await ask(`/users/${id}/tokens`, { name: `${login}-laptop` })
  return createCli({ fetch: (request) => fetch(request), url: server.url, token: value, environment: LAPTOP })
}

/** A deployment in the evening, and one that fails at night. */
async function lastNight(server: RealServer): Promise<void> {
  const ci = await deployedShop(server, 20)
  await deployed(ci, ref('organization/website/prod'), { resources: 12, seed: 2 })
  const ada = await personOf(server, 'ada', 'Ada Lovelace')
  await failed(ada, SHOP, 'Exports to a second region')
  await server.advance(8 * HOUR)
}

test('the home page leads to the person, the cause and the change that broke production last night', async ({
  page,
  server,
}) => {
  await lastNight(server)
  await signInByToken(page, server)
  const row = page.getByRole('article', { name: 'organization/shop/prod' }).first()
  await expect(row).toContainText('Ada Lovelace')
  await expect(row).toContainText('BucketAlreadyExists')
  await row.getByRole('link', { name: /^View error/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Update 2' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('BucketAlreadyExists')
  await expect(page.getByRole('main')).toContainText('Ada Lovelace')
  await expect(page.getByRole('main')).toContainText('Exports to a second region')
})

test('the activity is searched for an error and a person, and a reload and back keep the search', async ({
  page,
  server,
}) => {
  await lastNight(server)
  await signInByToken(page, server)
  await page.goto(`${server.url}/-/activity`)
  const rows = page.getByRole('table', { name: 'Activity' }).getByRole('row', { name: /Update \d/ })
  await expect(rows).toHaveCount(3)
  await page.keyboard.press('/')
  await page.keyboard.type('bucketalreadyexists lovelace')
  await expect(rows).toHaveCount(1)
  await expect(page).toHaveURL(/\?q=bucketalreadyexists\+lovelace$/)
  await rows.getByRole('link', { name: 'Update 2' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Update 2' })).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Search updates')).toHaveValue('bucketalreadyexists lovelace')
  await page.reload()
  await expect(rows).toHaveCount(1)
  await page.getByLabel('Kind').selectOption('Destroys')
  await expect(page.getByText('Filter: with “bucketalreadyexists lovelace”, destroys.')).toBeVisible()
  await page.getByRole('button', { name: 'Show everything' }).click()
  await expect(rows).toHaveCount(3)
})

test('the audit log is searched, and its export has the matching events of all pages', async ({ page, server }) => {
  await lastNight(server)
  await signInByToken(page, server)
  await page.goto(`${server.url}/-/settings/audit`)
  await page.getByLabel('Search events').fill('ended shop/prod')
  const rows = page.getByRole('table', { name: 'Audit log' }).getByRole('row', { name: /ran update/ })
  await expect(rows).toHaveCount(2)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export matching events' }).click()
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\n')
  expect(lines.map((line) => (JSON.parse(line) as { action: string; stack: string }).action)).toEqual([
    'update.end',
    'update.end',
  ])
})

test('the activity shows, by keyboard, who broke production last night', async ({ page, server }) => {
  await lastNight(server)
  await signInByToken(page, server)
  await goBy(page, 'activity')
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeFocused()
  await tabTo(page, page.getByRole('button', { name: 'View: All activity' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Failed' })).toBeVisible()
  await page.keyboard.type('Fai')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/result=failed$/)
  const table = page.getByRole('table', { name: 'Activity' })
  await expect(table.getByRole('link', { name: /^Update/ })).toHaveCount(1)
  await expect(table).toContainText('Ada Lovelace')
  await expectAccessible(page)
  await tabTo(page, table.getByRole('link', { name: 'Update 2' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Update 2' })).toBeFocused()
  await expect(page.getByRole('main')).toContainText('BucketAlreadyExists')
  await page.goBack()
  await expect(page).toHaveURL(/result=failed$/)
  await expect(table.getByRole('link', { name: /^Update/ })).toHaveCount(1)
})

test('two versions are selected and compared on one page to see what changed between Tuesday and today', async ({
  page,
  server,
}) => {
  const ci = await deployedShop(server, 20)
  await server.advance(72 * HOUR)
  await changed(ci, SHOP, 'Raise the number of replicas')
  await server.advance(20 * HOUR)
  await changed(ci, SHOP, 'And once more')
  await signInByToken(page, server)
  await page.getByRole('link', { name: 'organization/shop/prod' }).first().click()
  await page.getByRole('link', { name: /^Versions/ }).click()
  const versions = page.getByRole('table', { name: 'State versions' })
  await expect(versions.getByRole('row', { name: /^Compare version 1/ })).toContainText(/[34] days ago/)
  await versions.getByRole('checkbox', { name: 'Compare version 1' }).check()
  await versions.getByRole('checkbox', { name: 'Compare version 3' }).check()
  await page.getByRole('link', { name: 'Compare 1 with 3' }).click()
  await expect(page.getByRole('main')).toContainText('desiredCount')
  await expect(page).toHaveURL(/compare\?from=1&to=3$/)
  await page.reload() // a link to send
  await expect(page.getByRole('main')).toContainText('desiredCount')
})

test('the page of leases shows the holder, who waits for them, those refused, and for how long', async ({
  page,
  server,
}) => {
  const ci = await deployedShop(server, 20)
  const held = await ci.start(SHOP, { message: 'Rebuild the search index' })
  const ada = await personOf(server, 'ada', 'Ada Lovelace')
  await expect(ada.start(SHOP, { message: 'A hotfix' })).rejects.toThrow(/409|another update/i)
  await server.advance(60_000)
  await signInByToken(page, server)
  await page.getByRole('link', { name: 'Leases', exact: true }).click()
  await expect(page.getByRole('article', { name: 'organization/shop/prod' })).toContainText('1 blocked attempt')
  const refused = page
    .getByRole('table', { name: 'Blocked attempts this week' })
    .getByRole('row', { name: /^organization\/shop/ })
  await expect(refused).toContainText('Ada Lovelace')
  await expect(refused).toContainText(/1m/)
  const nightly = await server.cliNamed('nightly')
  const waiting = nightly.call('GET', '/api/ui/stacks/organization/shop/prod/lease/wait?timeout=55')
  const axis = page.getByRole('table', { name: 'Leases on a time axis' })
  await expect(axis.getByRole('list', { name: 'Queue' })).toContainText(/“nightly” is next/)
  await expect(axis.getByRole('img', { name: /1 client waiting: .*nightly/ })).toBeVisible()
  await expectAccessible(page)
  await held.complete('succeeded')
  expect(await waiting).toMatchObject({ free: true })
  await expect(axis.getByRole('list', { name: 'Queue' })).toBeHidden()
  await refused.getByRole('link', { name: 'Update 2' }).click()
  await expect(page.getByText('Rebuild the search index').first()).toBeVisible()
})

test('a token for CI is created by keyboard with the scope it needs, used, and found in the audit log', async ({
  page,
  server,
}) => {
  await signInByToken(page, server)
  await goBy(page, 'access tokens')
  await expect(page.getByRole('heading', { level: 1, name: 'Access tokens' })).toBeFocused()
  await tabTo(page, page.getByLabel('Name'))
  await page.keyboard.type('github-actions')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Scope', { exact: true })).toBeFocused()
  await page.keyboard.type('Pre') // an option of a native select is chosen by typing
  await expect(page.getByLabel('Scope', { exact: true })).toHaveValue('preview')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByLabel('Expires')).toHaveValue('90')
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Create token' }))
  await page.keyboard.press('Enter')
  const shown = page.getByText(/^hf_[\w-]+$/).first()
  await expect(shown).toBeVisible()
  const value = (await shown.textContent()) ?? ''
  await expectAccessible(page)
  const as = { headers: { authorization: `token ${value}` } }
  expect((await fetch(`${server.url}/api/user`, as)).status).toBe(200)
  const row = page.getByRole('table', { name: 'Your access tokens' }).getByRole('row', { name: /github-actions/ })
  await expect(row).toContainText('Preview')
  await tabTo(page, page.getByRole('link', { name: 'Audit log' }), { back: true })
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('table', { name: 'Audit log' }).getByRole('row', { name: /created a token/ }),
  ).toContainText('github-actions')
})

/** Opens a page by name in the palette. */
async function goBy(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search or go to' })).toBeFocused()
  await page.keyboard.type(words)
  await expect(page.getByRole('option', { name: new RegExp(words, 'i') }).first()).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await page.keyboard.press('Enter')
}
