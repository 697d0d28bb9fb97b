import { bucket, urnsBefore } from '#mocks/scenes.ts'
import { ref } from '#mocks/story.ts'
import { expect, test } from './fixtures.ts'
import { deployedShop } from './openings.ts'

const SHOP = ref('organization/shop/prod')

test('an update appears live on the home page, and on its own page with changes and log until its end', async ({
  signedIn: page,
  server,
}) => {
  const ci = await deployedShop(server, 20)
  await page.goto(`${server.url}/`)
  await expect(page.getByText('All clear')).toBeVisible()

  const run = await ci.start(SHOP, { message: 'Buckets for billing' })
  await expect(page.getByText('organization/shop/prod').first()).toBeVisible()
  await page.goto(`${server.url}/organization/shop/prod/updates/${run.version}`)
  await expect(page.getByText(/running/i).first()).toBeVisible()

  await run.keeps(...urnsBefore(run))
  const create = await run.begin('creating', bucket(run, 'invoices'))
  await expect(page.getByText('invoices').first()).toBeVisible()
  await expect(page).toHaveTitle(/^Running /)
  await page.getByRole('link', { name: 'Log', exact: true }).click()
  await run.says('the bucket takes its time')
  await expect(page.getByText('the bucket takes its time')).toBeVisible()
  await create.succeeds()
  await run.complete()
  await expect(page.getByText(/succeeded/i).first()).toBeVisible()
  await expect(page).toHaveTitle(/^Succeeded /)
  await page.getByRole('link', { name: 'Timeline', exact: true }).click()
  await expect(page.getByRole('treeitem', { name: /^invoices .*created in / })).toBeVisible()
})

test.describe('a server that is killed', () => {
  test.use({
    expectedErrors: /ERR_CONNECTION|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_EMPTY_RESPONSE|Failed to load resource/,
  })
  test('keeps the lease and every acknowledged step; the console says so and reconnects by itself', async ({
    signedIn: page,
    server,
  }) => {
    const ci = await deployedShop(server, 20)
    const run = await ci.start(SHOP, { message: 'Buckets for billing' })
    await run.keeps(...urnsBefore(run))
    await run.does('creating', bucket(run, 'invoices'))
    const open = await run.begin('creating', bucket(run, 'receipts'))
    await page.goto(`${server.url}/organization/shop/prod`)
    await expect(page.getByText('live', { exact: true })).toBeVisible()
    await expect(page.getByText('ci-runner').first()).toBeVisible() // the page is loaded, not only its shell

    await server.kill()
    await expect(page.getByText(/reconnecting|offline since/i).first()).toBeVisible()
    await expect(page.getByText('ci-runner').first()).toBeVisible() // the last data stays

    await server.start()
    await expect(page.getByText('live', { exact: true })).toBeVisible()
    await open.succeeds()
    await run.complete()
    await expect(page.getByText(/no one holds/i).first()).toBeVisible()
    const state = await ci.exportState(SHOP)
    const names = (state.deployment.resources ?? []).map(({ urn }) => urn.split('::').at(-1))
    expect(names).toEqual(expect.arrayContaining(['invoices', 'receipts']))
    expect(state.deployment.pending_operations ?? []).toEqual([])
  })
})
