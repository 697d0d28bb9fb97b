import { ref } from '#mocks/story.ts'
import { expect, test } from './fixtures.ts'
import { deployedShop } from './openings.ts'

const SHOP = ref('organization/shop/prod')

test('a run without saved state is killed: the resources it created are resolved in the list, and stay resolved', async ({
  signedIn: page,
  server,
}) => {
  const ci = await deployedShop(server, 12)
  const run = await ci.start(SHOP, { environment: { 'pulumi.env.PULUMI_SKIP_CHECKPOINTS': 'true' } })
  const bucket = { type: 'aws:s3/bucket:Bucket', name: 'invoices' }
  const made = { urn: run.urnOf(bucket), type: bucket.type, id: 'acme-invoices', custom: true, inputs: {} }
  await run.events([{ resOutputsEvent: { metadata: { op: 'create', urn: made.urn, type: made.type, new: made } } }])

  await page.goto(server.url)
  await expect(page.getByRole('main').getByText('Running now')).toBeVisible()
  await server.advance(310_000)

  // The open page shows it by itself.
  await page.getByRole('main').getByRole('link', { name: 'Review untracked resources' }).click()
  const item = page.getByRole('article', { name: 'invoices' })
  await expect(item.getByText('acme-invoices', { exact: true }).first()).toBeVisible()
  await item.getByRole('button', { name: 'Record…: invoices' }).click()
  await page.getByRole('radio', { name: /It was deleted in the cloud/ }).check()
  await page.getByLabel('What did you check?').fill('Account 1234, eu-central-1: deleted by hand')
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(page.getByText('No untracked resources')).toBeVisible()

  // Neither another run nor a restart of the server brings it back.
  const next = await ci.start(SHOP, { message: 'Once more' })
  await next.complete()
  await page.goto('about:blank') // a page that loses its server logs it in the browser's console
  await server.kill()
  await server.start()
  await page.goto(`${server.url}/-/untracked?state=resolved`)
  await expect(page.getByRole('article', { name: 'invoices' }).getByText(/deleted by hand/)).toBeVisible()
})
