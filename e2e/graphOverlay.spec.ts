import { expect, test } from './fixtures.ts'

const STACK = { org: 'organization', project: 'shop', stack: 'prod' }
const BUCKET = 'aws:s3/bucket:Bucket'
const urn = (type: string, name: string) => `urn:pulumi:prod::shop::${type}::${name}`
const ROOT = urn('pulumi:pulumi:Stack', 'shop-prod')

test('the changes of an update are found in the graph by the counts, one by one, and after going back', async ({
  server,
  signedIn: page,
}) => {
  const cli = server.cli()
  await cli.initStack(STACK)
  const names = Array.from({ length: 300 }, (_, i) => `${['orders', 'media', 'users', 'search', 'events'][i % 5]}-${i}`)
  const resources = [
    { urn: ROOT, type: 'pulumi:pulumi:Stack', custom: false },
    ...names.map((name) => ({ urn: urn(BUCKET, name), type: BUCKET, custom: true, id: name })),
  ]
  const manifest = { time: '2026-01-05T09:00:00Z', magic: '', version: '' }
  await cli.importState(STACK, { version: 3, deployment: { manifest, resources } })
  const run = await cli.start(STACK, { message: 'Tags for all' })
  for (const name of ['media-1', 'users-2', 'search-3']) await run.does('updating', { type: BUCKET, name })
  await run.does('deleting', { type: BUCKET, name: 'events-4' })
  for (const name of ['media-6', 'media-11'])
    await (await run.begin('updating', { type: BUCKET, name })).fails('no quota')
  await run.complete('failed', 9)

  await page.goto(`${server.url}/organization/shop/prod/updates/2`)
  await page.getByRole('link', { name: 'Show in the graph' }).click()
  const legend = page.getByRole('group', { name: 'Overlay' })
  for (const words of ['2 failed', '1 deleted', '3 updated'])
    await expect(legend.getByRole('button', { name: words })).toBeVisible()
  await page.getByText('Not in the current state: 1 deleted').click()
  await expect(page.getByRole('list', { name: 'Not in the current state' })).toContainText('events-4')

  await legend.getByRole('button', { name: '2 failed' }).click()
  await expect(page.getByText('2 found', { exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Next hit' }).click()
  await expect(page.getByTestId('rf__wrapper').getByTitle(/^media-6\s/)).toBeInViewport()
  await expect(page.getByText('1 of 2')).toBeVisible()
  await expect(page.getByTestId('minimap')).toBeVisible()
  await expect(page).toHaveURL(/overlay=update\.2.*is=failed/)
  await expect(page).toHaveURL(/[?&]at=/)

  // All of it is in the address.
  await page.reload()
  await expect(legend.getByRole('button', { name: '2 failed', pressed: true })).toBeVisible()
  await expect(page.getByTestId('rf__wrapper').getByTitle(/^media-6\s/)).toBeInViewport()
})

test('a past update is shown over the state that it left, with a way back to the current one', async ({
  server,
  signedIn: page,
}) => {
  const cli = server.cli()
  await cli.initStack(STACK)
  const first = await cli.start(STACK, { message: 'A bucket' })
  await first.does('creating', { type: 'pulumi:pulumi:Stack', name: 'shop-prod' })
  for (const name of ['kept', 'short-lived']) await first.does('creating', { type: BUCKET, name })
  await first.complete('succeeded', 9)
  const second = await cli.start(STACK, { message: 'Without it' })
  await second.does('deleting', { type: BUCKET, name: 'short-lived' })
  await second.complete('succeeded', 9)

  await page.goto(`${server.url}/organization/shop/prod/updates/1`)
  await page.getByRole('link', { name: 'Show in the graph' }).click()
  await expect(page.getByText('State after update 1')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Overlay' }).getByRole('button', { name: '3 created' })).toBeVisible()
  await page.getByRole('button', { name: 'Outline', exact: true }).click()
  await page.getByRole('row', { name: /^short-lived/ }).click()
  await page.getByRole('link', { name: 'Blast radius' }).click()
  await expect(page.getByText('Nothing depends on short-lived.')).toBeVisible()
  await expect(page.getByText('State after update 1')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(0)
  await page.goBack()
  await expect(page.getByRole('row', { name: /^short-lived/ })).toBeVisible()
  await page.getByRole('button', { name: 'Show the current state' }).click()
  await expect(page.getByRole('row', { name: /^kept/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /^short-lived/ })).toHaveCount(0)
  await expect(page).not.toHaveURL(/overlay=/)
})
