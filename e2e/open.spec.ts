import type { Page } from '@playwright/test'
import { killedWhileCreating } from '#mocks/scenes.ts'
import { ref } from '#mocks/story.ts'
import { answerFor } from './answers.ts'
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

/** Requests that say anything of an opened file, and those that are no mere reading of the console's own files and API. */
const leaksIn = (requests: readonly string[]): string[] =>
  requests.filter((each) => !/^GET [^?]+$/.test(each) || /this-browser|shop|prod|logs|twin|receipts|hunter2/.test(each))

test('a broken state is opened, repaired and downloaded, and nothing leaves the browser', async ({
  signedIn: page,
  server,
}) => {
  await page.goto(`${server.url}/-/open`)
  const main = page.getByRole('main')
  await expect(main.getByText('Choose a state file')).toBeVisible()
  await page.waitForLoadState('networkidle') // the page's own files are loaded
  const requests = listen(page)

  // A file that is not a state is reported, and the page keeps working.
  for (const [contents, sentence] of [
    ['{"version":99,"deployment":{}}', /newer CLI/],
    ['{"version":3,"deplo', /truncated/i],
    ['\u0000', /Not valid JSON/],
  ] as const) {
    await main.getByLabel('Choose a state file').setInputFiles(file('bad.json', contents))
    await expect(main.getByRole('alert')).toContainText(sentence)
  }
  await main.getByLabel('Choose a state file').setInputFiles(file('broken.json', broken))
  await expect(page).toHaveURL(`${server.url}/this-browser/shop/prod`)
  await expect(main.getByText('The file is not uploaded; a reload closes it.')).toBeVisible()
  await expect(main).toContainText(
    '“logs” is listed before its parent “shop-prod”, and 2 more errors. 1 operation has an unknown outcome.',
  )
  await expectAccessible(page)

  // The user decides each problem, by the recoveries of any stack.
  const tabs = main.getByRole('navigation', { name: 'Parts of the stack' })
  await tabs.getByRole('link', { name: /^Recover/ }).click()
  await main.getByRole('link', { name: /^Start recovery/ }).click()
  await main.getByRole('radio', { name: /^Drop the reference/ }).check()
  await main.getByRole('radio', { name: /^Fix the order/ }).check()
  await main.getByRole('radio', { name: /^Keep twin-1, remove the other entry/ }).check()
  await main.getByRole('button', { name: 'Continue' }).click()
  await expect(main.getByText(/twin left the state and keeps running, untracked and billed/)).toBeVisible()
  await main.getByLabel('What did you check?').fill('The other bucket is gone.')
  await main.getByLabel('Type this-browser/shop/prod to confirm').fill('this-browser/shop/prod')
  await main.getByRole('button', { name: 'Remove 1 entry and change 1 entry' }).click()
  await expect(main.getByText('Version 2 is valid.')).toBeVisible()
  await expect(main.getByText('Version 2 is in this browser only.')).toBeVisible()
  const opened = main.getByRole('region', { name: 'Opened in this browser' })
  await expect(opened).toContainText('Resolve 1 pending operation first: pulumi stack import drops it')
  const download = opened.getByRole('button', { name: 'Download the state' })
  await expect(download, 'the steps are folded').toBeHidden()
  await opened.getByText(/^Then save it to its backend/).click()
  await expect(download).toBeVisible()
  await expectAccessible(page)

  await tabs.getByRole('link', { name: /^Recover/ }).click()
  await main.getByRole('link', { name: 'Resolve 1 operation' }).click()
  await answerFor(main, 'receipts', 'It doesn’t exist')
  await main.getByRole('button', { name: 'Continue' }).click()
  await main.getByLabel('What did you check?').fill('No such bucket in this account.')
  await main.getByLabel('Type this-browser/shop/prod to confirm').fill('this-browser/shop/prod')
  await main.getByRole('button', { name: 'Clear 1 operation' }).click()
  await expect(main.getByText('Recovery complete and verified.')).toBeVisible()

  await expect(opened.getByRole('listitem').nth(0), 'nothing is pending any more').toContainText(
    'Save the state with your changes',
  )
  const downloading = page.waitForEvent('download')
  await download.click()
  const saved = await downloading
  expect(saved.suggestedFilename()).toBe('shop-prod-for-import.json')
  await expect(
    main.getByText(/pulumi stack import --stack organization\/shop\/prod --file shop-prod-for-import.json/),
  ).toBeVisible()

  // The downloaded file is complete: opened again, it is valid, and takes the place of the first.
  await page.getByRole('button', { name: 'Tools' }).click()
  await page.getByRole('menuitem', { name: /Open a state file/ }).click()
  await main.getByLabel('Choose a state file').setInputFiles(await saved.path())
  await expect(main.getByText('Opened in this browser', { exact: true }).last()).toBeVisible()
  await expect(main.getByText('The state is valid; nothing is pending.')).toBeVisible()
  await expect(main.getByText(/in this browser only/)).toHaveCount(0)

  // The layout is computed by a worker of the console, which is requested by its name alone.
  await tabs.getByRole('link', { name: 'Graph', exact: true }).click()
  await expect(main.getByTitle(/^logs\s/)).toBeVisible()
  expect(leaksIn(requests)).toEqual([])

  await page.reload()
  await expect(main.getByText(/closed by a reload: open them again under Tools/)).toBeVisible()
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

  await main.getByRole('link', { name: 'Open its recovery: organization/shop/prod' }).click()
  await expect(page).toHaveURL(`${server.url}/organization/shop/prod/recover`)
})
