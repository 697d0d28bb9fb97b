import type { Page } from '@playwright/test'
import { killedWhileCreating } from '#mocks/scenes.ts'
import { ref } from '#mocks/story.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { deployedShop } from './openings.ts'

const SHOP = ref('organization/shop/prod')
const root = { urn: 'urn:pulumi:prod::shop::pulumi:pulumi:Stack::shop-prod', type: 'pulumi:pulumi:Stack' }
const bucket = (name: string, more: object = {}) => ({
  urn: `urn:pulumi:prod::shop::aws:s3/bucket:Bucket::${name}`,
  type: 'aws:s3/bucket:Bucket',
  custom: true,
  id: `${name}-1`,
  parent: root.urn,
  inputs: { bucket: name, sayNothing: 'hunter2' },
  ...more,
})
const file = (name: string, contents: unknown) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(typeof contents === 'string' ? contents : JSON.stringify(contents)),
})
const broken = {
  version: 3,
  deployment: {
    manifest: { time: '2026-01-05T09:00:00Z', magic: '', version: '' },
    resources: [
      bucket('logs', { dependencies: [bucket('gone').urn] }),
      root,
      bucket('twin'),
      bucket('twin', { id: 'twin-2' }),
    ],
    pending_operations: [{ type: 'creating', resource: bucket('receipts', { id: '' }) }],
  },
}

/** All requests from now on. */
function listen(page: Page): string[] {
  const requests: string[] = []
  page.on('request', (request) => {
    if (/^(https?|wss?):/.test(request.url())) requests.push(`${request.method()} ${request.url()}`)
  })
  return requests
}

test('a broken state is opened, repaired and downloaded, and nothing leaves the browser', async ({
  signedIn: page,
  server,
}) => {
  await page.goto(`${server.url}/-/open`)
  const main = page.getByRole('main')
  await expect(main.getByText('Choose a state file')).toBeVisible()
  await page.waitForLoadState('networkidle') // the page's own files are loaded
  const requests = listen(page)

  await main.getByLabel('Choose a state file').setInputFiles(file('broken.json', broken))
  await expect(main.getByText('The engine refuses this state')).toBeVisible()
  await expect(main.getByText('shop/prod', { exact: true })).toBeVisible()
  await expectAccessible(page)

  // The user decides each problem.
  await main.getByRole('button', { name: 'Select recommended fixes' }).click()
  await expect(main.getByText(/2 of 3 problems fixed/)).toBeVisible()
  await expect(main.getByText('Not ready to be imported')).toBeVisible()
  await main.getByRole('radio', { name: /Keep twin-1, remove the other entry/ }).check()
  await main
    .getByRole('group', { name: 'What happened to receipts?' })
    .getByRole('radio', { name: 'It doesn’t exist' })
    .check()
  await expect(main.getByText(/Valid: checked against the CLI’s rules/)).toBeVisible()
  await expect(main.getByText(/keeps running untracked and billed/).last()).toBeVisible()

  const downloading = page.waitForEvent('download')
  await main.getByRole('button', { name: 'Download the repaired state' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('shop-prod-for-import.json')
  await expect(
    main.getByText(/pulumi stack import --stack organization\/shop\/prod --file shop-prod-for-import.json/),
  ).toBeVisible()

  await main.getByLabel('Choose the other state').setInputFiles(file('other.json', broken))
  await expect(main.getByText(/other.json holds the same/)).toBeVisible()
  await main.getByRole('row', { name: /logs/ }).click()
  await expect(main.getByRole('region', { name: 'logs' })).toBeVisible()

  // The downloaded file is complete: opened again, it is valid.
  await main.getByRole('button', { name: 'Open another file' }).click()
  await main.getByLabel('Choose a state file').setInputFiles(await download.path())
  await expect(main.getByText('Valid', { exact: true })).toBeVisible()

  // A file that is not a state is reported, and the page keeps working.
  await main.getByRole('button', { name: 'Open another file' }).click()
  for (const [contents, sentence] of [
    ['{"version":99,"deployment":{}}', /newer CLI/],
    ['{"version":3,"deplo', /truncated/],
    ['\u0000', /Not valid JSON/],
  ] as const) {
    await main.getByLabel('Choose a state file').setInputFiles(file('bad.json', contents))
    await expect(main.getByRole('alert')).toContainText(sentence)
  }
  expect(requests).toEqual([])

  // The layout is computed by a worker of the console, which is requested by its name alone.
  await main.getByLabel('Choose a state file').setInputFiles(file('broken.json', broken))
  await main.getByRole('button', { name: 'Graph' }).click()
  await expect(main.getByRole('group', { name: 'Zoom' })).toBeVisible()
  expect(requests.filter((each) => !/^GET [^?]+\/assets\/[\w.-]+\.js$/.test(each))).toEqual([])
})

test('a pasted error leads to its stack, and is never uploaded', async ({ signedIn: page, server }) => {
  const ci = await deployedShop(server, 12)
  await killedWhileCreating(ci, SHOP, 'Move the ledger')
  await page.goto(`${server.url}/-/diagnose`)
  const main = page.getByRole('main')
  await expect(main.getByLabel('Error or log')).toBeVisible()
  await page.waitForLoadState('networkidle')
  const requests = listen(page)
  await main
    .getByLabel('Error or log')
    .fill(
      'Updating (organization/prod):\n\u001B[31merror: [409] Conflict: Another update is currently in progress.\u001B[0m',
    )
  await main.getByRole('button', { name: 'Diagnose', exact: true }).click()
  await expect(main.getByRole('region', { name: 'Another update holds the stack' })).toBeVisible()
  await expectAccessible(page)
  // The page asks for news meanwhile, but nothing leaves it: neither in a body nor in an address.
  expect(requests.filter((each) => !/^GET [^?]+$/.test(each))).toEqual([])

  await main.getByRole('link', { name: 'What is wrong with organization/shop/prod' }).click()
  await expect(page).toHaveURL(`${server.url}/organization/shop/prod/recover`)
})
