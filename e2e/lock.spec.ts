import { expect, expectAccessible, test } from './fixtures.ts'
import { deployedShop } from './openings.ts'
import { CliRefusal } from '#mocks/cliCalls.ts'
import { deployed } from '#mocks/scenes.ts'
import { ref } from '#mocks/story.ts'

const SHOP = ref('organization/shop/prod')
const WHY = 'Moving the ledger by hand'

test('a locked stack refuses updates and says why, lets previews run, and notifies those who wait when it is unlocked', async ({
  signedIn: page,
  server,
}) => {
  const laptop = await deployedShop(server, 5, 'ada-laptop')
  await page.goto(`${server.url}/organization/shop/prod`)

  await page.getByRole('button', { name: 'Lock for maintenance…' }).click()
  await page.getByLabel('Reason').fill(WHY)
  await page.getByLabel('For how long').selectOption('4 hours')
  await page.getByRole('button', { name: 'Lock' }).click()
  const card = page.getByRole('region', { name: 'Locked for maintenance' })
  await expect(card).toContainText('You hold the lock')
  await expect(card).toContainText(WHY)
  await expectAccessible(page)

  const refusal: unknown = await laptop.start(SHOP).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(CliRefusal)
  expect(refusal).toMatchObject({
    message: '[409] Conflict: Another update is currently in progress.',
    warning: expect.stringMatching(/held for maintenance by admin since .* until .*: Moving the ledger by hand/),
  })
  await expect(card).toContainText('ada-laptop')
  await (await laptop.start(SHOP, { kind: 'preview' })).complete()

  const ci = await server.cliNamed('nightly')
  const waiting = ci.call('GET', '/api/ui/stacks/organization/shop/prod/lease/wait?timeout=55')
  await expect(card).toContainText('nightly')

  await card.getByRole('button', { name: 'Release lock…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Release', exact: true }).click()
  expect(await waiting).toMatchObject({ free: true, position: 0 })
  await expect(page.getByText('No one holds the lease.')).toBeVisible()
  await (await ci.start(SHOP)).complete()

  await page.getByText('Lease history').click()
  await expect(page.getByText('locked the stack')).toBeVisible()
  await expect(page.getByText(/was blocked when starting an update/)).toBeVisible()
})

test('another user’s lock is broken with the stack’s name and a reason, and expires at its end', async ({
  signedIn: page,
  server,
}) => {
  const ci = await server.cliOfUser('nightly')
  await deployed(ci, SHOP, { resources: 5 })
  const hold = () =>
    ci.call('POST', '/api/ui/stacks/organization/shop/prod/lock', { body: { reason: WHY, durationS: 3600 } })
  await hold()
  await page.goto(`${server.url}/organization/shop/prod`)
  const card = page.getByRole('region', { name: 'Locked for maintenance' })
  await expect(card).toContainText('with token “nightly” holds the lock')
  await card.getByRole('button', { name: 'Break lock…' }).click()
  await page.getByLabel('Reason').fill('The job is gone')
  await page.getByLabel(/to confirm/).fill('organization/shop/prod')
  await page.getByRole('button', { name: 'Break lock' }).click()
  await expect(page.getByText('No one holds the lease.')).toBeVisible()

  await hold()
  await expect(card).toBeVisible()
  await server.advance(3_600_000)
  await expect(page.getByText('No one holds the lease.')).toBeVisible()
  await (await ci.start(SHOP)).complete()
})
